//! Interfaces: behaviour that an operation declares for queries by generic code.
//!
//! An interface is a Rust trait whose methods take a view of the operation. A dialect implements it for the operation's
//! type without an operation, `AddOp<()>`; the definition lists it, and
//! [`OpDef::interface`](crate::opdef::OpDef::interface) finds it. Any crate can declare further interfaces in the same
//! way.

use std::ops::Range;

use crate::arena::{OpId, RegionId, Value};
use crate::attrs::Attr;
pub use crate::checked::Checked;
use crate::context::Context;
use crate::mixed_index::MixedIndex;
use crate::name::Ident;
use crate::opref::{OpRef, RegionRef, ValueRef};
use crate::rewriter::Rewriter;
pub use crate::symbol::SymbolUser;
use crate::types::Type;

/// A terminator that passes operands on to its successors' arguments.
pub trait BranchOp: Send + Sync {
    /// The positions of the operands forwarded to successor `index`, and the number of its leading arguments that the
    /// operation produces itself.
    fn successor_operands(&self, op: OpRef, index: usize) -> SuccessorOperands;

    /// The successor taken when the operands are these constants.
    fn successor_for(&self, _op: OpRef, _operands: &[Option<Attr>]) -> Option<usize> {
        None
    }

    /// Sets the operands forwarded to successor `index`, after the arguments that the operation produces itself. The
    /// default suits operations whose last operand fields are those forwarded to the successors, one field each.
    fn set_successor_operands(&self, body: &mut crate::body::Body, op: OpId, index: usize, operands: &[Value]) {
        let view = OpRef::new(body, op);
        let place = self.successor_operands(view, index).forwarded;
        // An empty field has the same position as the next one.
        let later = index + 1..view.successors().len();
        let n_alike = later.filter(|&other| self.successor_operands(view, other).forwarded == place).count();
        crate::fields::replace_operands(body, op, place, n_alike, operands);
    }

    /// The block argument that receives operand `operand` of the operation.
    fn argument_for<'a>(&self, op: OpRef<'a>, operand: usize) -> Option<ValueRef<'a>> {
        op.successors().enumerate().find_map(|(index, block)| {
            let passed = self.successor_operands(op, index);
            let offset = operand.checked_sub(passed.forwarded.start)?;
            (operand < passed.forwarded.end).then(|| block.args().nth(passed.n_produced + offset)).flatten()
        })
    }
}

/// See [`BranchOp::successor_operands`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuccessorOperands {
    /// The number of leading arguments of the block that the operation produces itself.
    pub n_produced: usize,
    /// The operands passed to the arguments after those.
    pub forwarded: Range<usize>,
}

impl SuccessorOperands {
    /// All arguments are passed operands.
    pub fn forwarded(range: Range<usize>) -> Self {
        Self { n_produced: 0, forwarded: range }
    }

    /// The number of arguments of the block.
    pub fn len(&self) -> usize {
        self.n_produced + self.forwarded.len()
    }

    /// Returns whether the block has no arguments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A point of the control flow in an operation with regions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionPoint {
    /// At the operation itself: on entry, or after it.
    Parent,
    /// At the end of the region with index `.0`.
    Region(usize),
}

/// A possible successor of the control flow, with the values that receive the forwarded operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionSuccessor {
    /// The target region; [`RegionPoint::Parent`] is the exit of the operation.
    pub target: RegionPoint,
    /// The values that receive the forwarded operands: arguments of the region's entry block, or results.
    pub inputs: Vec<Value>,
}

/// An operation that passes control between its regions.
pub trait RegionBranchOp: Send + Sync {
    /// The possible successors of `from`.
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor>;

    /// The operands passed to `to` on entry; [`RegionPoint::Parent`] as `to`
    /// when no region is entered.
    fn entry_operands(&self, op: OpRef, to: RegionPoint) -> Range<usize>;

