//! The features that an element has, its own and those it inherits.
//!
//! Reads what checks need of encoded feature sets. Never judges.

use super::super::options::Extra;
use super::super::parser::{EDITION_2024, EDITION_2026, PROTO3};
use super::super::standard::{NAMING_STYLE, VISIBILITY};
use crate::schema::descriptor::Raw;
use crate::schema::wire::{Fields, Value};

/// Effective features by the numbers of their values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inherited {
    /// 1 explicit, 2 implicit, 3 legacy required.
    pub(super) presence: i32,
    /// 1 open, 2 closed.
    pub(super) enum_type: i32,
    /// 1 length-prefixed, 2 delimited.
    pub(super) encoding: i32,
    /// 1 allow, 2 best effort.
    pub(super) json: i32,
    /// 1 style of 2024, 2 legacy, 3 style of 2026.
    pub(super) style: i32,
    /// 1 all, 2 top level, 3 nothing, 4 strict.
    pub(super) visibility: i32,
}

impl Inherited {
    /// The defaults of an edition.
    pub(super) fn of_edition(edition: i32) -> Self {
        let legacy = edition < PROTO3;
        Self {
            presence: if edition == PROTO3 { 2 } else { 1 },
            enum_type: if legacy { 2 } else { 1 },
            encoding: 1,
            json: if legacy { 2 } else { 1 },
            style: match edition {
                ..EDITION_2024 => 2,
                EDITION_2024..EDITION_2026 => 1,
                _ => 3,
            },
            visibility: match edition {
                ..EDITION_2024 => 1,
                EDITION_2024..EDITION_2026 => 2,
                _ => 4,
            },
        }
    }

    /// These features under those that an element sets itself.
    pub(super) fn with(&self, features: &Raw<'_>, extra: Option<&Extra<'_>>) -> Self {
        let mut own = self.with_extra(extra);
        each(features, |number, value| match number {
            1 => own.presence = value,
            2 => own.enum_type = value,
            5 => own.encoding = value,
            6 => own.json = value,
            _ => {}
        });
        own
    }

    /// The same for what descriptors do not carry.
    pub(super) fn with_extra(&self, extra: Option<&Extra<'_>>) -> Self {
        let mut own = *self;
        if let Some(extra) = extra {
            own.style = extra.source_feature(NAMING_STYLE).unwrap_or(own.style);
            own.visibility = extra.source_feature(VISIBILITY).unwrap_or(own.visibility);
        }
        own
    }
}

/// A feature that an element sets itself.
pub(super) fn own(features: &Raw<'_>, wanted: u32) -> Option<i32> {
    let mut found = None;
    each(features, |number, value| {
        if number == wanted {
            found = Some(value);
        }
    });
    found
}

fn each(features: &Raw<'_>, mut feature: impl FnMut(u32, i32)) {
    let mut fields = Fields::new(features.as_bytes());
    while let Ok(Some((number, value, _))) = fields.next() {
        if let Value::Varint(value) = value {
            feature(number, i32::try_from(value).unwrap_or(0));
        }
    }
}
