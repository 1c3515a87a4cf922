//! The test dialects.

use rmlir_core::dialect::{DialectDef, DialectHooks, NoHooks};
use rmlir_core::fold::constant_value;
use rmlir_core::interfaces::{BranchOp, FunctionOp, SuccessorOperands};
use rmlir_core::opdef::{
    Arity, AttrConstraint, DefCache, Interface, OpBehavior, OpDef, OpFormat, PropDef, TypeConstraint, ValueDef,
};
use rmlir_core::{
    Attr, AttrData, Context, Fold, FoldCx, Match, OpId, OpRef, OpState, PatternSet, Rewriter, TraitSet, Type,
};

static ANY: TypeConstraint = TypeConstraint { summary: "any type", check: |_, _| true, builds: None };
static ANY_ATTR: AttrConstraint = AttrConstraint::new("any attribute", |_, _| true);

const fn value(name: &'static str, arity: Arity) -> ValueDef {
    ValueDef { name, arity, constraint: &ANY, group: 0, derived: None }
}

const fn prop(name: &'static str) -> PropDef {
    PropDef { name, constraint: &ANY_ATTR, optional: true, default: None }
}

/// A definition; omitted parts are empty.
macro_rules! op {
    ($name:literal, $traits:expr $(, operands: $operands:expr)? $(, props: $props:expr)?
     $(, interfaces: $interfaces:expr)? $(, fold: $fold:expr)? $(, canonicalize: $canonicalize:expr)?) => {
        OpDef {
            name: $name,
            doc: "",
            operands: op!(@or &[] $(, $operands)?),
            results: &[],
            props: op!(@or &[] $(, $props)?),
            regions: &[],
            successors: &[],
            traits: $traits,
            parents: &[],
            terminator: "",
            interfaces: op!(@or &[] $(, $interfaces)?),
            format: OpFormat::Generic,
            behavior: Some(Interface::of(&&OpBehavior {
                fold: op!(@or None $(, Some($fold))?),
                canonicalize: op!(@or None $(, Some($canonicalize))?),
                ..OpBehavior::NONE
            })),
            cache: DefCache::new(),
        }
    };
    (@or $default:expr) => { $default };
    (@or $default:expr, $given:expr) => { $given };
}

const fn dialect(name: &'static str, ops: &'static [&'static OpDef], hooks: Interface) -> DialectDef {
    DialectDef { name, doc: "", ops, types: &[], attrs: &[], depends: &[], hooks }
}

const TERMINATOR: TraitSet = TraitSet::TERMINATOR;
const BINARY: &[ValueDef] = &[value("lhs", Arity::One), value("rhs", Arity::One)];

static MODULE: OpDef =
    op!("builtin.module", TraitSet::ISOLATED_FROM_ABOVE.union(TraitSet::NO_TERMINATOR).union(TraitSet::SYMBOL_TABLE));
static FUNCTION: OpDef = op!(
    "func.func",
    TraitSet::ISOLATED_FROM_ABOVE.union(TraitSet::SYMBOL),
    props: &[prop("sym_name"), prop("function_type")],
    interfaces: &[Interface::of(&FUNCTION_OP)]
);
static RETURN: OpDef = op!("func.return", TraitSet::PURE.union(TERMINATOR).union(TraitSet::RETURN_LIKE));
static CONSTANT: OpDef = op!(
    "arith.constant",
    TraitSet::PURE.union(TraitSet::CONSTANT_LIKE),
    props: &[prop("value")],
    fold: |cx, _| cx.prop(cx.op(), 0).into()
);
static ADDI: OpDef = op!(
    "arith.addi",
    TraitSet::PURE.union(TraitSet::COMMUTATIVE),
    operands: BINARY,
    fold: fold_addi,
    canonicalize: canonicalize_addi
);
static ANDI: OpDef = op!(
    "arith.andi",
    TraitSet::PURE.union(TraitSet::COMMUTATIVE).union(TraitSet::IDEMPOTENT),
    operands: BINARY,
    fold: fold_andi
);
static NEGF: OpDef = op!("arith.negf", TraitSet::PURE.union(TraitSet::INVOLUTION));
static BR: OpDef = op!("cf.br", TraitSet::PURE.union(TERMINATOR), interfaces: &[Interface::of(&BRANCH)]);
static COND_BR: OpDef = op!(
    "cf.cond_br",
    TraitSet::PURE.union(TERMINATOR).union(TraitSet::ATTR_SIZED_OPERANDS),
    operands: &[value("condition", Arity::One), value("a", Arity::Variadic), value("b", Arity::Variadic)],
    props: &[prop("operandSegmentSizes")],
    interfaces: &[Interface::of(&COND_BRANCH)]
);
static EXECUTE: OpDef = op!("scf.execute_region", TraitSet::RECURSIVE_MEMORY_EFFECTS);
static YIELD: OpDef = op!("scf.yield", TraitSet::PURE.union(TERMINATOR));

/// `builtin`
pub static BUILTIN: DialectDef = dialect("builtin", &[&MODULE], NoHooks::INTERFACE);
/// `func`
pub static FUNC: DialectDef = dialect("func", &[&FUNCTION, &RETURN], NoHooks::INTERFACE);
/// `arith`
pub static ARITH: DialectDef =
    dialect("arith", &[&CONSTANT, &ADDI, &ANDI, &NEGF], Interface::of(&(&ArithHooks as &dyn DialectHooks)));
/// `cf`
pub static CF: DialectDef = dialect("cf", &[&BR, &COND_BR], NoHooks::INTERFACE);
/// `scf`
pub static SCF: DialectDef = dialect("scf", &[&EXECUTE, &YIELD], NoHooks::INTERFACE);

static LLVM_CONSTANT: OpDef = op!("llvm.mlir.constant", TraitSet::PURE, props: &[prop("value")]);
static LLVM_ADD: OpDef = op!("llvm.add", TraitSet::PURE);
static LLVM_AND: OpDef = op!("llvm.and", TraitSet::PURE);
static LLVM_BR: OpDef = op!("llvm.br", TraitSet::PURE.union(TERMINATOR));
static LLVM_COND_BR: OpDef =
    op!("llvm.cond_br", TraitSet::PURE.union(TERMINATOR), props: &[prop("operandSegmentSizes")]);
static LLVM_FUNC: OpDef = op!(
    "llvm.func",
    TraitSet::ISOLATED_FROM_ABOVE.union(TraitSet::SYMBOL),
    props: &[prop("sym_name"), prop("function_type")]
);
static LLVM_RETURN: OpDef = op!("llvm.return", TERMINATOR);

/// `llvm`
pub static LLVM: DialectDef = dialect(
    "llvm",
    &[&LLVM_CONSTANT, &LLVM_ADD, &LLVM_AND, &LLVM_BR, &LLVM_COND_BR, &LLVM_FUNC, &LLVM_RETURN],
    NoHooks::INTERFACE,
);

struct ArithHooks;
impl DialectHooks for ArithHooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        value.as_integer(cx)?;
        Some(OpState::named(cx, "arith.constant").results(&[ty]).attr(cx, "value", value))
    }
}