    /// As [`Self::successors`] on entry, when the operands are these constants.
    fn entry_successors(&self, op: OpRef, _operands: &[Option<Attr>]) -> Vec<RegionSuccessor> {
        self.successors(op, RegionPoint::Parent)
    }

    /// The least and the greatest number of executions of each region (`None`: unbounded).
    fn invocation_bounds(&self, op: OpRef, _operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        vec![(0, None); op.n_regions()]
    }

    /// Returns whether the types on both ends of an edge are compatible.
    fn types_compatible(&self, lhs: Type, rhs: Type) -> bool {
        lhs == rhs
    }
}

/// A terminator of a region of a [`RegionBranchOp`] that passes only some of
/// its operands on. A return-like terminator without it passes all.
pub trait RegionBranchTerminator: Send + Sync {
    /// The operands passed to `to`.
    fn successor_operands(&self, op: OpRef, to: RegionPoint) -> Range<usize>;

    /// The possible successors of this terminator when its operands are these constants.
    fn successors(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<RegionSuccessor> {
        let _ = operands;
        let Some(parent) = op.parent() else { return Vec::new() };
        let region = op.body.parent_region(op.id).expect("a terminator with a parent is in a region");
        let index = op.body.region_index(region);
        parent
            .interface::<dyn RegionBranchOp>()
            .map_or(Vec::new(), |i| i.successors(parent, RegionPoint::Region(index)))
    }
}

/// A loop.
pub trait LoopLike: Send + Sync {
    /// The regions that run repeatedly.
    fn loop_regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>>;

    /// Returns whether `value` is defined outside the loop.
    fn is_defined_outside(&self, op: OpRef, value: Value) -> bool {
        !op.body.is_defined_inside(op.id, value)
    }

    /// Induction variables: one per dimension.
    fn induction_vars(&self, _op: OpRef) -> Vec<Value> {
        Vec::new()
    }

    /// The positions of the initial values of loop-carried variables.
    fn inits(&self, _op: OpRef) -> Range<usize> {
        0..0
    }

    /// The loop-carried variables as region arguments.
    fn region_iter_args(&self, _op: OpRef) -> Vec<Value> {
        Vec::new()
    }

    /// The values that the body passes to the loop-carried variables of the next iteration.
    fn yielded_values(&self, _op: OpRef) -> Vec<Value> {
        Vec::new()
    }

    /// The results that hold the final values of the loop-carried variables, if there are such results.
    fn loop_results(&self, _op: OpRef) -> Option<Vec<Value>> {
        None
    }

    /// Whether the bounds are compared as unsigned integers.
    fn is_unsigned(&self, _op: OpRef) -> bool {
        false
    }

    /// Lower bounds, upper bounds and steps, one each per dimension, if known.
    fn bounds(&self, _op: OpRef) -> Option<LoopBounds> {
        None
    }
}

/// A value or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueOrAttr {
    /// A value.
    Value(Value),
    /// A constant.
    Attr(Attr),
}

/// See [`LoopLike::bounds`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBounds {
    /// Lower bounds, inclusive.
    pub lower: Vec<ValueOrAttr>,
    /// Upper bounds, exclusive.
    pub upper: Vec<ValueOrAttr>,
    /// Steps.
    pub step: Vec<ValueOrAttr>,
}

/// A call.
pub trait CallOp: Send + Sync {
    /// The property slot of the callee symbol; `None` if the callee is always a value.
    fn callee_prop(&self) -> Option<usize>;
    /// The callee: the symbol, or without one the first operand.
    fn callee(&self, op: OpRef) -> ValueOrAttr {
        match self.callee_prop().and_then(|slot| op.prop(slot)) {
            Some(symbol) => ValueOrAttr::Attr(symbol),
            None => ValueOrAttr::Value(op.operand(0).id),
        }
    }
    /// Sets the callee symbol.
    fn set_callee(&self, body: &mut crate::body::Body, op: OpId, callee: Attr) {
        if let Some(slot) = self.callee_prop() {
            body.set_prop(op, slot, callee);
        }
    }
    /// The positions of the argument operands: all but an indirect callee.
    fn arguments(&self, op: OpRef) -> Range<usize> {
        let is_direct = self.callee_prop().is_some_and(|slot| op.prop(slot).is_some());
        usize::from(!is_direct)..op.n_operands()
    }
}

