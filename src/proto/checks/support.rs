//! `feature_support`: the editions between which a feature or a value of one exists.
//!
//! Looks at what is written of one element. Never asks who uses it.

use super::Walk;

/// `edition_introduced`
pub(super) const INTRODUCED: i32 = 1;
/// `edition_deprecated`
const DEPRECATED: i32 = 2;
/// `deprecation_warning`
const WARNING: i32 = 3;
/// `edition_removed`
pub(super) const REMOVED: i32 = 4;
/// `removal_error`
const ERROR: i32 = 5;

impl Walk<'_, '_> {
    /// What the `feature_support` of the current element gets wrong.
    pub(super) fn feature_support(&mut self) {
        let Some(extra) = self.extra().filter(|extra| extra.set.iter().any(|set| set.0 < 0)) else {
            return;
        };
        let of = |part: i32| extra.number(-part);
        let before = |a: Option<i32>, b: Option<i32>| matches!((a, b), (Some(a), Some(b)) if a < b);
        let introduced = of(INTRODUCED);
        let (deprecated, warning, removed, error) = (of(DEPRECATED), of(WARNING), of(REMOVED), of(ERROR));
        let wrong = [
            (
                deprecated.is_some() && warning.is_none(),
                "`edition_deprecated` needs a `deprecation_warning` beside it",
            ),
            (
                deprecated.is_none() && warning.is_some(),
                "`deprecation_warning` needs an `edition_deprecated` beside it",
            ),
            (
                removed.is_some() && removed != introduced && error.is_none(),
                "`edition_removed` needs a `removal_error` beside it",
            ),
            (removed.is_none() && error.is_some(), "`removal_error` needs an `edition_removed` beside it"),
            (before(deprecated, introduced), "the feature is deprecated before it is introduced"),
            (before(removed, introduced), "the feature is removed before it is introduced"),
            (before(removed, deprecated), "the feature is deprecated after it is removed"),
        ];
        for (_, text) in wrong.into_iter().filter(|wrong| wrong.0) {
            self.error(&[1], text, None);
        }
    }
}
