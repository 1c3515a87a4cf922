//! Sources of divergence in the IR: the interfaces by which operations declare it, and the defaults for all others.

use rmlir_core::effects::{effects_of, is_memory_effect_free};
use rmlir_core::interfaces::{CallOp, EffectKind, FunctionOp};
use rmlir_core::{Attr, Context, OpRef, TraitSet};

use super::flow::Nature;

/// The target, whose threads are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// Any target.
    #[default]
    Generic,
    /// AMD GPUs, with LLVM's rules for them.
    Amdgcn,
    /// NVIDIA GPUs, with LLVM's rules for them.
    Nvptx,
}

/// An operation that declares the uniformity of its results, or of the arguments of its region (upstream, after version
/// 22: `InferUniformityOpInterface`).
pub trait InferUniformity: Send + Sync {
    /// The nature of result `result`.
    fn result_nature(&self, op: OpRef, result: usize, target: Target) -> Nature {
        default_nature(op, result, target)
    }

    /// The nature of an argument of a function.
    fn argument_nature(&self, op: OpRef, argument: usize, target: Target) -> Nature {
        let _ = argument;
        default_argument_nature(op, target)
    }

    /// Whether the results may be any value.
    fn is_undefined(&self, _op: OpRef) -> bool {
        false
    }

    /// Whether the function `op` is executed by one thread only.
    fn runs_alone(&self, _op: OpRef, _target: Target) -> bool {
        false
    }
}

/// A dialect whose attributes of function arguments declare the uniformity of these.
pub trait InferArgumentUniformity: Send + Sync {
    /// The nature that `value`, the attribute `name` of an argument, implies for the argument, if any.
    fn argument_nature(&self, cx: &Context, name: &str, value: Attr) -> Option<Nature>;
}

/// The nature of a result of any operation `op`.
pub fn result_nature(op: OpRef, result: usize, target: Target) -> Nature {
    match op.interface::<dyn InferUniformity>() {
        Some(interface) => interface.result_nature(op, result, target),
        None => default_nature(op, result, target),
    }
}

/// The nature of an argument of any function `op`. Attributes of the argument have precedence.
pub fn argument_nature(op: OpRef, argument: usize, target: Target) -> Nature {
    if let Some(nature) = said_nature(op, argument) {
        return nature;
    }
    match op.interface::<dyn InferUniformity>() {
        Some(interface) => interface.argument_nature(op, argument, target),
        None => default_argument_nature(op, target),
    }
}

/// The nature that attributes of an argument of the function `op` declare.
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

/// Whether the function `op` is executed by one thread only.
pub fn runs_alone(op: OpRef, target: Target) -> bool {
    op.interface::<dyn InferUniformity>().is_some_and(|interface| interface.runs_alone(op, target))
}

/// The nature of results of operations without the interface: an operation without effects computes, one that only
/// reads may read another value later, and each thread allocates its own memory. Calls, operations that change memory
/// and have results (atomics), and unknown operations are divergent.
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
        // An address in thread-private memory is the same integer for all threads, but the memory behind it differs.
        return if target == Target::Generic { Nature::Divergent } else { Nature::Computed };
    }
    if has(EffectKind::Read) && has(EffectKind::Write) {
        return Nature::Divergent;
    }
    Nature::Timed
}

/// The arguments of kernels are uniform, those of other functions are divergent.
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