/// A callee of calls. An operation that is also a [`FunctionOp`] needs no other method.
pub trait Callable: Send + Sync {
    /// The region that runs; `None` for a declaration.
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(op.region(0)).filter(|region| !region.is_empty())
    }
    /// The result types of a call; the default is the results of the function type.
    fn result_types(&self, op: OpRef) -> Vec<Type> {
        op.interface::<dyn FunctionOp>().map_or_else(Vec::new, |function| function.result_types(op))
    }
    /// The argument types of a call; the default is the inputs of the function type.
    fn argument_types(&self, op: OpRef) -> Vec<Type> {
        op.interface::<dyn FunctionOp>().map_or_else(Vec::new, |function| function.argument_types(op))
    }
}

/// An operation with a function type, an entry block for its arguments, and attributes on arguments and results
/// (upstream: `FunctionOpInterface`). The default type is the builtin function type.
pub trait FunctionOp: Send + Sync {
    /// The slot of the type property.
    fn type_prop(&self) -> usize;
    /// The slots of the argument and result attribute properties.
    fn attr_props(&self) -> (usize, usize);
    /// Argument types of the function type.
    fn argument_types(&self, op: OpRef) -> Vec<Type> {
        types_of(op, self.type_prop()).0
    }
    /// Result types of the function type.
    fn result_types(&self, op: OpRef) -> Vec<Type> {
        types_of(op, self.type_prop()).1
    }
    /// The type attribute for other argument and result types.
    fn with_types(&self, op: OpRef, arguments: &[Type], results: &[Type]) -> Attr {
        op.cx().type_attr(op.cx().function_type(arguments, results))
    }
}

/// The kind of an effect on a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EffectKind {
    /// Allocates it.
    Allocate,
    /// Frees it.
    Free,
    /// Reads it.
    Read,
    /// Writes it.
    Write,
}

/// The target of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EffectTarget {
    /// All of the resource.
    Resource,
    /// The memory that this operand, result or argument refers to.
    Value(Value),
    /// The memory that this symbol refers to.
    Symbol(Attr),
}

/// An effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// The kind of the effect.
    pub kind: EffectKind,
    /// The target.
    pub target: EffectTarget,
    /// The resource's name; [`Effect::DEFAULT`] is memory.
    pub resource: &'static str,
    /// Effects of a lower stage happen before those of a higher one.
    pub stage: u8,
}

impl Effect {
    /// Memory.
    pub const DEFAULT: &'static str = "default";
    /// Memory freed at the end of an automatic allocation scope.
    pub const STACK: &'static str = "automatic-allocation-scope";

    /// An effect on all of memory.
    pub fn any(kind: EffectKind) -> Self {
        Self { kind, target: EffectTarget::Resource, resource: Self::DEFAULT, stage: 0 }
    }

    /// An effect on the memory that `value` refers to.
    pub fn on(kind: EffectKind, value: Value) -> Self {
        Self { kind, target: EffectTarget::Value(value), resource: Self::DEFAULT, stage: 0 }
    }
}

/// An operation that declares its effects on memory and other resources. The traits `NoMemoryEffect` and
/// `RecursiveMemoryEffects` declare them without this interface.
pub trait MemoryEffects: Send + Sync {
    /// The effects of the operation itself.
    fn effects(&self, op: OpRef) -> Vec<Effect>;
}

/// Whether an operation may be executed speculatively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculatability {
    /// Never.
    No,
    /// Always.
    Yes,
    /// If all operations in its regions may.
    Recursive,
}

