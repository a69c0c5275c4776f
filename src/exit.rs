//! The numbers that a shell sees; the only place that knows them.

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every reader can read every writer that the strategy asks about.
    Compatible,
    /// At least one reader would lose or misread something.
    Incompatible,
    /// The command was wrong, or an input could not be read.
    Usage,
    /// Nothing incompatible was found, but something could not be compared.
    Undecided,
}

impl Exit {
    /// The process's exit status: 0, 1, 2 or 3.
    pub fn code(self) -> u8 {
        match self {
            Self::Compatible => 0,
            Self::Incompatible => 1,
            Self::Usage => 2,
            Self::Undecided => 3,
        }
    }
}
