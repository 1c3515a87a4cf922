//! Inference of shapes: the types of results, and of the arguments of regions, get the sizes that follow from operands.
//!
//! Steps: 1. the operations are visited in program order, and the types of their results are refined; regions of control
//! flow are visited with the types of what they are given, those of a loop until its types do not change; 2. where a value
//! with a refined type is used by an operation of another dialect that cannot infer its own types, a `tensor.cast`
//! restores the type.

use rmlir::core::infer::can_infer;
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, tensor_type};
use rmlir_tosa::{IfOp, InferShapes, WhileOp, YieldOp};

/// Propagate shapes across TOSA operations.
///
/// ```mlir
/// %0 = tosa.abs %t : (tensor<4xf32>) -> tensor<?xf32>
/// // becomes
/// %0 = tosa.abs %t : (tensor<4xf32>) -> tensor<4xf32>
/// ```
#[pass(
    name = "tosa-infer-shapes",
    title = "TosaInferShapesPass",
    anchor = "func.func",
    depends(rmlir_func::Func, rmlir_tensor::Tensor, rmlir_tosa::Tosa)
)]
pub fn tosa_infer_shapes(cx: &mut PassCx) -> PassResult {
    let mut rw = cx.rewriter();
    let root = rw.root();
    let regions: Vec<RegionId> = rw.regions(root).to_vec();
    let mut changes = Changes::default();
    for region in regions {
        propagate(&mut rw, region, &mut changes);
    }
    changes.commit(&mut rw);
    Ok(())
}

/// The values whose types were changed, with their types before.
#[derive(Default)]
struct Changes {
    before: Vec<(Value, Type)>,
}

impl Changes {
    fn set(&mut self, rw: &mut Rewriter, value: Value, ty: Type) {
        let before = rw.ty(value);
        if before != ty {
            self.before.push((value, before));
            rw.set_type(value, ty);
        }
    }

    fn roll_back(self, rw: &mut Rewriter) {
        for (value, ty) in self.before {
            rw.set_type(value, ty);
        }
    }

    /// Casts values to their types before where they are used by operations that cannot be refined.
    fn commit(self, rw: &mut Rewriter) {
        for (value, ty) in self.before {
            let uses: Vec<(OpId, u32)> = rw.uses(value).filter(|&(user, _)| !can_be_refined(rw, user)).collect();
            if uses.is_empty() {
                continue;
            }
            rw.after_value(value);
            let cast = rw.value(CastOp::build(ty, value));
            for (user, index) in uses {
                rw.set_operand(user, index as usize, cast);
            }
        }
    }
}

/// Whether the types of the operands of `op` may change.
fn can_be_refined(body: &Body, op: OpId) -> bool {
    body.def(op).is_some_and(|def| def.dialect() == "tosa" || (!def.results.is_empty() && can_infer(def)))
}

/// Refines the types of the results of the operations in `region`.
fn propagate(rw: &mut Rewriter, region: RegionId, changes: &mut Changes) {
    let blocks: Vec<BlockId> = rw.blocks(region).collect();
    for block in blocks {
        let ops: Vec<OpId> = rw.ops(block).collect();
        for op in ops {
            visit(rw, op, changes);
        }
    }
}

fn visit(rw: &mut Rewriter, op: OpId, changes: &mut Changes) {
    let view = OpRef::new(rw, op);
    match () {
        () if view.is::<IfOp>() => visit_if(rw, op, changes),
        () if view.is::<WhileOp>() => visit_while(rw, op, changes),
        () => {
            let shapes = view.interface::<dyn InferShapes>().and_then(|infer| infer.infer_shapes(view));
            let results: Vec<Value> = rw.results(op).to_vec();
            for (result, shape) in results.into_iter().zip(shapes.unwrap_or_default()) {
                let known = Knowledge::of(rw, rw.ty(result));
                let inferred = Knowledge { shape, element: known.element };
                if let Some(both) = known.joined(inferred) {
                    let ty = both.ty(rw);
                    changes.set(rw, result, ty);
                }
            }
        }
    }
}

/// The arguments of both regions get what is known of the operands.
fn visit_if(rw: &mut Rewriter, op: OpId, changes: &mut Changes) {
    let inputs: Vec<Value> = rw.operands(op).skip(1).collect();
    let regions: Vec<RegionId> = rw.regions(op).to_vec();
    for region in regions {
        let Some(block) = rw.entry(region) else { continue };
        let args = rw.args(block).to_vec();
        if args.len() != inputs.len() {
            return;
        }
        for (&arg, &input) in args.iter().zip(&inputs) {
            let known = Knowledge::of(rw, rw.ty(arg));
            let given = Knowledge::of(rw, rw.ty(input));
            if let Some(both) = given.joined(known) {
                let ty = both.ty(rw);
                changes.set(rw, arg, ty);
            }
        }
        propagate(rw, region, changes);
    }
    refine_results(rw, op, 0, changes);
}

