//! Nests of loops that can be vectorized together.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::composed;
use rmlir_affine::analysis::region::has_identity_layout;
use rmlir_affine::{ForOp, IfOp, LoadOp, StoreOp, access_of};
use rmlir_vector::{TransferReadOp, TransferWriteOp};

use super::rows::{Fit, fit};

/// A loop with inner loops that match the rest of the pattern.
#[derive(Clone, Debug)]
pub struct Found {
    /// The loop.
    pub op: ForOp,
    children: Vec<Found>,
}

impl Found {
    /// Adds the dimension of each loop of the match: its depth in the pattern.
    pub fn add_dims(&self, depth: usize, dims: &mut Vec<(ForOp, usize)>) {
        for child in &self.children {
            child.add_dims(depth + 1, dims);
        }
        dims.push((self.op, depth));
    }
}

/// The candidates for matching, and the pattern.
pub struct Candidates<'p> {
    parallel: Vec<ForOp>,
    sizes: &'p [i64],
    fastest: &'p [i64],
    /// The diagnostics about visited accesses.
    pub said: Vec<(OpId, Diagnostic)>,
}

impl<'p> Candidates<'p> {
    /// Candidates for nests of as many parallel loops as there are vector `sizes`. `fastest` is, for each depth, the
    /// dimension of memrefs, counted from the last, along which accesses have to vary; -1 is any.
    pub fn new(parallel: Vec<ForOp>, sizes: &'p [i64], fastest: &'p [i64]) -> Self {
        Self { parallel, sizes, fastest, said: Vec::new() }
    }

    /// The matches in `around`, inner before outer; `skipped` is excluded.
    pub fn find(&mut self, body: &Body, around: OpId, depth: usize, skipped: Option<ForOp>) -> Vec<Found> {
        let mut loops = Vec::new();
        body.walk_postorder(around, |op| loops.extend(OpRef::new(body, op).cast::<ForOp>()));
        let mut found = Vec::new();
        for op in loops {
            if Some(op) == skipped || !self.is_candidate(body, op, depth) {
                continue;
            }
            if depth + 1 == self.sizes.len() {
                found.push(Found { op, children: Vec::new() });
                continue;
            }
            let children = self.find(body, op.id(), depth + 1, Some(op));
            if !children.is_empty() {
                found.push(Found { op, children });
            }
        }
        found
    }

    fn is_candidate(&mut self, body: &Body, op: ForOp, depth: usize) -> bool {
        if !self.parallel.contains(&op) {
            return false;
        }
        match is_vectorizable(body, op, Some(Accesses { size: self.sizes[depth], said: &mut self.said })) {
            Err(NotVectorizable) => false,
            Ok(along) => {
                let wanted = self.fastest.get(depth).copied().unwrap_or(-1);
                wanted == -1 || along.is_none_or(|dim| dim as i64 == wanted)
            }
        }
    }
}

/// Groups the matches by nests that contain each other, in order.
pub fn buckets(body: &Body, matches: Vec<Found>) -> Vec<Vec<Found>> {
    let mut found: Vec<(ForOp, Vec<Found>)> = Vec::new();
    for one in matches {
        let is_around = |outer: ForOp, inner: ForOp| outer == inner || body.is_ancestor(outer.id(), inner.id());
        let bucket = found.iter_mut().find(|(root, _)| is_around(*root, one.op) || is_around(one.op, *root));
        match bucket {
            Some((root, bucket)) => {
                if !is_around(*root, one.op) {
                    *root = one.op;
                }
                bucket.push(one);
            }
            None => found.push((one.op, vec![one])),
        }
    }
    found.into_iter().map(|(_, bucket)| bucket).collect()
}

/// The error that the body of a loop cannot be vectorized.
#[derive(Clone, Copy, Debug)]
pub struct NotVectorizable;

fn is_vector_element(cx: &Context, ty: Type) -> bool {
    ty.is_index() || ty.int_or_float_width(cx).is_some()
}

