//! Interchange of broadcasts, transposes and extractions with arithmetic, to reduce the amount of arithmetic; memory
//! accesses of the single element that is used.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::opdef::OpDef;
use rmlir::core::pattern::PatternRoot;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IntegerOverflowFlags, constant_index};
use rmlir_memref::{LoadOp as ElementLoad, StoreOp as ElementStore};
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::{broadcast_source, extract_at, like};

/// The patterns that compute before transposes and broadcasts, and after extractions.
pub fn patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    type Rows = [(&'static str, fn(&'static OpDef) -> bool, fn(OpId, &mut Rewriter) -> Match); 3];
    const ROWS: Rows = [
        ("ReorderElementwiseOpsOnTranspose", is_elementwise, before_transpose),
        ("ReorderCastOpsOnBroadcast", is_cast, cast_before_broadcast),
        ("ReorderElementwiseOpsOnBroadcast", is_mappable, before_broadcast),
    ];
    for (name, wanted, apply) in ROWS {
        let mut pattern = Pattern::of(name, apply).benefit(benefit);
        pattern.root = PatternRoot::Where(wanted);
        set.add(pattern);
    }
    set.extend(of_benefit(patterns![after_extraction], benefit));
    set
}

/// The patterns that access single elements of memory.
pub fn memory_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![part_of_load, store_of_broadcast], benefit)
}

fn is_elementwise(def: &'static OpDef) -> bool {
    def.has(TraitSet::ELEMENTWISE)
}

fn is_mappable(def: &'static OpDef) -> bool {
    def.has(TraitSet::ELEMENTWISE_MAPPABLE)
}

fn is_cast(def: &'static OpDef) -> bool {
    def.interface::<dyn CastOp>().is_some()
}