static FUNCTION_OP: &dyn FunctionOp = &FuncFunc;
struct FuncFunc;
impl FunctionOp for FuncFunc {
    fn type_prop(&self) -> usize {
        1
    }
    fn attr_props(&self) -> (usize, usize) {
        unreachable!("test functions have no argument attributes")
    }
    fn argument_types(&self, op: OpRef) -> Vec<Type> {
        function_type(op).0
    }
    fn result_types(&self, op: OpRef) -> Vec<Type> {
        function_type(op).1
    }
    fn with_types(&self, op: OpRef, arguments: &[Type], results: &[Type]) -> Attr {
        op.cx().type_attr(op.cx().function_type(arguments, results))
    }
}

fn function_type(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    let AttrData::Type(ty) = op.prop(1).expect("a function has a type").data(op.cx()) else { unreachable!() };
    let (inputs, results) = ty.function(op.cx()).expect("a function's type is a function type");
    (inputs.to_vec(), results.to_vec())
}

static BRANCH: &dyn BranchOp = &Br;
struct Br;
impl BranchOp for Br {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(0..op.operands().len())
    }
}

static COND_BRANCH: &dyn BranchOp = &CondBr;
struct CondBr;
impl BranchOp for CondBr {
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(1 + index))
    }
}

fn fold_addi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let int = |attr: Option<Attr>| attr.and_then(|attr| attr.as_i64(cx.cx()));
    match (int(consts[0]), int(consts[1])) {
        (_, Some(0)) => Fold::value(cx.operand(cx.op(), 0)),
        (Some(a), Some(b)) => Fold::attr(cx.int_attr(cx.ty(cx.result(cx.op(), 0)), a.wrapping_add(b))),
        _ => Fold::No,
    }
}

fn fold_andi(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let int = |attr: Option<Attr>| attr.and_then(|attr| attr.as_i64(cx.cx()));
    let (lhs, rhs) = (cx.operand(cx.op(), 0), cx.operand(cx.op(), 1));
    match (int(consts[0]), int(consts[1])) {
        (_, Some(0)) => return Fold::value(rhs),
        (_, Some(-1)) => return Fold::value(lhs),
        _ => {}
    }
    for (outer, inner) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(def) = cx.defining_op(inner).filter(|&def| cx.name(def) == cx.name(cx.op()))
            && cx.operands(def).any(|operand| operand == outer)
        {
            return Fold::value(inner);
        }
    }
    match (int(consts[0]), int(consts[1])) {
        (Some(a), Some(b)) => Fold::attr(cx.int_attr(cx.ty(lhs), a & b)),
        _ => Fold::No,
    }
}

fn canonicalize_addi(patterns: &mut PatternSet) {
    patterns.on("arith.addi", "AddIAddConstant", add_of_add);
}

/// `(x + c0) + c1 = x + (c0 + c1)`
fn add_of_add(rw: &mut Rewriter, op: OpId) -> Match {
    let cx = rw.cx();
    let int = |rw: &Rewriter, value| constant_value(rw, value).and_then(|attr| attr.as_i64(cx));
    let Some(outer) = int(rw, rw.operand(op, 1)) else { return rw.no_match(op, "no constant outside") };
    let inner = rw.defining_op(rw.operand(op, 0)).filter(|&inner| rw.name(inner) == rw.name(op));
    let Some(inner) = inner else { return rw.no_match(op, "no addition inside") };
    let Some(known) = int(rw, rw.operand(inner, 1)) else { return rw.no_match(op, "no constant inside") };
    let ty = rw.ty(rw.result(op, 0));
    let sum = cx.int_attr(ty, known.wrapping_add(outer));
    let sum = rw.create_state(OpState::named(cx, "arith.constant").results(&[ty]).attr(cx, "value", sum));
    let operands = [rw.operand(inner, 0), rw.result(sum, 0)];
    let new = rw.create_state(OpState::named(cx, "arith.addi").operands(&operands).results(&[ty]));
    let new = rw.result(new, 0);
    rw.replace(op, [new])
}
