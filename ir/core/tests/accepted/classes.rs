//! Operations have the fields and keys of their classes, and traits implemented elsewhere.

use rmlir::core::constraints::*;
use rmlir::core::opdef::OpFormat;
use rmlir::core::{Attr, Build, Fold, FoldCx, Match, Op, Rewriter, TraitSet, Value};
use rmlir::{canonicalize, fold, op, op_class, pattern};

/// Operations with a result.
#[op_class(traits(NoMemoryEffect), fold)]
struct Computes {
    #[result]
    output: T,
}

/// Operations with two operands.
#[op_class(traits(SameOperandsAndResultType), format = "$lhs `,` $rhs attr-dict `:` type($output)")]
struct Binary {
    #[operand]
    lhs: T,
    #[operand]
    rhs: T,
}

/// Adds.
#[op(name = "toy.add", classes(Computes, Binary), traits(Commutative), canonicalize)]
pub struct Add;

/// Shifts.
#[op(
    name = "toy.shift",
    classes(Computes, Binary),
    format = "$lhs `by` $rhs (`exact` $exact^)? attr-dict `:` type($output)"
)]
pub struct Shift {
    #[prop]
    exact: UnitAttr,
}

#[fold(Add, Shift)]
fn first(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    Fold::value(cx.operand(cx.op(), 0))
}

canonicalize! {
    Add: forward
}

#[pattern]
fn forward(op: Add, rw: &mut Rewriter) -> Match {
    rw.replace(op, [op.lhs(rw)])
}

#[test]
fn lists_are_joined_and_the_key_of_the_operation_has_precedence() {
    let def = Add::DEF;
    assert_eq!((def.name, def.summary(), def.operands.len(), def.results.len()), ("toy.add", "Adds.", 2, 1));
    assert!(def.has(TraitSet::COMMUTATIVE) && def.has(TraitSet::NO_MEMORY_EFFECT));
    assert!(
        def.behavior().fold.is_some()
            && def.behavior().canonicalize.is_some()
            && Shift::DEF.behavior().canonicalize.is_none()
    );
    assert_eq!(Shift::DEF.props.len(), 1);
    let text = |def: &'static rmlir::core::opdef::OpDef| match &def.format {
        OpFormat::Spec(format) => format.text,
        _ => "",
    };
    assert_eq!(text(Add::DEF), "$lhs `,` $rhs attr-dict `:` type($output)");
    assert!(text(Shift::DEF).contains("exact"));
}

#[test]
fn accessors_and_builders_are_those_of_all_fields() {
    assert_eq!((Shift::LHS_OPERAND, Shift::RHS_OPERAND, Shift::EXACT, Shift::OUTPUT_RESULT), (0, 1, 0, 0));
    let _: fn(Value, Value) -> Build<Shift> = Shift::build;
}
