//! rmlir as one crate: the IR, every dialect, every pass, and the opt tool as a function.
