//! Tokens.

use rmlir::prelude::*;

/// Something that comes after something else in a graph.
#[ty(name = "ml_program.token")]
pub struct TokenType {}
