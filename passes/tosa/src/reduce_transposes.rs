//! Elimination of transposes that cancel out across operations on elements.
//!
//! Steps, for each transpose in program order: 1. collect what its operand is computed from by operations on elements, up to
//! constants, reshapes and other transposes; 2. create the same computation on permuted tensors, if each of these ends can
//! be permuted: a transpose must be the inverse, a reshape must add dimensions of size 1 to one dimension; 3. find the
//! transposes for which no collected operation is used elsewhere, so that nothing is computed twice; 4. replace these, and
//! erase what is not used any more.

use rmlir::core::effects::is_trivially_dead;
use rmlir::core::traits::TraitSet;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tensor::tensor_type;
use rmlir_tosa::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{permuted, transposed};

/// Reduce transposes through other operators.
///
/// ```mlir
/// %0 = tosa.transpose %t {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
/// %1 = tosa.abs %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
/// %2 = tosa.transpose %1 {perms = array<i32: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
/// // becomes
/// %2 = tosa.abs %t : (tensor<2x3xf32>) -> tensor<2x3xf32>
/// ```
#[pass(name = "tosa-reduce-transposes", title = "TosaReduceTransposes", anchor = "func.func", depends(Tosa))]
pub fn tosa_reduce_transposes(cx: &mut PassCx) -> PassResult {
    let mut rw = cx.rewriter();
    let root = rw.root();
    let Some(&region) = rw.regions(root).first() else { return Ok(()) };
    if rw.blocks(region).count() != 1 {
        return Ok(());
    }
    let mut transposes = Vec::new();
    rw.walk_postorder(root, |op| transposes.push(op));
    transposes.retain(|&op| OpRef::new(&rw, op).is::<TransposeOp>());
    let mut groups: Vec<Group> = Vec::new();
    for (number, op) in transposes.into_iter().enumerate() {
        hoist(&mut rw, TransposeOp::from_id(op), number, &mut groups);
    }
    replace(&mut rw, &groups);
    erase_dead(&mut rw, root);
    Ok(())
}

/// The transposes by one permutation.
struct Group {
    perms: Vec<i32>,
    /// The permuted tensors of those that were converted.
    converted: FxHashMap<Value, Value>,
    /// The transposes whose operands were converted.
    candidates: Vec<Candidate>,
}

struct Candidate {
    transpose: TransposeOp,
    /// Its number in program order.
    number: usize,
    /// The operations that the operand is computed by, each after its operands.
    cone: Vec<OpId>,
}

/// Converts what the operand of `transpose` is computed by, if that is possible.
fn hoist(rw: &mut Rewriter, transpose: TransposeOp, number: usize, groups: &mut Vec<Group>) {
    let (input, output) = (transpose.input1(rw), transpose.output(rw));
    let perms = transpose.perms(rw).to_vec();
    let is_ranked = [input, output].iter().all(|&value| rw.ty(value).shape(rw).is_some());
    if !is_ranked || perms.iter().copied().eq(0..perms.len() as i32) {
        return;
    }
    let Some(cone) = cone_of(rw, input) else { return };
    let index = groups.iter().position(|group| group.perms == perms).unwrap_or_else(|| {
        groups.push(Group { perms, converted: FxHashMap::default(), candidates: Vec::new() });
        groups.len() - 1
    });
    let group = &mut groups[index];
    for &op in &cone {
        let result = rw.result(op, 0);
        if group.converted.contains_key(&result) {
            continue;
        }
        rw.after(op);
        rw.set_loc(rw.loc(op));
        let Some(value) = converted(rw, op, group) else { return };
        group.converted.insert(result, value);
    }
    // Dynamic sizes may differ.
    if group.converted.get(&input).is_some_and(|&value| rw.ty(value) == rw.ty(output)) {
        group.candidates.push(Candidate { transpose, number, cone });
    }
}

/// The operands whose elements `op` computes with, if it computes elements from those at the same position.
fn element_operands(op: OpRef) -> Option<usize> {
    let is_tosa = op.def().is_some_and(|def| def.dialect() == "tosa");
    match () {
        () if op.is::<MulOp>() => Some(2),
        () if op.is::<NegateOp>() => Some(1),
        () if is_tosa && op.has(TraitSet::SAME_OPERANDS_AND_RESULT_RANK) => Some(op.n_operands()),
        () => None,
    }
}

fn is_end(op: OpRef) -> bool {
    op.is::<TransposeOp>() || op.is::<ReshapeOp>() || op.is::<ConstOp>()
}

/// The operations that `value` is computed by, each after its operands; `None` if one of them cannot be converted.
fn cone_of(body: &Body, value: Value) -> Option<Vec<OpId>> {
    let visit = |value: Value| {
        let op = body.defining_op(value)?;
        let view = OpRef::new(body, op);
        let n = if is_end(view) { 0 } else { element_operands(view)? };
        (view.n_results() == 1 && body.ty(value).shape(body).is_some()).then_some((op, n))
    };
    let (mut cone, mut seen) = (Vec::new(), FxHashSet::default());
    // The operations that are being visited, with the numbers of operands and of those that were visited.
    let mut open = vec![(visit(value)?, 0)];
    while let Some(((op, n), next)) = open.last_mut() {
        if *next == *n || seen.contains(op) {
            if seen.insert(*op) {
                cone.push(*op);
            }
            open.pop();
            continue;
        }
        let operand = body.operand(*op, *next);
        *next += 1;
        open.push((visit(operand)?, 0));
    }
    Some(cone)
}

