//! Types and attributes with parameters of several kinds.

use rmlir::prelude::*;

/// A pair of types, the second of which is optional.
#[ty(name = "odd.pair", format = "`<` $first (`,` $second^)? `>`")]
pub struct PairType {
    /// The first component.
    pub first: Type,
    /// The second component, if present.
    pub second: Option<Type>,
}

/// A type without parameters.
#[ty(name = "odd.token")]
pub struct TokenType {}

/// A level.
#[attr(name = "odd.level")]
pub enum Level {
    /// The low level.
    Low,
    /// The high level.
    High,
}

/// The half-open range of integers from `low` to `high`.
#[attr(name = "odd.range", format = "`<` $low `to` $high `>`", verify = verify_range)]
pub struct RangeAttr {
    /// The inclusive lower bound.
    pub low: i64,
    /// The exclusive upper bound.
    pub high: i64,
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let [low, high] = [params[0].as_i64(cx), params[1].as_i64(cx)];
    if low > high { Err("a range does not run backwards".to_owned()) } else { Ok(()) }
}
