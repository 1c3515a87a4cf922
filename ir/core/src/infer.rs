//! Result types that follow from a definition.

use smallvec::{SmallVec, smallvec};

use crate::builder::OpState;
use crate::context::Context;
use crate::opdef::{Arity, OpDef, ValueDef};
use crate::traits::TraitSet;
use crate::types::Type;

impl OpState {
    /// Returns whether result types are to be inferred.
    #[inline]
    pub fn needs_inference(&self, cx: &Context) -> bool {
        self.result_types.is_empty()
            && !self.no_inference
            && self.name.def(cx).is_some_and(|def| !def.results.is_empty() && can_infer(def))
    }
}

/// Returns whether the result types of `def` follow from the rest of the operation.
pub fn can_infer(def: &OpDef) -> bool {
    let from_operand = |result: &ValueDef| {
        result.arity == Arity::One
            && (result.constraint.builds.is_some()
                || result.derived.is_some()
                || (result.group != 0 && has_in_group(def, result.group)))
    };
    def.behavior().infer.is_some()
        || (def.has(TraitSet::SAME_OPERANDS_AND_RESULT_TYPE) && !def.operands.is_empty())
        || def.results.iter().all(from_operand)
}

fn has_in_group(def: &OpDef, group: u8) -> bool {
    def.operands.iter().any(|operand| operand.group == group)
}

/// Types of results, of which there are few.
pub type ResultTypes = SmallVec<[Type; 2]>;

/// Infers the result types of `state`, whose operands have the types `operands`.
pub fn result_types(cx: &Context, state: &OpState, operands: &[Type]) -> Result<ResultTypes, String> {
    let Some(def) = state.name.def(cx) else { return Err("the operation is not registered".into()) };
    if let Some(infer) = def.behavior().infer {
        return infer(cx, state, operands).map(Into::into);
    }
    if def.has(TraitSet::SAME_OPERANDS_AND_RESULT_TYPE) {
        let first = operands.first().ok_or("there is no operand to take the type of")?;
        return Ok(smallvec![*first; def.results.len()]);
    }
    def.results.iter().map(|result| result_type(cx, def, state, operands, result)).collect()
}

fn result_type(
    cx: &Context,
    def: &OpDef,
    state: &OpState,
    operands: &[Type],
    result: &ValueDef,
) -> Result<Type, String> {
    if let Some(builds) = result.constraint.builds {
        return Ok(builds(cx));
    }
    if let Some(derived) = result.derived {
        let from = field_type(cx, def, state, operands, derived.from);
        return from.and_then(|ty| (derived.derive)(cx, ty)).ok_or_else(|| derived.summary.to_owned());
    }
    let same = def.operands.iter().position(|operand| operand.group == result.group && result.group != 0);
    let same = same.and_then(|field| first_of_field(cx, def, state, operands, field));
    same.ok_or_else(|| format!("nothing says the type of '{}'", result.name))
}

/// The type of operand or property `name`.
fn field_type(cx: &Context, def: &OpDef, state: &OpState, operands: &[Type], name: &str) -> Option<Type> {
    if let Some(field) = def.operands.iter().position(|operand| operand.name == name) {
        return first_of_field(cx, def, state, operands, field);
    }
    state.get_attr(cx, name)?.ty_or_none(cx)
}

fn first_of_field(cx: &Context, def: &OpDef, state: &OpState, operands: &[Type], field: usize) -> Option<Type> {
    let start = if def.has(TraitSet::ATTR_SIZED_OPERANDS) {
        let sizes = crate::fields::segment_sizes(cx, &state.props, def, "operandSegmentSizes");
        sizes.get(..field)?.iter().sum()
    } else {
        let n_variable = def.operands.iter().filter(|operand| operand.arity != Arity::One).count();
        let n_fixed = def.operands.len() - n_variable;
        let each = operands.len().saturating_sub(n_fixed).checked_div(n_variable).unwrap_or(0);
        def.operands[..field].iter().map(|operand| if operand.arity == Arity::One { 1 } else { each }).sum()
    };
    operands.get::<usize>(start).copied()
}