/// The permuted result of `op`.
fn converted(rw: &mut Rewriter, op: OpId, group: &Group) -> Option<Value> {
    let view = OpRef::new(rw, op);
    let (perms, ty) = (&group.perms, rw.ty(rw.result(op, 0)));
    let element = ty.element_or_self(rw);
    let permuted_type = tensor_type(rw.cx(), &permuted(ty.shape(rw)?, perms), element);
    if view.is::<TransposeOp>() {
        let inner = TransposeOp::from_id(op);
        let inverts = perms.iter().enumerate().all(|(dim, &perm)| inner.perms(rw)[perm as usize] == dim as i32);
        return inverts.then(|| inner.input1(rw));
    }
    if view.is::<ReshapeOp>() {
        return reshaped(rw, ReshapeOp::from_id(op), permuted_type, perms);
    }
    if view.is::<ConstOp>() {
        let values = transposed(rw.cx(), view.get(ConstOp::values), permuted_type, perms)?;
        return Some(rw.value(ConstOp::build(permuted_type, values)));
    }
    let n = element_operands(view)?;
    let mut operands = Vec::new();
    for (index, operand) in rw.operands(op).enumerate() {
        operands.push(if index < n { *group.converted.get(&operand)? } else { operand });
    }
    let mut state = OpState::new(rw.name(op)).at(rw.loc(op)).operands(&operands).results(&[permuted_type]);
    state.no_inference = true;
    state.props = rw.props(op).into();
    state.attrs = rw.discardable_attrs(op).to_vec();
    let new = rw.create_state(state);
    Some(rw.result(new, 0))
}

/// A reshape of one dimension to one of several, all others of which have size 1, is one to permuted sizes.
fn reshaped(rw: &mut Rewriter, op: ReshapeOp, ty: Type, perms: &[i32]) -> Option<Value> {
    let (input, shape) = (op.input1(rw), op.shape(rw));
    let &[n] = rw.ty(input).shape(rw)? else { return None };
    let sizes = ty.shape(rw)?;
    let n_ones = sizes.iter().filter(|&&size| size == 1).count();
    if n_ones + 1 != sizes.len() && (n_ones != sizes.len() || n != 1) {
        return None;
    }
    let wanted = constant_sizes(ValueRef::new(rw, shape))?;
    let shape = const_shape(rw, &permuted(&wanted, perms));
    Some(rw.value(ReshapeOp::build(ty, input, shape)))
}

/// Replaces the transposes for which no operation has to be computed twice.
fn replace(rw: &mut Rewriter, groups: &[Group]) {
    let mut replaced = Vec::new();
    for group in groups {
        let good = good_candidates(rw, group);
        for Candidate { transpose, number, .. } in good {
            replaced.push((*number, *transpose, group.converted[&transpose.input1(rw)]));
        }
    }
    // What a transpose was converted to may be the result of another one, which is replaced later.
    replaced.sort_by_key(|&(number, ..)| std::cmp::Reverse(number));
    for (_, transpose, value) in replaced {
        rw.replace(transpose, [value]);
    }
}

/// The candidates for which each collected operation is used by collected operations of others, or by transposes of the
/// group. Constants may be copied.
fn good_candidates<'g>(body: &Body, group: &'g Group) -> Vec<&'g Candidate> {
    let cones: Vec<FxHashSet<OpId>> =
        group.candidates.iter().map(|candidate| candidate.cone.iter().copied().collect()).collect();
    let mut is_good = vec![true; cones.len()];
    let user_fits = |user: OpId, is_good: &[bool]| {
        let view = OpRef::new(body, user);
        match view.is::<TransposeOp>() {
            true => TransposeOp::from_id(user).perms(body) == group.perms,
            false => cones.iter().zip(is_good).any(|(cone, &is_good)| is_good && cone.contains(&user)),
        }
    };
    let op_fits = |op: OpId, is_good: &[bool]| {
        OpRef::new(body, op).is::<ConstOp>() || body.uses(body.result(op, 0)).all(|(user, _)| user_fits(user, is_good))
    };
    // Each round but the last drops a candidate, so the rounds end.
    while let Some(bad) = (0..cones.len())
        .find(|&index| is_good[index] && !group.candidates[index].cone.iter().all(|&op| op_fits(op, &is_good)))
    {
        is_good[bad] = false;
    }
    let candidates = group.candidates.iter().zip(&is_good);
    candidates.filter(|(_, is_good)| **is_good).map(|(candidate, _)| candidate).collect()
}

/// Erases the operations that are not used, from the last to the first.
fn erase_dead(rw: &mut Rewriter, root: OpId) {
    let mut ops = Vec::new();
    rw.walk_preorder(root, |op| ops.push(op));
    for op in ops.into_iter().rev() {
        if op != root && is_trivially_dead(OpRef::new(rw, op)) {
            rw.erase(op);
        }
    }
}
