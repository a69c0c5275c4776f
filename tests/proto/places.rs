//! Positions: every part of a source is found, and covers what it names.

use protoward::proto::spans;

#[test]
fn parts_are_found_by_their_paths() {
    let text = r#"syntax = "proto2";
package shop;
import "a.proto";
message Order {
  optional int32 id = 1 [default = 7, deprecated = true];
  map<string, Item> items = 2;
  oneof pay { string card = 3; }
  repeated group Line = 4 { optional .shop.Item item = 5; }
  enum State { OPEN = 0; CLOSED = -1; }
  extensions 100 to 199, 300;
  reserved 8 to 9;
  reserved "old";
  extend Item { optional int32 more = 100; }
}
service Desk { rpc Sell(Order) returns (stream Order); }
"#;
    let spans = spans(text.as_bytes());
    let at = |path: &[i32]| spans.get(path).map(|span| &text[span.range()]);
    assert_eq!(at(&[12]), Some("syntax = \"proto2\";"));
    assert_eq!(at(&[2]), Some("shop"));
    assert_eq!(at(&[3, 0]), Some("\"a.proto\""));
    assert_eq!(at(&[4, 0, 1]), Some("Order"));
    assert_eq!(at(&[4, 0, 2, 0]), Some("optional int32 id = 1 [default = 7, deprecated = true];"));
    assert_eq!(at(&[4, 0, 2, 0, 1]), Some("id"));
    assert_eq!(at(&[4, 0, 2, 0, 3]), Some("1"));
    assert_eq!(at(&[4, 0, 2, 0, 4]), Some("optional"));
    assert_eq!(at(&[4, 0, 2, 0, 5]), Some("int32"));
    assert_eq!(at(&[4, 0, 2, 0, 7]), Some("7"));
    assert_eq!(at(&[4, 0, 2, 0, 8, 3]), Some("deprecated = true"));
    assert_eq!(at(&[4, 0, 2, 1, 6]), Some("map<string, Item>"));
    // The entry of the map, its key and its value's type.
    assert_eq!(at(&[4, 0, 3, 0]), Some("map<string, Item> items = 2;"));
    assert_eq!(at(&[4, 0, 3, 0, 2, 0]), Some("string"));
    assert_eq!(at(&[4, 0, 3, 0, 2, 1, 6]), Some("Item"));
    assert_eq!(at(&[4, 0, 8, 0]), Some("oneof pay { string card = 3; }"));
    assert_eq!(at(&[4, 0, 2, 2]), Some("string card = 3;"));
    // The group is a field and a message.
    assert_eq!(at(&[4, 0, 2, 3, 5]), None);
    assert_eq!(at(&[4, 0, 2, 3, 1]), Some("Line"));
    assert_eq!(at(&[4, 0, 3, 1, 2, 0, 6]), Some(".shop.Item"));
    assert_eq!(at(&[4, 0, 4, 0, 2, 1]), Some("CLOSED = -1;"));
    assert_eq!(at(&[4, 0, 4, 0, 2, 1, 2]), Some("-1"));
    assert_eq!(at(&[4, 0, 5, 0]), Some("100 to 199"));
    assert_eq!(at(&[4, 0, 5, 1]), Some("300"));
    assert_eq!(at(&[4, 0, 9, 0]), Some("8 to 9"));
    assert_eq!(at(&[4, 0, 10, 0]), Some("\"old\""));
    assert_eq!(at(&[4, 0, 6, 0, 2]), Some("Item"));
    assert_eq!(at(&[6, 0, 2, 0, 3]), Some("Order"));
    assert_eq!(spans.nearest(&[4, 0, 2, 0, 99]).map(|span| &text[span.range()]), at(&[4, 0, 2, 0]));
}
