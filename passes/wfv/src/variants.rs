//! Generation of the variants of a function.

use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rustc_hash::FxHashMap;

use crate::clauses::{Clauses, Variant, signature};
use crate::declined::Declined;
use crate::generate::{Known, generate};
use crate::options::Options;
use crate::plan::{Callees, Plan};
use crate::remarks::Remarks;
use crate::special::specialize;

/// The variants of the function `op` that the module does not have yet: an earlier execution has generated the others,
/// or they are written by hand.
pub(super) fn missing(
    module: &Body,
    op: OpId,
    clauses: &Clauses,
    symbols: &FxHashMap<String, OpId>,
) -> Result<Vec<Variant>, Declined> {
    let function = OpRef::new(module, op).resolve();
    let name = function.symbol_name().map_or("", |name| name.str(module.cx()));
    let mut missing = Vec::new();
    for &variant in &clauses.variants {
        let name = clauses.variant_name(name, variant);
        let Some(&other) = symbols.get(&name) else {
            missing.push(variant);
            continue;
        };
        let ty = variant_type(function, clauses, variant);
        let found = OpRef::new(module, other).resolve();
        if !found.is::<FuncOp>() || found.get(FuncOp::function_type) != ty {
            return Err(Declined::at(
                module,
                op,
                format!("requires a variant '{name}', but that symbol is no such one"),
            ));
        }
    }
    Ok(missing)
}

/// Generates the variants of `source`, the lowered function called `name`, and the functions that only they call,
/// detached.
pub(crate) fn make<'c>(
    module: &mut Body<'c>,
    source: &mut Body<'c>,
    name: &str,
    clauses: &Clauses,
    callees: &Callees,
    options: Options,
    remarks: &mut Remarks,
) -> Result<Vec<OpId>, Declined> {
    let mut made = specialize(module, source, name, clauses, options)?;
    made.extend(variants(module, source, name, clauses, callees, options, remarks)?);
    Ok(made)
}

/// The clauses of a function with a body.
pub(crate) fn wanted(function: OpRef, width: i64) -> Option<Clauses> {
    let has_body = function.is::<FuncOp>() && !function.region(0).is_empty();
    Clauses::of(function, width).filter(|_| has_body)
}

pub(super) fn variants(
    module: &mut Body,
    source: &Body,
    name: &str,
    clauses: &Clauses,
    callees: &Callees,
    options: Options,
    remarks: &mut Remarks,
) -> Result<Vec<OpId>, Declined> {
    let mut made = Vec::new();
    let Some(&Variant { width, .. }) = clauses.variants.first() else { return Ok(made) };
    let mut believed = clauses.clone();
    if !options.has_rows {
        believed.forget_strides();
    }
    let plan = Plan::new(source, &believed, width, options.skip)?;
    let Plan { graph, lanes, blocks, linear } = &plan;
    for &variant in &clauses.variants {
        let op = declare(module, source, &clauses.variant_name(name, variant), clauses, variant);
        let known = Known { graph, lanes, blocks, linear, clauses, callees, options };
        generate(&known, variant, module.nested_mut(op).expect("a function is isolated"))?;
        made.push(op);
    }
    remarks.vectorized(&plan, name, width, options.target, callees);
    Ok(made)
}

/// The type of a variant of `function`.
fn variant_type(function: OpRef, clauses: &Clauses, variant: Variant) -> Type {
    let cx = function.cx();
    let (inputs, results) = signature(function);
    let wide = |ty: Type| cx.vector_type(&[variant.width], ty);
    let argument = |(&ty, clause): (&Type, &crate::clauses::Clause)| if clause.step.is_some() { ty } else { wide(ty) };
    let mut types: Vec<Type> = inputs.iter().zip(&clauses.arguments).map(argument).collect();
    types.extend(variant.masked.then(|| wide(Type::I1)));
    let results: Vec<Type> = results.into_iter().map(wide).collect();
    cx.function_type(&types, &results)
}

/// Creates an empty function for a variant, detached.
fn declare(module: &mut Body, source: &Body, name: &str, clauses: &Clauses, variant: Variant) -> OpId {
    let cx = module.cx();
    let ty = variant_type(OpRef::root(source), clauses, variant);
    let visibility = OpRef::root(source).get(FuncOp::sym_visibility);
    let build = FuncOp::build(name, ty).prop(FuncOp::SYM_VISIBILITY, visibility);
    module.create_op(build.at(source.loc(source.root())).finish(cx))
}
