//! Tokens.

use rmlir::prelude::*;

/// A token that orders operations in a graph.
#[ty(name = "ml_program.token")]
pub struct TokenType {}
