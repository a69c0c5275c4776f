//! Enums: values and reserved parts.
//!
//! Reads statements only; whether numbers and names go together is for `checks`.

use super::lexer::Kind;
use super::options::{Extra, Options, Target};
use super::parser::{Parser, Step, index};
use crate::schema::descriptor::{EnumDescriptor, EnumValueDescriptor};

impl<'a> Parser<'a> {
    /// `{ … }` of an enum.
    pub(super) fn enum_body(&mut self, declared: &mut EnumDescriptor<'a>, extra: Extra<'a>) -> Step {
        let mut options = Options::with_extra(extra);
        let done = self.block("enum", |parser| match parser.word() {
            b"option" => parser.option_statement(Target::Enum, &mut options),
            b"reserved" => parser.enum_reserved(declared),
            _ => parser.enum_value(declared),
        });
        declared.features = options.take_features();
        self.keep(options);
        done
    }

    fn enum_value(&mut self, declared: &mut EnumDescriptor<'a>) -> Step {
        let start = self.token.span();
        let name = self.name("expected the name of a value")?;
        self.path.extend([2, index(declared.values.len())]);
        let value = self.enum_value_rest(EnumValueDescriptor { name, ..EnumValueDescriptor::default() });
        self.mark(&[], start.to(self.last));
        self.leave();
        declared.values.push(value?);
        Some(())
    }

    fn enum_value_rest(&mut self, mut value: EnumValueDescriptor<'a>) -> Step<EnumValueDescriptor<'a>> {
        self.mark(&[1], self.last);
        self.symbol(b'=', "expected `=` and the number of the value")?;
        let start = self.token.span();
        value.number = self.signed("expected the number of the value")?;
        self.mark(&[2], start.to(self.last));
        if self.token.is(b'[') {
            let mut options = Options::default();
            self.option_list(Target::EnumValue, &mut options)?;
            value.features = options.take_features();
            self.keep(options);
        }
        self.end_of_statement()?;
        Some(value)
    }

    /// A number of an enum value.
    fn signed(&mut self, expected: &'static str) -> Step<i32> {
        let negative = self.token.is(b'-');
        if negative {
            self.next();
        }
        let max = i32::MAX.unsigned_abs() + u32::from(negative);
        let value = i64::try_from(self.integer(max.into(), expected)?).unwrap_or(1);
        Some(i32::try_from(if negative { -value } else { value }).unwrap_or(i32::MAX))
    }

    fn enum_reserved(&mut self, declared: &mut EnumDescriptor<'a>) -> Step {
        self.next();
        if matches!(self.token.kind, Kind::Text | Kind::Word) {
            return self.reserved_names(&mut declared.reserved_names, 5);
        }
        let mut expected = "expected a value name or a range of numbers; a value cannot be named `reserved`";
        loop {
            let start = self.token.span();
            let first = self.signed(expected)?;
            expected = "expected a range of numbers";
            let last = if self.word() == b"to" {
                self.next();
                if self.word() == b"max" {
                    self.next();
                    i32::MAX
                } else {
                    self.signed("expected the last number of the range, or `max`")?
                }
            } else {
                first
            };
            self.mark(&[4, index(declared.reserved_ranges.len())], start.to(self.last));
            declared.reserved_ranges.push((first, last));
            if !self.token.is(b',') {
                return self.end_of_statement();
            }
            self.next();
        }
    }
}
