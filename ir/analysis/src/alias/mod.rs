//! Alias analysis: whether two values may refer to the same memory.
//!
//! Input: two values of one body that refer to memory (memrefs, pointers, aggregates of them). Output: [`AliasResult`].
//! Steps: 1. [`origin`] follows each value backward, through views, selects, casts and control flow, to its base
//! objects; 2. two base objects are compared by facts: allocations, globals and arguments of the function; arguments
//! marked `llvm.noalias`; results of `memref.distinct_objects`; [`capture`]: loads and calls do not return an object
//! whose address is never captured.
//!
//! Invariant: the forward walk of [`capture`] follows at least the values that the backward walk of [`origin`] follows.
//! If the latter gives up on a value that the former follows, the base is [`Base::Any`], not [`Base::Unknown`].
//!
//! A query is about one point of the program ([`AliasAnalysis::new`]), where both values are available, or about the
//! iterations of a loop ([`AliasAnalysis::across`]): then the values are those of any two iterations, equal or
//! different. A value defined in the loop differs between iterations, so neither the identity of values nor a fact that
//! holds for one execution of an operation (`memref.distinct_objects` in the loop) is used then.
//!
//! All passes use this analysis; none has alias rules of its own. The facts exceed those of upstream's
//! `LocalAliasAnalysis`; passes whose output is compared with upstream's use [`AliasAnalysis::local`].

mod capture;
mod effects;
mod origin;
mod view;

use rmlir_core::interfaces::{Effect, FunctionOp};
use rmlir_core::{Body, OpId, TraitSet, Value, ValueDefinition};

pub use self::capture::{is_captured, is_captured_beyond};
use self::origin::allocation_effect;
pub use self::origin::{Base, Origin, address_operands, function_argument, is_allocation, sources};
pub use self::view::{same_descriptor, view_base};

/// The argument attribute of the `llvm` dialect for memory that is accessed through this argument only.
pub const NOALIAS: &str = "llvm.noalias";

/// The relation between the memory that two values refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasResult {
    /// The values do not alias: no byte belongs to both.
    NoAlias,
    /// The values may alias.
    MayAlias,
    /// Both have the same address, sizes and strides.
    MustAlias,
}

/// The alias analysis of a body.
#[derive(Clone, Copy)]
pub struct AliasAnalysis<'a> {
    body: &'a Body<'a>,
    around: Option<OpId>,
    noalias_arguments: bool,
    /// Whether an argument of the function is assumed to be marked [`NOALIAS`].
    is_taken_noalias: Option<&'a dyn Fn(Value) -> bool>,
    is_local: bool,
}

/// Whether `a` and `b` may refer to the same memory, at one point of the program.
pub fn may_alias(body: &Body, a: Value, b: Value) -> bool {
    AliasAnalysis::new(body).may_alias(a, b)
}

impl<'a> AliasAnalysis<'a> {
    /// The analysis of values at one point of the program.
    pub fn new(body: &'a Body<'a>) -> Self {
        Self { body, around: None, noalias_arguments: false, is_taken_noalias: None, is_local: false }
    }

    /// The analysis of values of any two iterations of a loop, equal or different.
    pub fn across(self, loop_op: OpId) -> Self {
        Self { around: Some(loop_op), ..self }
    }

    /// Assumes, if `assumed`, that different arguments of the function do not alias.
    pub fn noalias_arguments(self, assumed: bool) -> Self {
        Self { noalias_arguments: assumed, ..self }
    }

    /// Assumes that the selected arguments of the function are marked [`NOALIAS`], besides those that are.
    pub fn taking_noalias(self, arguments: &'a dyn Fn(Value) -> bool) -> Self {
        Self { is_taken_noalias: Some(arguments), ..self }
    }

    /// Restricts the analysis to the facts of upstream's `LocalAliasAnalysis`.
    pub fn local(self) -> Self {
        Self { is_local: true, ..self }
    }

    /// Whether `a` and `b` may refer to the same memory.
    pub fn may_alias(self, a: Value, b: Value) -> bool {
        self.alias(a, b) != AliasResult::NoAlias
    }

    /// The relation between the memory of `a` and `b`.
    pub fn alias(self, a: Value, b: Value) -> AliasResult {
        if self.is_same(a, b) {
            return AliasResult::MustAlias;
        }
        let (a, b) = (self.origins(a), self.origins(b));
        let is_no_alias = !a.is_empty() && !b.is_empty() && a.iter().all(|a| b.iter().all(|b| self.are_apart(a, b)));
        if is_no_alias { AliasResult::NoAlias } else { AliasResult::MayAlias }
    }