/// An operation whose speculatability depends on its operands (upstream: `ConditionallySpeculatable`). A speculatable
/// operation propagates poison; [`crate::speculate`] has the analysis of operands.
pub trait Speculatable: Send + Sync {
    /// The decision.
    fn speculatability(&self, op: OpRef) -> Speculatability;
}

/// An operation that declares whether its results may be poison though no operand is. Without this interface an
/// operation may produce poison.
pub trait PoisonBehavior: Send + Sync {
    /// Returns whether they may be poison.
    fn may_make_poison(&self, op: OpRef) -> bool;
}

/// An operation with a symbol name, in addition to the trait `Symbol`.
pub trait SymbolOp: Send + Sync {
    /// Returns whether the name may be missing.
    fn is_optional(&self) -> bool {
        false
    }
    /// Returns whether it is only a declaration.
    fn is_declaration(&self, _op: OpRef) -> bool {
        false
    }
    /// Returns whether it may be erased when it has no symbol uses.
    fn can_discard_when_unused(&self, op: OpRef) -> bool {
        crate::symbol::visibility(op) != crate::symbol::Visibility::Public
    }
}

/// Names for the text form (upstream: `OpAsmOpInterface`).
pub trait AsmNames: Send + Sync {
    /// Calls `name` with names for results, by index; a result group begins at each.
    fn result_names(&self, _op: OpRef, _name: &mut dyn FnMut(usize, &str)) {}
    /// Calls `name` with names for the entry arguments of `region`.
    fn arg_names(&self, _op: OpRef, _region: RegionRef, _name: &mut dyn FnMut(Value, &str)) {}
    /// Calls `name` with names for blocks.
    fn block_names(&self, _op: OpRef, _name: &mut dyn FnMut(crate::arena::BlockId, &str)) {}
    /// The dialect whose prefix is omitted from operation names in the regions.
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        None
    }
}

/// An operation that only changes the type of its operand.
pub trait CastOp: Send + Sync {
    /// Returns whether `from` can be cast to `to`.
    fn compatible(&self, cx: &Context, from: &[Type], to: &[Type]) -> bool;
}

/// Checks that `op`, a [`CastOp`], casts between compatible types.
pub fn verify_cast(op: OpRef) -> Checked {
    let from: Vec<Type> = op.operands().map(|value| value.ty()).collect();
    let to: Vec<Type> = op.results().map(|value| value.ty()).collect();
    let cast = op.interface::<dyn CastOp>().expect("casts implement the interface");
    if cast.compatible(op.cx(), &from, &to) {
        return Ok(());
    }
    let list = |types: &[Type]| {
        let types: Vec<String> = types.iter().map(|&ty| format!("'{}'", op.cx().show_type(ty))).collect();
        format!("type{} {}", if types.len() == 1 { "" } else { "s" }, types.join(", "))
    };
    Err(op.error(format!("operand {} and result {} are cast incompatible", list(&from), list(&to))))
}

/// An operation that selects one of two operands (upstream: `SelectLikeOpInterface`).
pub trait SelectLike: Send + Sync {
    /// The operand indices of the condition, the true value and the false value.
    fn parts(&self) -> (usize, usize, usize);
}

/// An operation that inserts a thread's result into a shared tensor (upstream: `ParallelCombiningOpInterface`).
pub trait ParallelCombining: Send + Sync {
    /// The positions of the operands that are shared tensors.
    fn updated_destinations(&self, op: OpRef) -> Range<usize>;
}

/// An operation whose region holds [`ParallelCombining`] operations (upstream:
/// `InParallelOpInterface`).
pub trait InParallel: Send + Sync {}

/// An operation that writes its results into some of its operands, or, for tensors, returns updated copies of them
/// (upstream: `DestinationStyleOpInterface`).
pub trait DestinationStyle: Send + Sync {
    /// The positions of those operands, one for each result that is a tensor.
    fn inits(&self, op: OpRef) -> Range<usize>;

