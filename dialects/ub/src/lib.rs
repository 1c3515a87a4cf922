//! The `ub` dialect: poison and unreachable code.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::dialect::DialectHooks;
use rmlir::core::opdef::AttrConstraint;
use rmlir::interp::{Emit, Emitted};
use rmlir::prelude::*;

dialect! {
    /// Explicit undefined behaviour: deferred (poison) and immediate (unreachable).
    pub Ub = "ub" {
        attrs: [Poison],
        ops: [PoisonOp, UnreachableOp],
        hooks: Hooks,
    }
}

/// A value that is poison entirely.
#[attr(name = "ub.poison")]
pub struct Poison {}

fn full_poison(cx: &Context) -> Attr {
    Poison::get(cx).attr()
}

/// An attribute that specifies the poison elements of a value.
#[allow(non_upper_case_globals, reason = "the name is upstream's")]
pub static PoisonAttrInterface: AttrConstraint = AttrConstraint::new("PoisonAttrInterface instance", is_poison);
/// The type of attributes that satisfy it.
pub type PoisonAttrInterface = AnyAttr;

/// A poison constant.
///
/// `value` may specify the poison elements; without it the value is poison entirely.
#[op(name = "ub.poison", traits(ConstantLike, Pure), interfaces(InferUniformity), fold = fold_poison,
     eval = eval_poison, format = "attr-dict (`<` $value^ `>`)? `:` type($result)")]
pub struct PoisonOp {
    #[prop(default = full_poison)]
    value: PoisonAttrInterface,
    #[result]
    result: AnyType,
}

/// A register is initially poison.
fn eval_poison<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    emit.result(op, 0);
    Ok(())
}

impl InferUniformity for PoisonOp<()> {
    fn is_undefined(&self, _op: OpRef) -> bool {
        true
    }
}

fn fold_poison(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), PoisonOp::VALUE).into()
}

/// Marks unreachable code: executing it is undefined behaviour.
#[op(name = "ub.unreachable", traits(Terminator), eval = rmlir::interp::eval::unreachable, format = "attr-dict")]
pub struct UnreachableOp {}

/// Whether `attr` is the constant that is poison entirely.
pub fn is_poison(cx: &Context, attr: Attr) -> bool {
    attr.dialect_attr(cx).is_some_and(|(def, _)| def.name == PoisonOp::NAME)
}

struct Hooks;

impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        is_poison(cx, value).then(|| PoisonOp::build(ty).prop(PoisonOp::VALUE, value).finish(cx))
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
}
