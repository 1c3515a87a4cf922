//! The evaluation of the operations.
//!
//! Maps become expressions over registers when the program is compiled.

use rmlir::affine_maps::AffineMap;
use rmlir::core::memref_layout::memory_space;
use rmlir::interp::emit::affine::Expr;
use rmlir::interp::emit::loops::{Counter, Range};
use rmlir::interp::emit::transfer::{Place, Transfer};
use rmlir::interp::{Emit, Emitted, Exit, Fault, Flow, Kind, Reg, Value};
use rmlir::prelude::*;

use crate::dma::DmaStartOp;
use crate::dma::transfer_places;
use crate::memory::{Access, access_of};
use crate::memory::{LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp};
use crate::{ApplyOp, DelinearizeIndexOp, ForOp, IfOp, LinearizeIndexOp, MaxOp, MinOp, ParallelOp};

/// Appends an instruction that computes an index.
fn computed(
    emit: &mut Emit,
    into: Reg,
    f: impl Fn(&rmlir::interp::Machine) -> Result<i64, Box<Fault>> + Send + Sync + 'static,
) {
    emit.compute(into, move |m| Ok(Value::index(f(m)?)));
}

/// Appends the minimum or maximum of the results of `map`, in `into`.
fn extreme(emit: &mut Emit, into: Reg, map: &AffineMap, inputs: &[Reg], least: bool) {
    let results = Expr::results(map, inputs);
    if let [Expr::Linear(terms, number)] = &results[..]
        && terms.is_empty()
    {
        return emit.set_constant(into, Value::index(*number));
    }
    computed(emit, into, move |m| {
        let mut found = None;
        for result in &results {
            let value = result.eval(m)?;
            found = Some(found.map_or(value, |found: i64| if least { found.min(value) } else { found.max(value) }));
        }
        Ok(found.unwrap_or_default())
    });
}

#[eval(ApplyOp)]
pub fn apply<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inputs, into) = (emit.operands(op), emit.result(op, 0));
    extreme(emit, into, op.get(ApplyOp::map), &inputs, true);
    Ok(())
}

#[eval(MinOp)]
pub fn min<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inputs, into) = (emit.operands(op), emit.result(op, 0));
    extreme(emit, into, op.get(MinOp::map), &inputs, true);
    Ok(())
}

#[eval(MaxOp)]
pub fn max<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inputs, into) = (emit.operands(op), emit.result(op, 0));
    extreme(emit, into, op.get(MaxOp::map), &inputs, false);
    Ok(())
}

#[eval(ForOp)]
pub fn for_loop<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [lower_inputs, upper_inputs, inits] = [0, 1, 2].map(|field| emit.operand_field(op, field));
    let step = op.get(ForOp::step);
    let range = Range { lower: emit.fresh(), upper: emit.fresh(), step: emit.constant(Value::index(step)) };
    extreme(emit, range.lower, op.get(ForOp::lowerBoundMap), &lower_inputs, false);
    extreme(emit, range.upper, op.get(ForOp::upperBoundMap), &upper_inputs, true);
    let args = emit.region_args(op.region(0));
    emit.moves(&inits, &args[1..]);
    let (exit, variables) = (emit.label(), args[1..].to_vec());
    emit.counted_loop(Counter::INDEX, range, args[0], exit, |emit, next| {
        emit.region(op.region(0), vec![Exit { label: next, into: variables }])
    })?;
    emit.bind(exit);
    let results = emit.results(op);
    emit.moves(&args[1..], &results);
    Ok(())
}