    /// Returns whether a `tensor.cast` that only erases static sizes may be folded into the operands, so that the
    /// results have the types of the new destinations.
    fn may_skip_casts(&self) -> bool {
        true
    }
}

/// An operation whose region, if it has a single operation and no explicit terminator, ends by yielding that
/// operation's results.
pub trait YieldsOnlyOp: Send + Sync {}

/// Ranges of integers for range analyses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntRange {
    /// Smallest and largest as unsigned.
    pub unsigned: (rmlir_num::ApInt, rmlir_num::ApInt),
    /// Smallest and largest as signed.
    pub signed: (rmlir_num::ApInt, rmlir_num::ApInt),
}

/// An operation whose integer results have ranges inferred from those of its operands.
pub trait InferIntRange: Send + Sync {
    /// Calls `set` with ranges of results or region arguments. `operands[i]` is `None` when no range is known.
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange));
}

/// An operation that declares which of its regions, by index, are graph regions.
pub trait RegionKinds: Send + Sync {
    /// Returns whether region `index` requires definitions to dominate uses.
    fn has_ssa_dominance(&self, op: OpRef, index: usize) -> bool;
}

/// An operation whose result is a view of the memory of an operand.
pub trait ViewLike: Send + Sync {
    /// The operand that is viewed.
    fn source(&self, op: OpRef) -> usize;
}

/// A global variable, by the symbol that names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalVariable {
    /// The symbol.
    pub symbol: Ident,
    /// Whether other symbols may alias the same memory.
    pub may_be_alias: bool,
}

/// An operation whose only result is the address of a global variable.
pub trait GlobalAddress: Send + Sync {
    /// The variable.
    fn global(&self, op: OpRef) -> GlobalVariable;
}

/// A global variable.
pub trait GlobalConstant: Send + Sync {
    /// The initial value, if the variable is never written.
    fn constant_value(&self, op: OpRef) -> Option<Attr>;
}

/// An operation that can compute the sizes of its results from its operands (upstream:
/// `ReifyRankedShapedTypeOpInterface`). The computation is created at the insertion point.
pub trait ReifyShapes: Send + Sync {
    /// The sizes of result `index`, one for each dimension. `None` if they are not known.
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, index: usize) -> Option<Vec<MixedIndex>>;

    /// Size `dim` of result `index`.
    fn result_size(&self, rw: &mut Rewriter, op: OpId, index: usize, dim: usize) -> Option<MixedIndex> {
        self.result_sizes(rw, op, index)?.get(dim).copied()
    }
}

/// An attribute that encodes tensors (upstream: `VerifiableTensorEncoding`).
pub trait TensorEncoding: Send + Sync {
    /// Verifies that `encoding`, this attribute, can be the encoding of a tensor.
    ///
    /// # Errors
    /// The message about the shape, the element type or the attribute itself.
    fn verify_encoding(&self, cx: &Context, encoding: Attr, shape: &[i64], element: Type) -> Result<(), String>;
}

/// Region ids as plain handles, for interface users that keep them.
pub fn region_ids(regions: &[RegionRef]) -> Vec<RegionId> {
    regions.iter().map(|region| region.id).collect()
}

/// Values as plain handles, for interface users that keep them.
pub fn value_ids<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> Vec<Value> {
    values.into_iter().map(|value| value.id).collect()
}

/// The inputs and results of the builtin function type in property `slot`; empty if there is no such type.
pub fn types_of(op: OpRef, slot: usize) -> (Vec<Type>, Vec<Type>) {
    let ty = op.prop(slot).and_then(|attr| attr.as_type(op.cx()));
    let types = ty.and_then(|ty| ty.function(op.cx()));
    types.map_or_else(Default::default, |(inputs, results)| (inputs.to_vec(), results.to_vec()))
}
