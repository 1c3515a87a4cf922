//! The reasons why blocks are not in a hyperblock.

/// The reason why a block is not in a hyperblock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// Its value is too low.
    Value {
        /// In percent.
        value: u64,
        /// The minimum.
        least: u32,
    },
    /// The hyperblock would be too long with it.
    Long {
        /// The maximum number of cycles.
        most: u32,
    },
    /// It is in the tail of an excluded block, and the tail is too large to be duplicated.
    Tail {
        /// The number of operations in the tail.
        n_ops: u64,
        /// The maximum.
        most: u32,
    },
}

impl std::fmt::Display for Excluded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value { value, least } => {
                write!(f, "excluded: its value is {value} percent, and at least {least} are needed")
            }
            Self::Long { most } => write!(f, "excluded: with it the hyperblock would take more than {most} cycles"),
            Self::Tail { n_ops, most } => {
                write!(
                    f,
                    "excluded: it can be entered from excluded blocks, whose tails have {n_ops} operations, and at most {most} are copied"
                )
            }
        }
    }
}
