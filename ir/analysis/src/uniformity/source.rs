//! Where divergence comes from in the IR: what operations say, and what holds for those that say nothing.

use rmlir_core::effects::{effects_of, is_memory_effect_free};
use rmlir_core::interfaces::{CallOp, EffectKind, FunctionOp};
use rmlir_core::{Attr, Context, OpRef, TraitSet};

use super::flow::Nature;

/// Whose threads are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// Any.
    #[default]
    Generic,
    /// AMD's processors, as LLVM knows them.
    Amdgcn,
    /// NVIDIA's processors, as LLVM knows them.
    Nvptx,
}

/// An operation that knows how its results, or the arguments of its region, relate between threads (upstream, after
/// version 22: `InferUniformityOpInterface`).
pub trait InferUniformity: Send + Sync {
    /// Of result `result`.
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        default_nature(op, result, target)
    }

    /// Of an argument of a function.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let _ = argument;
        default_argument_nature(op, target)
    }

    /// Whether the results may be any value.
    fn is_undefined(&self, _op: OpRef) -> bool {
        false
    }

    /// Whether the function `op` is run by one thread, with no others that it could differ from.
    fn runs_alone(&self, _op: OpRef, _target: Target) -> bool {
        false
    }
}

/// A dialect whose attributes at arguments of functions say how these relate between threads.
pub trait InferArgumentUniformity: Send + Sync {
    /// What `value`, called `name`, says of the argument that it stands at, if anything.
    fn argument_nature(&self, cx: &Context, name: &str, value: Attr) -> Option<Nature>;
}

/// Of a result of `op`, whatever it says.
pub fn result_nature(op: OpRef, result: usize, target: Target) -> Nature {
    match op.interface::<dyn InferUniformity>() {
        Some(interface) => interface.result_nature(op, result, target),
        None => default_nature(op, result, target),
    }
}

/// Of an argument of the function `op`, whatever it says. What stands at the argument comes first.
pub fn argument_nature(op: OpRef, argument: usize, target: Target) -> Nature {
    if let Some(nature) = said_nature(op, argument) {
        return nature;
    }
    match op.interface::<dyn InferUniformity>() {
        Some(interface) => interface.argument_nature(op, argument, target),
        None => default_argument_nature(op, target),
    }
}

/// What attributes at an argument of the function `op` say of it.
fn said_nature(op: OpRef, argument: usize) -> Option<Nature> {
    let cx = op.cx();
    let said = op.attr("arg_attrs")?.as_array(cx)?.get(argument)?.as_dict(cx)?;
    said.iter().find_map(|said| {
        let name = said.name.str(cx);
        let (dialect, _) = name.split_once('.')?;
        let interface = cx.dialect(dialect)?.interface::<dyn InferArgumentUniformity>()?;
        interface.argument_nature(cx, name, said.value)
    })
}

/// Whether the function `op` is run by one thread, whatever it says.
pub fn runs_alone(op: OpRef, target: Target) -> bool {
    op.interface::<dyn InferUniformity>().is_some_and(|interface| interface.runs_alone(op, target))
}

/// Of operations that say nothing: what has no effects computes, what only reads may read something else later, and
/// each thread allocates for itself. Calls, what changes memory and gives a value (atomics), and what nothing is known
/// about differ between threads.
pub fn default_nature(op: OpRef, _result: usize, target: Target) -> Nature {
    if op.interface::<dyn CallOp>().is_some() {
        return Nature::Divergent;
    }
    if is_memory_effect_free(op) {
        return Nature::Computed;
    }
    let Some(effects) = effects_of(op) else { return Nature::Divergent };
    let has = |kind| effects.iter().any(|effect| effect.kind == kind);
    if has(EffectKind::Allocate) {
        // An address in a thread's own memory is the same number for all, but what is there is not.
        return if target == Target::Generic { Nature::Divergent } else { Nature::Computed };
    }
    if has(EffectKind::Read) && has(EffectKind::Write) {
        return Nature::Divergent;
    }
    Nature::Timed
}

/// The arguments of kernels are uniform, those of other functions are not.
pub fn default_argument_nature(op: OpRef, _target: Target) -> Nature {
    if op.attr("gpu.kernel").is_some() { Nature::Computed } else { Nature::Divergent }
}

/// The functions with a body at and under `op`.
pub fn functions(op: OpRef) -> Vec<OpRef> {
    let mut found = Vec::new();
    op.walk_preorder(|op| {
        let op = op.resolve();
        let has_body = || op.regions().next().is_some_and(|region| !region.is_empty());
        if op.interface::<dyn FunctionOp>().is_some() && op.has(TraitSet::ISOLATED_FROM_ABOVE) && has_body() {
            found.push(op);
        }
    });
    found
}
