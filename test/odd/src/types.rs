//! Types and attributes with parameters of several kinds.

use rmlir::prelude::*;

/// Two types, the second of which may be left out.
#[ty(name = "odd.pair", format = "`<` $first (`,` $second^)? `>`")]
pub struct PairType {
    /// What comes first.
    pub first: Type,
    /// What comes second, if anything does.
    pub second: Option<Type>,
}

/// Nothing but its name.
#[ty(name = "odd.token")]
pub struct TokenType {}

/// How much.
#[attr(name = "odd.level")]
pub enum Level {
    /// A little.
    Low,
    /// A lot.
    High,
}

/// The numbers from `low` to before `high`.
#[attr(name = "odd.range", format = "`<` $low `to` $high `>`", verify = verify_range)]
pub struct RangeAttr {
    /// The first number.
    pub low: i64,
    /// The number after the last.
    pub high: i64,
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let [low, high] = [params[0].as_i64(cx), params[1].as_i64(cx)];
    if low > high { Err("a range does not run backwards".to_owned()) } else { Ok(()) }
}
