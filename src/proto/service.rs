//! Services and their methods.
//!
//! Reads statements only; whether the messages exist is for `checks`.

use super::Span;
use super::options::{Options, Target};
use super::parser::{Parser, Step, index};
use crate::schema::descriptor::{FileDescriptor, MethodDescriptor, ServiceDescriptor, Text};

impl<'a> Parser<'a> {
    /// `service Name { … }`
    pub(super) fn service(&mut self, file: &mut FileDescriptor<'a>) -> Step {
        let start = self.token.span();
        self.next();
        let mut service =
            ServiceDescriptor { name: self.name("expected a service name")?, methods: Vec::new() };
        self.path.extend([6, index(file.services.len())]);
        self.mark(&[1], self.last);
        let mut options = Options::default();
        let done = self.block("service", |parser| match parser.word() {
            b"option" => parser.option_statement(Target::Service, &mut options),
            b"rpc" => parser.method(&mut service),
            _ => {
                parser.error_help(
                    parser.token.span(),
                    "no statement of a service starts like this",
                    "a service holds `rpc` and `option`",
                );
                None
            }
        });
        self.keep(options);
        self.mark(&[], start.to(self.last));
        self.leave();
        file.services.push(service);
        done
    }

    fn method(&mut self, service: &mut ServiceDescriptor<'a>) -> Step {
        let start = self.token.span();
        self.next();
        let name = self.name("expected a method name")?;
        self.path.extend([2, index(service.methods.len())]);
        self.mark(&[1], self.last);
        let done = self.method_rest(name, start, service);
        self.leave();
        done
    }

    fn method_rest(&mut self, name: Text<'a>, start: Span, service: &mut ServiceDescriptor<'a>) -> Step {
        let input = self.method_type(2)?;
        if self.word() != b"returns" {
            self.error_help(
                self.token.span(),
                "expected `returns`",
                "write `rpc Name(Request) returns (Response);`",
            );
            return None;
        }
        self.next();
        let output = self.method_type(3)?;
        let mut options = Options::default();
        let done = if self.token.is(b'{') {
            self.block("method", |parser| {
                if parser.word() == b"option" {
                    parser.option_statement(Target::Method, &mut options)
                } else {
                    parser.error_help(
                        parser.token.span(),
                        "no statement of a method starts like this",
                        "a method holds `option` only",
                    );
                    None
                }
            })
        } else {
            self.end_of_statement()
        };
        self.keep(options);
        self.mark(&[], start.to(self.last));
        service.methods.push(MethodDescriptor { name, input, output });
        done
    }

    fn method_type(&mut self, facet: i32) -> Step<Text<'a>> {
        self.symbol(b'(', "expected `(` and the message")?;
        if self.word() == b"stream" {
            self.next();
        }
        let (name, span) = self.message_type()?;
        self.mark(&[facet], span);
        self.symbol(b')', "expected `)` behind the message")?;
        Some(name)
    }
}
