//! What a team promises about its schemas, and what follows from a promise (contract, sections 1, 8 and 9).

use std::fmt;
use std::str::FromStr;

use super::Direction;

/// Which readers must understand which writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Everything is accepted unseen.
    AlwaysCompatible,
    /// Everything is refused unseen.
    AlwaysIncompatible,
    /// The proposed schema reads what the latest existing one wrote.
    Backward,
    /// The proposed schema reads what every existing one wrote.
    BackwardTransitive,
    /// The latest existing schema reads what the proposed one writes.
    Forward,
    /// Every existing schema reads what the proposed one writes.
    ForwardTransitive,
    /// Both directions with the latest existing schema.
    Full,
    /// Both directions with every existing schema.
    FullTransitive,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Backward,
        Self::BackwardTransitive,
        Self::Forward,
        Self::ForwardTransitive,
        Self::Full,
        Self::FullTransitive,
        Self::AlwaysCompatible,
        Self::AlwaysIncompatible,
    ];

    /// As the broker writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlwaysCompatible => "ALWAYS_COMPATIBLE",
            Self::AlwaysIncompatible => "ALWAYS_INCOMPATIBLE",
            Self::Backward => "BACKWARD",
            Self::BackwardTransitive => "BACKWARD_TRANSITIVE",
            Self::Forward => "FORWARD",
            Self::ForwardTransitive => "FORWARD_TRANSITIVE",
            Self::Full => "FULL",
            Self::FullTransitive => "FULL_TRANSITIVE",
        }
    }

    /// What it asks of one existing schema, in the order in which it is asked.
    pub fn directions(self) -> &'static [Direction] {
        match self {
            Self::AlwaysCompatible | Self::AlwaysIncompatible => &[],
            Self::Backward | Self::BackwardTransitive => &[Direction::Backward],
            Self::Forward | Self::ForwardTransitive => &[Direction::Forward],
            Self::Full | Self::FullTransitive => &[Direction::Backward, Direction::Forward],
        }
    }

    /// Looks past the latest existing schema.
    pub fn is_transitive(self) -> bool {
        matches!(self, Self::BackwardTransitive | Self::ForwardTransitive | Self::FullTransitive)
    }

    /// Who is to be upgraded first once a schema is accepted.
    pub fn upgrade_order(self) -> UpgradeOrder {
        match self {
            Self::Backward | Self::BackwardTransitive => UpgradeOrder::ConsumersFirst,
            Self::Forward | Self::ForwardTransitive => UpgradeOrder::ProducersFirst,
            Self::AlwaysCompatible | Self::AlwaysIncompatible | Self::Full | Self::FullTransitive => {
                UpgradeOrder::Any
            }
        }
    }

    /// The strategy that somebody who wrote `name` may have meant.
    pub fn nearest(name: &str) -> Option<Self> {
        let name: String = canonical(name).collect();
        Self::ALL
            .into_iter()
            .map(|strategy| (strsim::damerau_levenshtein(strategy.name(), &name), strategy))
            .filter(|(distance, strategy)| *distance <= strategy.name().len() / 3)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, strategy)| strategy)
    }
}

/// Who is to be upgraded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpgradeOrder {
    /// It does not matter.
    Any,
    /// Those who read, since they understand what is still written.
    ConsumersFirst,
    /// Those who write, since what they write is understood already.
    ProducersFirst,
}

/// A name that no strategy has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrategy;

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no strategy has this name")
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    /// Reads a name in any case, with `-` or `_` between its words.
    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let is_it = |strategy: &Self| strategy.name().chars().eq(canonical(name));
        Self::ALL.into_iter().find(is_it).ok_or(UnknownStrategy)
    }
}

/// A name as strategies spell theirs.
fn canonical(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(|char| if char == '-' { '_' } else { char.to_ascii_uppercase() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_with_either_dash() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse(), Ok(strategy));
            assert_eq!(strategy.name().to_lowercase().replace('_', "-").parse(), Ok(strategy));
        }
        assert_eq!("Full_Transitive".parse(), Ok(Strategy::FullTransitive));
        for name in ["", "FULLTRANSITIVE", " FULL", "FULL ", "UNDEFINED", "FULL__TRANSITIVE"] {
            assert_eq!(name.parse::<Strategy>(), Err(UnknownStrategy), "{name:?}");
        }
    }

    #[test]
    fn a_slip_is_guessed_and_a_word_is_not() {
        assert_eq!(Strategy::nearest("bakward"), Some(Strategy::Backward));
        assert_eq!(Strategy::nearest("full-transitve"), Some(Strategy::FullTransitive));
        assert_eq!(Strategy::nearest("FULLL"), Some(Strategy::Full));
        assert_eq!(Strategy::nearest("nonsense"), None);
        assert_eq!(Strategy::nearest(""), None);
    }

    #[test]
    fn backward_is_asked_before_forward() {
        assert_eq!(Strategy::Full.directions(), [Direction::Backward, Direction::Forward]);
        assert_eq!(Strategy::FullTransitive.directions(), Strategy::Full.directions());
    }
}