/// The results of control flow get what is known of the values that the regions from `first` on yield.
fn refine_results(rw: &mut Rewriter, op: OpId, first: usize, changes: &mut Changes) {
    let regions = rw.regions(op)[first..].to_vec();
    let yielded: Vec<Vec<Type>> = regions.iter().map(|&region| yielded_types(rw, region)).collect();
    let results = rw.results(op).to_vec();
    for (index, &result) in results.iter().enumerate() {
        let types: Option<Vec<Knowledge>> =
            yielded.iter().map(|types| types.get(index).map(|&ty| Knowledge::of(rw, ty))).collect();
        let met = types.and_then(|types| {
            let (first, others) = types.split_first()?;
            others.iter().try_fold(first.clone(), |met, other| met.met(other.clone()))
        });
        let both = met.and_then(|met| Knowledge::of(rw, rw.ty(result)).joined(met));
        if let Some(both) = both {
            let ty = both.ty(rw);
            changes.set(rw, result, ty);
        }
    }
}

/// The arguments of both regions get the types that hold before and after each iteration.
fn visit_while(rw: &mut Rewriter, op: OpId, changes: &mut Changes) {
    let mut types: Vec<Type> = rw.operands(op).map(|operand| rw.ty(operand)).collect();
    let regions: Vec<RegionId> = rw.regions(op).to_vec();
    let (Some(&body), true) = (regions.get(1), regions.iter().all(|&region| rw.entry(region).is_some())) else {
        return;
    };
    loop {
        let mut tried = Changes::default();
        set_args(rw, body, &types, &mut tried);
        propagate(rw, body, &mut tried);
        let yielded = yielded_types(rw, body);
        let met: Option<Vec<Type>> = types
            .iter()
            .zip(&yielded)
            .map(|(&ty, &next)| Some(Knowledge::of(rw, ty).met(Knowledge::of(rw, next))?.ty(rw)))
            .collect();
        tried.roll_back(rw);
        // A refined type loses sizes in each round, so the rounds end.
        let Some(met) = met.filter(|met| met.len() == types.len()) else { return };
        if met == types {
            break;
        }
        types = met;
    }
    for region in regions {
        set_args(rw, region, &types, changes);
        propagate(rw, region, changes);
    }
    refine_results(rw, op, 1, changes);
}

fn set_args(rw: &mut Rewriter, region: RegionId, types: &[Type], changes: &mut Changes) {
    let args = rw.entry(region).map_or(Vec::new(), |block| rw.args(block).to_vec());
    for (arg, &ty) in args.into_iter().zip(types) {
        changes.set(rw, arg, ty);
    }
}

/// The types of what a region yields.
fn yielded_types(body: &Body, region: RegionId) -> Vec<Type> {
    let last = body.entry(region).and_then(|block| body.last_op(block));
    let last = last.filter(|&last| OpRef::new(body, last).is::<YieldOp>());
    last.map_or(Vec::new(), |last| body.operands(last).map(|operand| body.ty(operand)).collect())
}

/// What is known of a tensor.
#[derive(Clone)]
struct Knowledge {
    /// The sizes, if the rank is known.
    shape: Option<Vec<i64>>,
    element: Type,
}

impl Knowledge {
    fn of(cx: &Context, ty: Type) -> Self {
        Self { shape: ty.shape(cx).map(<[i64]>::to_vec), element: ty.element_or_self(cx) }
    }

    fn ty(&self, cx: &Context) -> Type {
        match &self.shape {
            Some(shape) => tensor_type(cx, shape, self.element),
            None => cx.ty(TypeData::UnrankedTensor { element: self.element }),
        }
    }

    /// What is known if both hold; `None` if they contradict.
    fn joined(self, other: Self) -> Option<Self> {
        if self.element != other.element {
            return None;
        }
        let shape = match (self.shape, other.shape) {
            (Some(a), Some(b)) if a.len() != b.len() => None,
            (Some(a), Some(b)) => Some(a.iter().zip(&b).map(|(&a, &b)| joined_size(a, b)).collect::<Option<_>>()?),
            (a, b) => a.or(b),
        };
        Some(Self { shape, element: self.element })
    }

    /// What is known if one of both holds; `None` if element types differ.
    fn met(self, other: Self) -> Option<Self> {
        if self.element != other.element {
            return None;
        }
        let shape = self.shape.zip(other.shape).filter(|(a, b)| a.len() == b.len());
        let shape = shape.map(|(a, b)| a.iter().zip(&b).map(|(&a, &b)| if a == b { a } else { DYNAMIC }).collect());
        Some(Self { shape, element: self.element })
    }
}

fn joined_size(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        _ => (a == b).then_some(a),
    }
}