    /// Whether `a` and `b` have the same address, sizes and strides.
    pub fn is_same(self, a: Value, b: Value) -> bool {
        let is_invariant = |value| self.around.is_none_or(|around| !self.body.is_defined_inside(around, value));
        if self.is_local {
            return a == b && is_invariant(a);
        }
        let (a, b) = (same_descriptor(self.body, a), same_descriptor(self.body, b));
        a == b && is_invariant(a)
    }

    /// The base objects that `value` may refer to, each with the facts known on the path to it.
    pub fn origins(self, value: Value) -> Vec<Origin> {
        origin::origins(self.body, value, self.around, self.is_local)
    }

    /// Whether the memory of two origins is known not to alias.
    fn are_apart(self, a: &Origin, b: &Origin) -> bool {
        if !self.is_local && a.is_distinct_from(b) {
            return true;
        }
        match (a.base, b.base) {
            (Base::Allocation(a), Base::Allocation(b)) => a != b,
            (Base::Allocation(own), other) | (other, Base::Allocation(own)) => self.is_not_allocation(own, other),
            (Base::Global(a), Base::Global(b)) => a.symbol != b.symbol && !a.may_be_alias && !b.may_be_alias,
            (Base::Argument(a), Base::Argument(b)) => {
                a != b && (self.noalias_arguments || self.is_noalias(a) || self.is_noalias(b))
            }
            (Base::Argument(own), Base::Global(_)) | (Base::Global(_), Base::Argument(own)) => self.is_noalias(own),
            (Base::Argument(own), Base::Unknown(_)) | (Base::Unknown(_), Base::Argument(own)) => {
                self.is_noalias(own) && !is_captured(self.body, own)
            }
            _ => false,
        }
    }

    /// Whether `other`, which is not a visible allocation, cannot alias the allocation `own`.
    fn is_not_allocation(self, own: Value, other: Base) -> bool {
        let is_before = |value| is_before(self.body, value, allocation_scope(self.body, own));
        match other {
            Base::Argument(value) => is_before(value) || self.is_noalias(value),
            Base::Any(value) => is_before(value),
            Base::Unknown(value) => is_before(value) || (!self.is_local && !is_captured(self.body, own)),
            Base::Global(_) => true,
            Base::Allocation(other) => own != other,
        }
    }

    /// Whether the memory of an argument of the function is accessed through it only.
    fn is_noalias(self, argument: Value) -> bool {
        let is_taken = || self.is_taken_noalias.is_some_and(|is_noalias| is_noalias(argument));
        !self.is_local && (is_noalias_argument(self.body, argument) || is_taken())
    }
}

/// Whether `value` is an argument of a function that is marked `llvm.noalias`.
pub fn is_noalias_argument(body: &Body, value: Value) -> bool {
    let Some((function, index)) = function_argument(body, value) else { return false };
    let interface = function.interface::<dyn FunctionOp>().expect("it is a function");
    let attrs = function.prop(interface.attr_props().0).and_then(|attrs| attrs.as_array(function.cx()));
    let own = attrs.and_then(|attrs| attrs.get(index).copied());
    own.is_some_and(|own| own.dict_get(function.cx(), function.cx().ident(NOALIAS)).is_some())
}

/// The operation that bounds the lifetime of an allocation: the function, or on the stack the automatic allocation
/// scope.
fn allocation_scope(body: &Body, value: Value) -> Option<OpId> {
    let (op, effect) = (body.defining_op(value)?, allocation_effect(body, value)?);
    let is_scope = |outer: OpId| match effect.resource == Effect::STACK {
        true => body.has_trait(outer, TraitSet::AUTOMATIC_ALLOCATION_SCOPE),
        false => body.interface::<dyn FunctionOp>(outer).is_some(),
    };
    body.find_ancestor(op, is_scope)
}

/// Whether `value` is defined before `scope` executes.
fn is_before(body: &Body, value: Value, scope: Option<OpId>) -> bool {
    let Some(scope) = scope else { return false };
    let Some(owner) = body.value_region(value).map(|region| body.region_owner(region)) else { return false };
    let is_entry_arg = || matches!(body.value_def(value), ValueDefinition::Argument(block, _) if body.is_entry(block));
    if owner == scope { is_entry_arg() } else { body.is_ancestor(owner, scope) }
}