/// Whether `ty` is a vector element type, or a memref of such.
fn is_scalar_or_memref(cx: &Context, ty: Type) -> bool {
    match ty.data(cx) {
        TypeData::MemRef { element, .. } => is_vector_element(cx, *element),
        _ => is_vector_element(cx, ty),
    }
}

/// The requirements on accesses in a loop.
pub struct Accesses<'s> {
    /// The vector size: the number of iterations that are combined.
    size: i64,
    /// The diagnostics about accesses.
    said: &'s mut Vec<(OpId, Diagnostic)>,
}

/// Tests whether all operations in the loop can be vectorized. With `accesses`, they have to vary along at most one
/// dimension of memrefs, the same for all, and be contiguous: returns that dimension, counted from the last.
pub fn is_vectorizable(body: &Body, op: ForOp, accesses: Option<Accesses>) -> Result<Option<usize>, NotVectorizable> {
    let cx = body.cx();
    let mut ops = Vec::new();
    body.walk_postorder(op.id(), |inner| ops.push(inner));
    for &inner in &ops {
        let view = OpRef::new(body, inner);
        let is_known = (view.n_regions() == 0 || view.is::<ForOp>()) && !view.is::<IfOp>();
        let has_types = body.operand_types(inner).all(|ty| is_scalar_or_memref(cx, ty))
            && body.result_types(inner).all(|ty| is_vector_element(cx, ty));
        if !is_known || !has_types || view.is::<TransferReadOp>() || view.is::<TransferWriteOp>() {
            return Err(NotVectorizable);
        }
    }
    let is_access = |&&inner: &&OpId| {
        let view = OpRef::new(body, inner);
        view.is::<LoadOp>() || view.is::<StoreOp>()
    };
    let Some(Accesses { size, said }) = accesses else { return Ok(None) };
    let (iv, mut along) = (op.induction_var(body), None);
    for &access in ops.iter().filter(is_access) {
        let Some((dim, from_last)) = moving_dim(body, access, iv, said)? else { continue };
        if along.is_some_and(|other| other != from_last) || fit(body, access, dim, op, size) == Fit::None {
            return Err(NotVectorizable);
        }
        along = Some(from_last);
    }
    Ok(along)
}

/// The dimension of the memref along which an access varies with `iv`, counted from the first and from the last.
fn moving_dim(
    body: &Body,
    op: OpId,
    iv: Value,
    said: &mut Vec<(OpId, Diagnostic)>,
) -> Result<Option<(usize, usize)>, NotVectorizable> {
    let access = access_of(OpRef::new(body, op)).expect("a load or store is an access");
    if !has_identity_layout(body.cx(), body.ty(access.memref)) {
        let error = OpRef::new(body, op).plain_error("NYI: non-trivial layout map");
        said.push((op, *error));
        return Err(NotVectorizable);
    }
    let mut moving = None;
    for (dim, result) in access.map.results().iter().enumerate() {
        let n_dims = access.map.n_dims();
        let used = access.operands.iter().enumerate().filter(|(index, _)| {
            let index = *index as u32;
            if index < n_dims { result.is_function_of_dim(index) } else { result.is_function_of_symbol(index - n_dims) }
        });
        for (_, &operand) in used {
            if is_invariant_index(body, iv, operand) {
                continue;
            }
            if moving.is_some() {
                return Err(NotVectorizable);
            }
            moving = Some(dim);
        }
    }
    Ok(moving.map(|dim| (dim, access.map.n_results() - (dim + 1))))
}

/// Whether an index is invariant in `iv`.
pub fn is_invariant_index(body: &Body, iv: Value, index: Value) -> bool {
    let (map, operands) = composed(body, &AffineMap::identity(1), &[index]);
    operands.iter().position(|&operand| operand == iv).is_none_or(|place| !map.is_function_of_dim(place as u32))
}
