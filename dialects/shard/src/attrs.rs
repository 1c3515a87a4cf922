//! Axis lists, reduction kinds, and the type of shardings.

use rmlir::prelude::*;

/// A sharding: the distribution of a tensor over a grid of devices.
#[ty(name = "shard.sharding", summary = "sharding definition")]
pub struct ShardingType {}

/// The grid axes for each dimension of a tensor.
///
/// ```mlir
/// #shard<axisarray[[0, 1], []]>
/// ```
#[attr(name = "shard.axisarray", parse = parse_axes, print = print_axes)]
pub struct GridAxesArrayAttr {
    pub axes: Vec<Attr>,
}

impl GridAxesArrayAttr {
    /// The axes as integers.
    pub fn numbers(self, cx: &Context) -> Vec<Vec<i64>> {
        self.axes(cx).iter().map(|axes| axes.as_int_array(cx).unwrap_or_default()).collect()
    }
}

/// Parses `[[0, 1], []]`.
fn parse_axes(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    let mut lists = Vec::new();
    parser.token("[")?;
    if !parser.try_token("]") {
        loop {
            let axes = parse_list(parser)?;
            lists.push(parser.cx().int_array(Type::I16, &axes));
            if !parser.try_token(",") {
                break;
            }
        }
        parser.token("]")?;
    }
    Ok(vec![parser.cx().array_attr(&lists)])
}

fn parse_list(parser: &mut dyn AsmParser) -> Parsed<Vec<i64>> {
    let mut axes = Vec::new();
    parser.token("[")?;
    if parser.try_token("]") {
        return Ok(axes);
    }
    loop {
        let pos = parser.pos();
        let axis = parser.integer()?;
        if i16::try_from(axis).is_err() {
            return Err(parser.error_at(pos, "integer value too large"));
        }
        axes.push(axis);
        if !parser.try_token(",") {
            break;
        }
    }
    parser.token("]")?;
    Ok(axes)
}

fn print_axes(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let lists = params.first().and_then(|lists| lists.as_array(printer.cx())).unwrap_or_default();
    let shown = |list: &Attr| {
        let axes = list.as_int_array(printer.cx()).unwrap_or_default();
        format!("[{}]", axes.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
    };
    let text = lists.iter().map(shown).collect::<Vec<_>>().join(", ");
    printer.text(&format!("[{text}]"));
}

/// The operation of a reduction over several devices.
#[attr(name = "shard.partial", format = "$value")]
pub enum ReductionKind {
    /// The sum.
    Sum,
    /// The maximum.
    Max,
    /// The minimum.
    Min,
    /// The product.
    Product,
    /// The arithmetic mean.
    Average,
    /// Bitwise and.
    BitwiseAnd,
    /// Bitwise or.
    BitwiseOr,
    /// Bitwise exclusive or.
    BitwiseXor,
    /// An unspecified operation.
    Generic,
}