/// The yielded values are reduced; the accumulators start as the neutral elements.
#[eval(ParallelOp)]
pub fn parallel<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (body, loops) = (op.body, ParallelOp::from_id(op.id));
    let mut bounds = |(_, operands): (AffineMap, Vec<rmlir::core::Value>), maps: Vec<AffineMap>, least| -> Vec<Reg> {
        let inputs: Vec<Reg> = operands.into_iter().map(|value| emit.reg_of(value)).collect();
        let bound = |map: &AffineMap| {
            let into = emit.fresh();
            extreme(emit, into, map, &inputs, least);
            into
        };
        maps.iter().map(bound).collect()
    };
    let lower = bounds(loops.lower_bounds(body), loops.lower_bound_maps(body), false);
    let upper = bounds(loops.upper_bounds(body), loops.upper_bound_maps(body), true);
    let steps: Vec<Reg> = loops.steps(body).into_iter().map(|step| emit.constant(Value::index(step))).collect();
    let ranges = lower.into_iter().zip(upper).zip(steps);
    let ranges = ranges.map(|((lower, upper), step)| Range { lower, upper, step }).collect();

    let results = emit.results(op);
    let mut reductions = Vec::new();
    for (result, (kind, &total)) in op.results().zip(loops.reductions(body).into_iter().zip(&results)) {
        let (kind, element) = (kind.combine(), emit.kind(op, result.ty())?);
        let (_, lane) = element.lanes();
        let neutral = kind.neutral(lane).ok_or_else(|| op.error("cannot be interpreted: it has no neutral element"))?;
        let start = match &element {
            Kind::Vector(..) => Value::list(vec![neutral; element.lanes().0]),
            _ => neutral,
        };
        emit.compute(total, move |_| Ok(start.clone()));
        reductions.push((kind, element, total, emit.fresh()));
    }
    let (inductions, exit) = (emit.region_args(op.region(0)), emit.label());
    emit.parallel_loop(ranges, inductions, exit, |emit, next| {
        let combine = emit.label();
        let into = reductions.iter().map(|&(.., yielded)| yielded).collect();
        emit.region(op.region(0), vec![Exit { label: combine, into }])?;
        emit.bind(combine);
        for (kind, element, total, yielded) in reductions {
            emit.compute(total, move |m| Ok(kind.apply_lanes(&element, m.get(total), m.get(yielded))));
        }
        emit.jump(next);
        Ok(())
    })?;
    emit.bind(exit);
    Ok(())
}

#[eval(IfOp)]
pub fn conditional<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (inputs, results) = (emit.operands(op), emit.results(op));
    let set = op.get(IfOp::condition);
    let conditions = set.constraints().iter();
    let conditions: Vec<(Expr, bool)> =
        conditions.map(|condition| (Expr::new(&condition.expr, set.n_dims(), &inputs), condition.is_eq)).collect();
    let (then, otherwise, end) = (emit.label(), emit.label(), emit.label());
    emit.push(move |m| {
        for (expr, is_eq) in &conditions {
            let value = expr.eval(m)?;
            if if *is_eq { value != 0 } else { value < 0 } {
                return Ok(Flow::Jump(otherwise));
            }
        }
        Ok(Flow::Jump(then))
    });
    for (region, label) in op.regions().zip([then, otherwise]) {
        emit.bind(label);
        emit.region(region, vec![Exit { label: end, into: results.clone() }])?;
    }
    emit.bind(end);
    Ok(())
}

/// The memref of an access, and its index expressions.
fn place<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> (Reg, Vec<Expr>) {
    let access = access_of(op).expect("the operation is an access");
    let inputs: Vec<Reg> = access.operands.iter().map(|&value| emit.reg_of(value)).collect();
    (emit.reg_of(access.memref), Expr::results(&access.map, &inputs))
}

#[eval(LoadOp)]
pub fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.result(0).ty())?;
    let ((memref, indices), into, size) = (place(op, emit), emit.result(op, 0), kind.size());
    emit.compute(into, move |m| {
        let address = m.affine_element(memref, &indices, size)?;
        kind.load(&m.memory, address)
    });
    Ok(())
}

#[eval(StoreOp)]
pub fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = emit.kind(op, op.value(StoreOp::value).ty())?;
    let ((memref, indices), value, size) = (place(op, emit), emit.operand(op, 0), kind.size());
    emit.push(move |m| {
        let address = m.affine_element(memref, &indices, size)?;
        let value = m.get(value).clone();
        kind.store(&mut m.memory, address, &value)?;
        Ok(Flow::Next)
    });
    Ok(())
}

#[eval(PrefetchOp)]
pub fn prefetch<'a>(_op: OpRef<'a>, _emit: &mut Emit<'a, '_>) -> Emitted {
    Ok(())
}

/// The shape and element kind of a vector.
fn vector_parts(op: OpRef, emit: &Emit, ty: Type) -> Result<(Vec<i64>, Kind), Box<Diagnostic>> {
    match emit.kind(op, ty)? {
        Kind::Vector(shape, element) => Ok((shape.to_vec(), (*element).clone())),
        _ => Err(op.error("cannot be interpreted: it takes vectors only")),
    }
}

#[eval(VectorLoadOp)]
pub fn vector_load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, element) = vector_parts(op, emit, op.result(0).ty())?;
    let ((memref, indices), into) = (place(op, emit), emit.result(op, 0));
    emit.compute(into, move |m| {
        let start = indices.iter().map(|index| index.eval(m)).collect::<Result<Vec<i64>, _>>()?;
        let addresses = m.block(memref, &start, &shape, element.size())?;
        let lanes = addresses.into_iter().map(|address| element.load(&m.memory, address));
        Ok(Value::list(lanes.collect::<Result<_, _>>()?))
    });
    Ok(())
}