/// Sinks a transpose: all operands are transposed the same way, or constants.
fn before_transpose(op: OpId, rw: &mut Rewriter) -> Match {
    let [result] = rw.results(op)[..] else { return rw.no_match(op, "there is not one result") };
    if !rw.regions(op).is_empty() {
        return rw.no_match(op, "it has regions");
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let transposes: Vec<Option<TransposeOp>> = operands.iter().map(|&operand| defining(rw, operand)).collect();
    let is_constant = |value: Value| constant_value(rw, value).is_some();
    if operands.iter().zip(&transposes).any(|(&operand, transpose)| transpose.is_none() && !is_constant(operand)) {
        return rw.no_match(op, "an operand is neither transposed nor constant");
    }
    // Any of them determines the original shape: the transposes are all the same.
    let Some(&last) = transposes.iter().flatten().last() else { return rw.no_match(op, "nothing is transposed") };
    let order = last.order(rw);
    if transposes.iter().flatten().any(|transpose| transpose.order(rw) != order) {
        return rw.no_match(op, "different transpose map");
    }
    let source = VectorType::at(rw, last.vector(rw));
    let mut inverse = vec![0; order.len()];
    for (at, &from) in order.iter().enumerate() {
        inverse[from as usize] = at as i64;
    }
    let mut sources = Vec::new();
    for (&operand, transpose) in operands.iter().zip(&transposes) {
        sources.push(match transpose {
            Some(transpose) => transpose.vector(rw),
            None => {
                let (parts, loc) = (VectorType::at(rw, operand), rw.value_loc(operand));
                rw.value(TransposeOp::of(rw.cx(), operand, &parts, &inverse).at(loc))
            }
        });
    }
    let element = VectorType::at(rw, result).element;
    let ty = source.with_element(element).ty(rw);
    let value = like(rw, op, &sources, ty);
    let parts = VectorType::at(rw, value);
    rw.replace_with(op, TransposeOp::of(rw.cx(), value, &parts, &order));
    Match::Yes
}

fn cast_before_broadcast(op: OpId, rw: &mut Rewriter) -> Match {
    let operands: Vec<Value> = rw.operands(op).collect();
    let ([operand], [result]) = (&operands[..], rw.results(op)) else {
        return rw.no_match(op, "not of one operand");
    };
    let result = rw.ty(*result);
    let Some(source) = broadcast_source(rw, *operand).filter(|_| result.is_vector(rw)) else {
        return rw.no_match(op, "not of a broadcast");
    };
    let ty = with_element(rw, rw.ty(source), result.element_or_self(rw));
    let value = like(rw, op, &[source], ty);
    rw.replace_with(op, BroadcastOp::build(result, value));
    Match::Yes
}

/// The type with other elements, or the element type if it is no vector.
fn with_element(cx: &Context, ty: Type, element: Type) -> Type {
    VectorType::of(cx, ty).map_or(element, |parts| parts.with_element(element).ty(cx))
}

/// Sinks a broadcast: all operands are broadcasts from one shape, or splat constants.
fn before_broadcast(op: OpId, rw: &mut Rewriter) -> Match {
    let [result] = rw.results(op)[..] else { return rw.no_match(op, "there is not one result") };
    let Some(vector) = VectorType::of(rw, rw.ty(result)) else { return rw.no_match(op, "the result is no vector") };
    let operands: Vec<Value> = rw.operands(op).collect();
    let is_constant = |value: Value| {
        let definition = rw.defining_op(value);
        definition.is_some_and(|definition| rw.has_trait(definition, TraitSet::CONSTANT_LIKE))
    };
    let first = operands.iter().find(|&&operand| !is_constant(operand));
    let Some(source) = first.and_then(|&operand| broadcast_source(rw, operand)) else {
        return rw.no_match(op, "nothing is a broadcast");
    };
    let source_type = rw.ty(source);
    if OpRef::new(rw, op).is::<FMAOp>() && !source_type.is_vector(rw) {
        return rw.no_match(op, "it works on vectors only, and the broadcast is of a scalar");
    }
    let shape = |ty: Type| VectorType::of(rw, ty).map(|parts| (parts.shape, parts.scalable));
    let splat = |value: Value| constant_value(rw, value).and_then(|value| value.splat_value(rw));
    let fits = |value: Value| match broadcast_source(rw, value) {
        Some(other) => shape(rw.ty(other)) == shape(source_type),
        None => splat(value).is_some(),
    };
    if !operands.iter().all(|&operand| fits(operand)) {
        return rw.no_match(op, "not all operands are constants or broadcasts from the same type");
    }
    let mut sources = Vec::new();
    for operand in operands {
        sources.push(match broadcast_source(rw, operand) {
            Some(source) => source,
            None => match smaller_splat(rw, operand, source_type) {
                Some(constant) => constant,
                None => return rw.no_match(op, "a constant of its kind cannot be made"),
            },
        });
    }
    let ty = with_element(rw, source_type, vector.element);
    let value = like(rw, op, &sources, ty);
    rw.replace_with(op, BroadcastOp::build(vector.ty(rw), value));
    Match::Yes
}

/// The splat constant `value` in the shape of `like`.
fn smaller_splat(rw: &mut Rewriter, value: Value, like: Type) -> Option<Value> {
    let definition = rw.defining_op(value)?;
    let dialect = rw.name(definition).str(rw.cx()).split('.').next()?;
    let element = constant_value(rw, value)?.splat_value(rw)?;
    let ty = with_element(rw, like, rw.ty(value).element_or_self(rw));
    let smaller = if ty.is_vector(rw) { splat_attr(rw, ty, element)? } else { element };
    let outer = rw.default_loc();
    rw.set_loc(rw.loc(definition));
    let constant = rw.constant(dialect, smaller, ty);
    rw.set_loc(outer);
    Some(rw.result(constant?, 0))
}

/// Replaces an extraction from the result of an elementwise operation by the operation on extracted operands.
#[pattern]
fn after_extraction(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let Some(computed) = rw.defining_op(source) else { return rw.no_match(op, "not an elementwise op") };
    let view = OpRef::new(rw, computed);
    if !view.has(TraitSet::ELEMENTWISE_MAPPABLE) || view.is::<FMAOp>() {
        return rw.no_match(op, "not an elementwise op");
    }
    if rw.n_results(computed) != 1 || !rw.has_one_use(source) {
        return rw.no_match(op, "expected single op use");
    }
    let operands: Vec<Value> = rw.operands(computed).collect();
    if operands.iter().any(|&operand| rw.ty(operand) != rw.ty(operands[0])) {
        return rw.no_match(op, "operand types are different");
    }
    if op.has_dynamic_position(rw) {
        return rw.no_match(op, "dynamic position not yet implemented");
    }
    let (position, ty) = (op.position(rw), rw.ty(op.result(rw)));
    rw.before(computed);
    let mut parts: Vec<(Value, Value)> = Vec::new();
    for &operand in &operands {
        let part = extract_at(rw, operand, &position);
        parts.push((operand, part));
    }
    // For an operand that occurs several times, the part that was created last is used.
    let part_of = |operand: Value| parts.iter().rev().find(|(of, _)| *of == operand).map(|&(_, part)| part);
    let new: Vec<Value> = operands.iter().filter_map(|&operand| part_of(operand)).collect();
    let value = like(rw, computed, &new, ty);
    rw.replace(op, [value]);
    rw.erase(computed)
}

/// Whether elements have an integer number of bytes.
fn is_of_bytes(cx: &Context, element: Type) -> bool {
    element.is_index() || element.int_or_float_width(cx).is_some_and(|width| width % 8 == 0)
}

/// Replaces an extraction from a load by a load of the element. There may be stores in between, so it is created at the
/// original load.
#[pattern]
fn part_of_load(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(load) = defining::<LoadOp>(rw, op.source(rw)) else { return rw.no_match(op, "expected a load op") };
    let (loaded, base) = (VectorType::at(rw, op.source(rw)), load.base(rw));
    if !rw.has_one_use(op.source(rw)) || loaded.is_scalable() {
        return rw.no_match(op, "it has other uses, or a scalable vector");
    }
    let memref = rw.ty(base);
    if !memref.element(rw).is_some_and(|element| is_of_bytes(rw, element)) {
        return rw.no_match(op, "unsupported element type");
    }
    let mut indices = load.indices(rw);
    let Some(n_outer) = indices.len().checked_sub(loaded.rank()) else {
        return rw.no_match(op, "unsupported ranks combination");
    };
    let ty = rw.ty(op.result(rw));
    let position = op.position(rw);
    rw.before(load.id());
    let nsw = IntegerOverflowFlags::NoSignedWrap.attr(rw.cx());
    for (index, &at) in indices[n_outer..].iter_mut().zip(&position) {
        let offset = match at {
            _ if at.is(rw, 0) => continue,
            MixedIndex::Static(number) => constant_index(rw, number),
            MixedIndex::Dynamic(value) => value,
        };
        *index = rw.value(AddIOp::build(*index, offset).prop(AddIOp::OVERFLOW_FLAGS, nsw));
    }
    let part = match ty.is_vector(rw) {
        true => rw.value(LoadOp::build(ty, base, &indices)),
        false => rw.value(ElementLoad::build(base, &indices)),
    };
    rw.replace(op, [part]);
    rw.erase(load)
}

/// Stores a broadcast element as a scalar.
#[pattern]
fn store_of_broadcast(op: StoreOp, rw: &mut Rewriter) -> Match {
    let stored = op.value_to_store(rw);
    let vector = VectorType::at(rw, stored);
    let base = op.base(rw);
    if vector.is_scalable() || vector.n_elements() != 1 {
        return rw.no_match(op, "only 1-element vectors are supported");
    }
    if rw.ty(base).element(rw).is_some_and(|element| element.is_vector(rw)) {
        return rw.no_match(op, "memrefs of vectors are not supported");
    }
    let Some(source) = broadcast_source(rw, stored) else {
        return rw.no_match(op, "value to store is not from a broadcast");
    };
    if !rw.has_one_use(stored) {
        return rw.no_match(op, "expected single op use");
    }
    let indices = op.indices(rw);
    if rw.ty(source).is_vector(rw) {
        rw.replace_with(op, StoreOp::build(source, base, &indices));
    } else {
        rw.replace_with(op, ElementStore::build(source, base, &indices));
    }
    let broadcast = rw.defining_op(stored).expect("a broadcast defines what is stored");
    rw.erase(broadcast)
}
