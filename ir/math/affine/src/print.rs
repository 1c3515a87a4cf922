//! Text of expressions, maps and sets, as upstream writes them inside `affine_map<…>` and `affine_set<…>`.
//!
//! Algorithm: a stack of pieces to print. A leaf or fixed text is printed immediately, an operation is replaced by its
//! pieces. Products and divisions put their operands in parentheses, sums do not; adding a negative constant or product
//! is printed as a subtraction, and a product with -1 as a negation.

use std::fmt::{self, Display, Write};

use crate::expr::{AffineExpr, AffineKind, BinaryKind, Input};
use crate::map::AffineMap;
use crate::set::IntegerSet;

/// Prints `expr`, with each input printed by `name`: in an operation these are SSA names rather than `d0` and `s0`.
///
/// ```
/// use std::fmt::Write;
///
/// use rmlir_affine_maps::{AffineExpr, Input, write_expr};
///
/// let (iv, n) = (AffineExpr::dim(0), AffineExpr::symbol(0));
/// let mut text = String::new();
/// write_expr(&mut text, &(iv * 2 - n), |out, input| match input {
///     Input::Dim(_) => write!(out, "%i"),
///     Input::Symbol(_) => write!(out, "symbol(%n)"),
/// })?;
/// assert_eq!(text, "%i * 2 - symbol(%n)");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_expr<W: Write>(
    out: &mut W,
    expr: &AffineExpr,
    mut name: impl FnMut(&mut W, Input) -> fmt::Result,
) -> fmt::Result {
    let mut pending = vec![Piece::Expr(expr, Tightness::Weak)];
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Text(text) => out.write_str(text)?,
            Piece::Number(value) => write!(out, "{value}")?,
            Piece::Expr(expr, tightness) => match expr.kind() {
                AffineKind::Dim(position) => name(out, Input::Dim(position))?,
                AffineKind::Symbol(position) => name(out, Input::Symbol(position))?,
                AffineKind::Constant(value) => write!(out, "{value}")?,
                AffineKind::Binary(kind, lhs, rhs) => pieces_of(&mut pending, kind, lhs, rhs, tightness),
            },
        }
    }
    Ok(())
}

/// Prints the results of `map` separated by commas, with each input printed by `name`.
pub fn write_map_results<W: Write>(
    out: &mut W,
    map: &AffineMap,
    mut name: impl FnMut(&mut W, Input) -> fmt::Result,
) -> fmt::Result {
    for (index, result) in map.results().iter().enumerate() {
        if index != 0 {
            out.write_str(", ")?;
        }
        write_expr(out, result, &mut name)?;
    }
    Ok(())
}

/// A piece of text to be printed.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Text(&'static str),
    Number(i64),
    Expr(&'a AffineExpr, Tightness),
}

/// The precedence of the context: operations in a strong context are put in parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tightness {
    Weak,
    Strong,
}

/// Pushes the pieces of one operation, the first on top.
fn pieces_of<'a>(
    pending: &mut Vec<Piece<'a>>,
    kind: BinaryKind,
    lhs: &'a AffineExpr,
    rhs: &'a AffineExpr,
    tightness: Tightness,
) {
    use Piece::Text;
    let is_enclosed = tightness == Tightness::Strong;
    let body = if kind == BinaryKind::Add { sum(lhs, rhs) } else { product(kind, lhs, rhs) };
    if is_enclosed {
        pending.push(Text(")"));
    }
    pending.extend(body.into_iter().rev().flatten());
    if is_enclosed {
        pending.push(Text("("));
    }
}

/// At most five pieces make an operation; the unused slots are `None`.
type Pieces<'a> = [Option<Piece<'a>>; 5];

fn product<'a>(kind: BinaryKind, lhs: &'a AffineExpr, rhs: &'a AffineExpr) -> Pieces<'a> {
    use Piece::{Expr, Text};
    use Tightness::Strong;
    if kind == BinaryKind::Mul && rhs.as_constant() == Some(-1) {
        return [Some(Text("-")), Some(Expr(lhs, Strong)), None, None, None];
    }
    [Some(Expr(lhs, Strong)), Some(Text(spelling(kind))), Some(Expr(rhs, Strong)), None, None]
}

fn sum<'a>(lhs: &'a AffineExpr, rhs: &'a AffineExpr) -> Pieces<'a> {
    use Piece::{Expr, Number, Text};
    use Tightness::{Strong, Weak};
    let left = Some(Expr(lhs, Weak));
    if let Some((term, factor)) = rhs.as_binary(BinaryKind::Mul)
        && let Some(factor) = factor.as_constant()
    {
        if factor == -1 {
            let tightness = if term.as_binary(BinaryKind::Add).is_some() { Strong } else { Weak };
            return [left, Some(Text(" - ")), Some(Expr(term, tightness)), None, None];
        }
        if factor < -1 {
            let magnitude = Some(Number(factor.wrapping_neg()));
            return [left, Some(Text(" - ")), Some(Expr(term, Strong)), Some(Text(" * ")), magnitude];
        }
    }
    if let Some(value) = rhs.as_constant().filter(|&value| value < 0) {
        return [left, Some(Text(" - ")), Some(Number(value.wrapping_neg())), None, None];
    }
    [left, Some(Text(" + ")), Some(Expr(rhs, Weak)), None, None]
}

fn spelling(kind: BinaryKind) -> &'static str {
    match kind {
        BinaryKind::Add => " + ",
        BinaryKind::Mul => " * ",
        BinaryKind::Mod => " mod ",
        BinaryKind::FloorDiv => " floordiv ",
        BinaryKind::CeilDiv => " ceildiv ",
    }
}

impl Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Dim(position) => write!(f, "d{position}"),
            Input::Symbol(position) => write!(f, "s{position}"),
        }
    }
}

impl Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(f, self, |f, input| write!(f, "{input}"))
    }
}

impl Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.n_dims(), self.n_symbols())?;
        f.write_str(" -> (")?;
        write_list(f, self.results(), |f, expr| write!(f, "{expr}"))?;
        f.write_char(')')
    }
}

impl Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.n_dims(), self.n_symbols())?;
        f.write_str(" : (")?;
        write_list(f, self.constraints(), |f, constraint| {
            let relation = if constraint.is_eq { "==" } else { ">=" };
            write!(f, "{} {relation} 0", constraint.expr)
        })?;
        f.write_char(')')
    }
}

/// The inputs: `(d0, d1)[s0]`, without the brackets when there is no symbol.
fn write_inputs(f: &mut fmt::Formatter<'_>, n_dims: u32, n_symbols: u32) -> fmt::Result {
    f.write_char('(')?;
    write_list(f, 0..n_dims, |f, position| write!(f, "{}", Input::Dim(position)))?;
    f.write_char(')')?;
    if n_symbols != 0 {
        f.write_char('[')?;
        write_list(f, 0..n_symbols, |f, position| write!(f, "{}", Input::Symbol(position)))?;
        f.write_char(']')?;
    }
    Ok(())
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (i, value) in items.into_iter().enumerate() {
        if i != 0 {
            f.write_str(", ")?;
        }
        item(f, value)?;
    }
    Ok(())
}
