//! Operations for every kind of field, in declared and in hand-written syntax.

use rmlir::prelude::*;

use crate::types::{Level, PairType, RangeAttr, TokenType};

/// Defines values of any types.
#[op(name = "odd.give", format = "attr-dict (`:` type($outputs)^)?")]
pub struct GiveOp {
    #[result]
    outputs: Vec<AnyType>,
}

/// Uses values of any types.
#[op(name = "odd.take", format = "($inputs^ `:` type($inputs))? attr-dict")]
pub struct TakeOp {
    #[operand]
    inputs: Vec<AnyType>,
}

/// Two operands of one type, which is that of the result.
#[op(name = "odd.same", traits(Pure), format = "$left `,` $right attr-dict `:` type($left)")]
pub struct SameOp {
    #[operand]
    left: T,
    #[operand]
    right: T,
    #[result]
    output: T,
}

/// One operand, then a variadic one, then results of the first one's type.
#[op(
    name = "odd.variadic",
    format = "$first `[` $rest `]` attr-dict `:` type($first) `,` type($rest) `->` type($outputs)"
)]
pub struct VariadicOp {
    #[operand]
    first: AnyType,
    #[operand]
    rest: Vec<AnyType>,
    #[result]
    outputs: Vec<AnyType>,
}

/// Three operand segments, with their sizes in a property.
#[op(
    name = "odd.segments",
    traits(AttrSizedOperandSegments),
    format = "`(` $a `)` `(` $b `)` (`or` $c^ `:` type($c))? attr-dict `:` type($a) `and` type($b)"
)]
pub struct SegmentsOp {
    #[operand]
    a: Vec<AnyInteger>,
    #[operand]
    b: Vec<AnyFloat>,
    #[operand]
    c: Option<Index>,
}

/// Optional groups with else-groups, keywords and properties of several kinds.
#[op(
    name = "odd.optional",
    format = "(`quick` $is_quick^)? $level (`in` $range^) : (`everywhere`)? (`named` $name^)? attr-dict"
)]
pub struct OptionalOp {
    #[prop]
    is_quick: UnitAttr,
    #[prop]
    level: Level,
    #[prop]
    range: Option<RangeAttr>,
    #[prop]
    name: Option<StrAttr>,
}

/// An optional operand and an optional result.
#[op(
    name = "odd.maybe",
    traits(AttrSizedOperandSegments, AttrSizedResultSegments),
    format = "($input^ `:` type($input))? (`before` $token^ `:` type($token))? (`->` type($output)^)? (`and` type($more)^)? attr-dict"
)]
pub struct MaybeOp {
    #[operand]
    input: Option<AnyType>,
    #[operand]
    token: Option<TokenType>,
    #[result]
    output: Option<AnyType>,
    #[result]
    more: Option<PairType>,
}

/// Custom syntax: `odd.raw <- [a, b] : types`, the operands between bars.
#[op(name = "odd.raw", parse = parse_raw, print = print_raw)]
pub struct RawOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[result]
    outputs: Vec<AnyType>,
}

fn parse_raw(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list(Delimiter::Square)?;
    let pos = parser.pos();
    parser.attr_dict(state)?;
    let ty = parser.asm().colon_type()?;
    let Some((inputs, outputs)) = ty.function(parser.cx()).map(|(i, o)| (i.to_vec(), o.to_vec())) else {
        return Err(parser.error_at(pos, "the type is that of a function"));
    };
    parser.resolve_each(&operands, &inputs, pos, state)?;
    state.result_types.extend(outputs);
    Ok(())
}

fn print_raw(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" [");
    printer.operands(op.operands());
    printer.text("]");
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    printer.functional_type(op);
}

/// Its results have the names in its attribute.
#[op(name = "odd.named", interfaces(AsmNames), format = "$names attr-dict `:` type($outputs)")]
pub struct NamedOp {
    #[prop]
    names: ArrayAttr,
    #[result]
    outputs: Vec<AnyType>,
}

impl AsmNames for NamedOp<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(op, NamedOp::NAMES, name);
    }
}

/// Names the results of `op` by property `prop`.
fn name_results(op: OpRef, prop: usize, name: &mut dyn FnMut(usize, &str)) {
    let names = op.prop(prop).and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
    for (index, wanted) in names.iter().enumerate().take(op.n_results()) {
        name(index, wanted.as_str(op.cx()).unwrap_or(""));
    }
}
