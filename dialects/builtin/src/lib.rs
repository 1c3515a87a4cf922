//! The `builtin` dialect: the module, and the cast that conversions insert.
//!
//! The builtin types and attributes are defined in the core: they are data that all dialects share.

mod eval;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

dialect! {
    /// The operations every program has: modules, and casts between type systems.
    pub Builtin = "builtin" {
        ops: [ModuleOp, UnrealizedConversionCastOp],
        hooks: Hooks,
    }
}

/// A top-level container of symbols.
///
/// Its only block has no terminator and may contain any operation; no operation inside refers to a value defined
/// outside. With a name it is a symbol itself.
#[op(name = "builtin.module", eval = rmlir::interp::eval::nothing,
     traits(AffineScope, IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, NoTerminator, SingleBlock, GraphRegion),
     interfaces(AsmNames, SymbolOp), verify = verify_module,
     format = "($sym_name^)? attr-dict-with-keyword $bodyRegion")]
pub struct ModuleOp {
    #[prop]
    sym_name: Option<SymbolNameAttr>,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[region]
    bodyRegion: SizedRegion1,
}

impl AsmNames for ModuleOp<()> {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("builtin")
    }
}

impl SymbolOp for ModuleOp<()> {
    fn is_optional(&self) -> bool {
        true
    }
}

/// Verifies that discardable attributes of a module have a dialect prefix.
fn verify_module(op: OpRef) -> Checked {
    for entry in op.discardable_attrs() {
        let name = entry.name.str(op.cx());
        if !name.contains('.') {
            let text = format!("can only contain attributes with dialect-prefixed names, found: '{name}'");
            return Err(op.error(text));
        }
    }
    Ok(())
}

/// A cast between types of two type systems, to be resolved later.
///
/// Conversions insert it between converted and unconverted operations, and erase it when both sides are converted. Its
/// evaluation yields the same value in the other representation where that is known: a memref as its descriptor, an
/// `index` as an integer.
#[op(name = "builtin.unrealized_conversion_cast", traits(Pure), fold = fold_cast, eval,
     verify = verify_cast,
     format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict")]
pub struct UnrealizedConversionCastOp {
    #[operand]
    inputs: Vec<AnyType>,
    #[result]
    outputs: Vec<AnyType>,
}

fn verify_cast(op: OpRef) -> Checked {
    if op.n_results() == 0 {
        return Err(op.error("expected at least one result for cast operation"));
    }
    Ok(())
}

/// `cast(cast(x)) -> x` if the types are those of `x`, and `cast : T to T -> x`.
fn fold_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = cx.op();
    if cx.n_operands(op) == 0 {
        return Fold::No;
    }
    let operands: Vec<Value> = cx.operands(op).collect();
    if cx.operand_types(op).eq(cx.result_types(op)) {
        return Fold::Results(operands.into_iter().map(FoldValue::Value).collect());
    }
    let Some(input) = same_cast(cx, &operands) else { return Fold::No };
    if cx.operand_types(input).eq(cx.result_types(op)) {
        let values: Vec<Value> = cx.operands(input).collect();
        return Fold::Results(values.into_iter().map(FoldValue::Value).collect());
    }
    Fold::No
}

/// The cast whose results, all of them in order, are `values`.
fn same_cast(body: &Body, values: &[Value]) -> Option<OpId> {
    let input = body.defining_op(*values.first()?)?;
    let is_cast = body.def(input).is_some_and(|def| std::ptr::eq(def, UnrealizedConversionCastOp::DEF));
    (is_cast && body.results(input) == values).then_some(input)
}

struct Hooks;
impl DialectHooks for Hooks {}