#[eval(VectorStoreOp)]
pub fn vector_store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (shape, element) = vector_parts(op, emit, op.value(VectorStoreOp::value).ty())?;
    let ((memref, indices), value) = (place(op, emit), emit.operand(op, 0));
    emit.push(move |m| {
        let start = indices.iter().map(|index| index.eval(m)).collect::<Result<Vec<i64>, _>>()?;
        let value = m.get(value).clone();
        for (lane, address) in m.block(memref, &start, &shape, element.size())?.into_iter().enumerate() {
            element.store(&mut m.memory, address, value.part(lane))?;
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// The elements of a basis, or the one that is not positive.
fn basis_values(m: &rmlir::interp::Machine, basis: &[Reg]) -> Result<Result<Vec<i64>, i64>, Box<Fault>> {
    let basis = m.indices(basis)?;
    let wrong = basis.iter().copied().find(|&size| size <= 0);
    Ok(wrong.map_or(Ok(basis), Err))
}

/// The last results are remainders, the first is the final quotient.
#[eval(DelinearizeIndexOp)]
pub fn delinearize<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let basis = emit.mixed_indices(&DelinearizeIndexOp::from_id(op.id).effective_basis(op.body));
    let (index, results) = (emit.operand(op, 0), emit.results(op));
    emit.push(move |m| {
        let mut left = m.index(index, "an index")?;
        let not_positive = |size| Fault::undefined(format!("has {size} in its basis, which is not positive"));
        let basis = basis_values(m, &basis)?.map_err(not_positive)?;
        for (&into, &size) in results[1..].iter().zip(&basis).rev() {
            m.set(into, Value::index(left.rem_euclid(size)));
            left = left.div_euclid(size);
        }
        m.set(results[0], Value::index(left));
        Ok(Flow::Next)
    });
    Ok(())
}

/// Horner's scheme. Indices that are `disjoint` are within the basis; the result for a basis
/// that is not positive is poison.
#[eval(LinearizeIndexOp)]
pub fn linearize<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let linearize = LinearizeIndexOp::from_id(op.id);
    let indices = emit.operand_field(op, 0);
    let basis = emit.mixed_indices(&linearize.effective_basis(op.body));
    let (is_disjoint, into) = (linearize.disjoint(op.body), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (indices, basis) = (m.indices(&indices)?, basis_values(m, &basis)?);
        let Ok(basis) = basis else { return Ok(Value::Poison) };
        let mut sum = indices.first().copied().unwrap_or(0);
        for (&index, &size) in indices.iter().skip(1).zip(&basis) {
            if is_disjoint && !(0..size).contains(&index) {
                return Ok(Value::Poison);
            }
            sum = sum.wrapping_mul(size).wrapping_add(index);
        }
        Ok(Value::index(sum))
    });
    Ok(())
}

/// A transfer is complete as soon as it starts.
#[eval(DmaStartOp)]
pub fn dma_start<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let accesses = transfer_places(op);
    let [source, target, tag] = &accesses[..] else { return Err(op.error("cannot be interpreted: it has no places")) };
    let Kind::MemRef(kind) = emit.kind(op, op.operand(0).ty())? else {
        return Err(op.error("cannot be interpreted: it takes memrefs only"));
    };
    let size = kind.element.size();
    let mut place = |access: &Access| -> Place {
        let inputs: Vec<Reg> = access.operands.iter().map(|&operand| emit.reg_of(operand)).collect();
        let (memref, indices) = (emit.reg_of(access.memref), Expr::results(&access.map, &inputs));
        Box::new(move |m| m.affine_element(memref, &indices, size))
    };
    let (from, to) = (place(source), place(target));
    let memory = |access: &Access| {
        let space = memory_space(op.cx(), op.body.ty(access.memref));
        space.and_then(|space| space.as_i64(op.cx())).unwrap_or(0)
    };
    let source_has_groups = memory(source) < memory(target);
    // The operands after the three accesses.
    let n_fixed = [source, target, tag].iter().map(|access| 1 + access.operands.len()).sum::<usize>();
    let operands = emit.operands(op);
    let groups = operands.get(n_fixed + 1).copied().zip(operands.get(n_fixed + 2).copied());
    let groups = groups.map(|(stride, length)| [stride, length]);
    let transfer = Transfer { element: kind.element.clone(), n_elements: operands[n_fixed], groups, source_has_groups };
    emit.transfer(transfer, from, to)
}
