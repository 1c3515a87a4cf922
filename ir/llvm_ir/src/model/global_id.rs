//! The identity of a global.

/// A global: a variable, a function, an alias or an ifunc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GlobalId(pub u32);
