//! Lowering of the first dimension of transfers to a loop over a buffer.
//!
//! Steps: 1. *prepare*: the vector is passed through a buffer, and so is a mask; the transfer gets a label. 2.
//! *unpack*, once for each excess dimension: the buffers are viewed as arrays of vectors with one dimension less, and a
//! labelled transfer is replaced by a loop over smaller ones.
//!
//! The buffer of a labelled transfer is identified by its uses: a read vector is only stored to the buffer; a written
//! vector was loaded from it; the mask was loaded from its buffer.

use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_memref::{AllocaOp, LoadOp, StoreOp};
use rmlir_vector::{Transfer, TransferReadOp, TransferWriteOp, TypeCastOp, VectorType, defining};
use rmlir_vector_passes::make::broadcast;
use rmlir_vector_passes::regions::build_for;

use super::access::{check_in_bounds, mask_rank, unpacked};
use super::options::Options;

/// The attribute of transfers that are being lowered.
const LABEL: &str = "__vector_to_scf_lowering__";

/// The reason why a transfer is not lowered, if any.
fn refusal(body: &Body, op: OpId, transfer: &Transfer, options: Options) -> Option<&'static str> {
    let vector = VectorType::of(body, transfer.vector_type)?;
    if body.attr(op, LABEL).is_some() {
        return Some("it is being lowered");
    }
    if vector.rank() <= options.target_rank as usize {
        return Some("the rank is not above the target rank");
    }
    if vector.scalable[0] {
        return Some("a scalable dimension cannot be unpacked");
    }
    if transfer.base_type.is_tensor(body) && !options.lower_tensors {
        return Some("lowering transfers of tensors is disabled");
    }
    (transfer.base_type.element(body) != Some(vector.element)).then_some("the elements are of different types")
}

/// The buffers of a transfer.
struct Buffers {
    data: Value,
    /// The mask, loaded from its buffer.
    mask: Option<Value>,
}

/// Creates buffers at the start of the allocation scope around `op`, and stores the mask to its buffer before it.
/// `None` without a scope.
fn make_buffers(rw: &mut Rewriter, op: OpId, transfer: &Transfer) -> Option<Buffers> {
    let loc = rw.loc(op);
    let scope = rw.find_ancestor(op, |outer| rw.has_trait(outer, TraitSet::AUTOMATIC_ALLOCATION_SCOPE))?;
    let block = rw.entry(rw.region(scope, 0))?;
    rw.at_start(block);
    rw.set_loc(loc);
    let buffer = |rw: &mut Rewriter, ty: Type| {
        let ty = memref_type(rw, &[], ty, None, None);
        rw.value(AllocaOp::build(ty, &[], &[]))
    };
    let data = buffer(rw, transfer.vector_type);
    let mask_buffer = transfer.mask.map(|mask| {
        let ty = rw.ty(mask);
        (mask, buffer(rw, ty))
    });
    rw.before(op);
    let mask = mask_buffer.map(|(mask, buffer)| {
        rw.create(StoreOp::build(mask, buffer, &[]));
        rw.value(LoadOp::build(buffer, &[]))
    });
    Some(Buffers { data, mask })
}

/// Sets the mask of a transfer that has one: its last operand.
fn set_mask(rw: &mut Rewriter, op: OpId, mask: Option<Value>) {
    if let Some(mask) = mask {
        let last = rw.n_operands(op) - 1;
        rw.set_operand(op, last, mask);
    }
}

pub(super) fn prepare_read(op: TransferReadOp, rw: &mut Rewriter, options: Options) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, op.id(), &transfer, options) {
        return rw.no_match(op, reason);
    }
    let Some(buffers) = make_buffers(rw, op.id(), &transfer) else {
        return rw.no_match(op, "there is no allocation scope");
    };
    let labelled = rw.clone_op(op.id(), &mut CloneMap::default());
    rw.set_attr(labelled, LABEL, Attr::UNIT);
    set_mask(rw, labelled, buffers.mask);
    let vector = rw.result(labelled, 0);
    rw.create(StoreOp::build(vector, buffers.data, &[]));
    rw.replace_with(op, LoadOp::build(buffers.data, &[]));
    Match::Yes
}

pub(super) fn prepare_write(op: TransferWriteOp, rw: &mut Rewriter, options: Options) -> Match {
    let transfer = Transfer::of(rw, op.id());
    if let Some(reason) = refusal(rw, op.id(), &transfer, options) {
        return rw.no_match(op, reason);
    }
    let Some(buffers) = make_buffers(rw, op.id(), &transfer) else {
        return rw.no_match(op, "there is no allocation scope");
    };
    rw.create(StoreOp::build(op.value_to_store(rw), buffers.data, &[]));
    let loaded = rw.value(LoadOp::build(buffers.data, &[]));
    rw.set_operand(op, TransferWriteOp::VALUE_TO_STORE_OPERAND, loaded);
    rw.set_attr(op, LABEL, Attr::UNIT);
    set_mask(rw, op.id(), buffers.mask);
    Match::Yes
}

/// The memref type `ty` of vectors with their first dimension moved to the memref.
fn unpack_one_dim(cx: &Context, ty: Type) -> Option<Type> {
    let vector = VectorType::of(cx, ty.element(cx)?).filter(|vector| vector.rank() > 0 && !vector.scalable[0])?;
    let mut shape = ty.shape(cx)?.to_vec();
    shape.push(vector.shape[0]);
    Some(memref_type(cx, &shape, vector.drop_front(1).ty(cx), None, None))
}

/// The use of a buffer by a labelled transfer: the store or load, the memref, and the indices.
struct Place {
    user: OpId,
    buffer: Value,
    indices: Vec<Value>,
}

/// The buffer of the transfer `op`.
fn place(body: &Body, op: OpId) -> Option<Place> {
    if OpRef::new(body, op).is::<TransferReadOp>() {
        let result = body.result(op, 0);
        let user = body.users(result).next().filter(|_| body.has_one_use(result))?;
        let store = OpRef::new(body, user).cast::<StoreOp>()?;
        return Some(Place { user, buffer: store.memref(body), indices: store.indices(body) });
    }
    let load = defining::<LoadOp>(body, TransferWriteOp::from_id(op).value_to_store(body))?;
    Some(Place { user: load.id(), buffer: load.memref(body), indices: load.indices(body) })
}

/// The buffer of a mask, viewed as in the next step, and the leading indices of this step.
struct MaskPlace {
    buffer: Value,
    indices: Vec<Value>,
}

/// The buffer of the mask, with a view of it if a dimension is unpacked.
fn mask_place(rw: &mut Rewriter, transfer: &Transfer) -> Option<MaskPlace> {
    let load = defining::<LoadOp>(rw, transfer.mask?)?;
    let buffer = load.memref(rw);
    let viewed = if transfer.is_broadcast_dim(0) || mask_rank(rw, transfer) == Some(1) {
        buffer
    } else {
        let ty = unpack_one_dim(rw, rw.ty(buffer))?;
        rw.value(TypeCastOp::build(ty, buffer))
    };
    // The dimensions unpacked before depend on maps that are lost: an earlier load has the indices.
    let earlier = rw.users(buffer).find_map(|user| OpRef::new(rw, user).cast::<LoadOp>());
    let indices = earlier.map_or(Vec::new(), |load| load.indices(rw));
    Some(MaskPlace { buffer: viewed, indices })
}

/// Loads the mask for `position` of the first dimension. For a mask of one dimension the bit is tested instead.
fn load_mask(rw: &mut Rewriter, transfer: &Transfer, place: &MaskPlace, position: Value) -> Option<Value> {
    let is_broadcast = transfer.is_broadcast_dim(0);
    if !is_broadcast && mask_rank(rw, transfer) == Some(1) {
        return None;
    }
    let mut indices = place.indices.clone();
    if !is_broadcast {
        indices.push(position);
    }
    Some(rw.value(LoadOp::build(place.buffer, &indices)))
}

/// Replaces a labelled transfer by a loop over smaller ones.
pub(super) fn unpack<T: Op>(op: T, rw: &mut Rewriter, options: Options) -> Match {
    let op = op.id();
    let Some(place) = rw.attr(op, LABEL).and_then(|_| place(rw, op)) else {
        return rw.no_match(op, "it is not being lowered");
    };
    let transfer = Transfer::of(rw, op);
    let Some(view) = unpack_one_dim(rw, rw.ty(place.buffer)) else {
        return rw.no_match(op, "the buffer has no dimension to unpack");
    };
    let buffer = rw.value(TypeCastOp::build(view, place.buffer));
    let mask = mask_place(rw, &transfer);
    let padding = OpRef::new(rw, op).cast::<TransferReadOp>().map(|read| read.padding(rw));
    let size = *view.shape(rw).and_then(<[i64]>::last).expect("a dimension was just added");
    let bounds = [0, size, 1].map(|bound| constant_index(rw, bound));
    let is_tensor_write = padding.is_none() && transfer.base_type.is_tensor(rw);
    let inits: Vec<Value> = is_tensor_write.then_some(transfer.base).into_iter().collect();
    let types: Vec<Type> = inits.iter().map(|&init| rw.ty(init)).collect();
    let step = Step { transfer: &transfer, buffer, indices: &place.indices, mask: mask.as_ref(), options };
    let made = build_for(rw, bounds, &inits, |rw, position, carried| {
        let inside = |rw: &mut Rewriter| match padding {
            Some(padding) => step.read(rw, position, padding),
            None => step.write(rw, position, carried),
        };
        let outside = |rw: &mut Rewriter| match padding {
            Some(padding) => step.pad(rw, position, padding),
            None => carried.to_vec(),
        };
        check_in_bounds(rw, &transfer, position, &types, inside, outside)
    });
    if padding.is_some() {
        rw.erase(place.user);
        return rw.erase(op);
    }
    let results = rw.results(made.id()).to_vec();
    rw.replace(op, results)
}

/// The parameters of the loop body.
struct Step<'a> {
    transfer: &'a Transfer,
    buffer: Value,
    indices: &'a [Value],
    mask: Option<&'a MaskPlace>,
    options: Options,
}

impl Step<'_> {
    fn indices(&self, position: Value) -> Vec<Value> {
        [self.indices, &[position]].concat()
    }

    fn masked(&self, rw: &mut Rewriter, part: Transfer, position: Value) -> Transfer {
        let mask = self.mask.and_then(|place| load_mask(rw, self.transfer, place, position));
        Transfer { mask, ..part }
    }

    fn label(&self, rw: &mut Rewriter, op: OpId, part: &Transfer) {
        if VectorType::of(rw, part.vector_type).is_some_and(|vector| vector.rank() > self.options.target_rank as usize)
        {
            rw.set_attr(op, LABEL, Attr::UNIT);
        }
    }

    /// Reads a part and stores it to the buffer.
    fn read(&self, rw: &mut Rewriter, position: Value, padding: Value) -> Vec<Value> {
        let part = unpacked(rw, self.transfer, position);
        let part = self.masked(rw, part, position);
        let read = rw.create(part.read(rw.cx(), padding)).id();
        self.label(rw, read, &part);
        let vector = rw.result(read, 0);
        rw.create(StoreOp::build(vector, self.buffer, &self.indices(position)));
        Vec::new()
    }

    /// Stores `padding` to the buffer where nothing is read.
    fn pad(&self, rw: &mut Rewriter, position: Value, padding: Value) -> Vec<Value> {
        let ty = rw.ty(self.buffer).element(rw).expect("a buffer has elements");
        let vector = broadcast(rw, ty, padding);
        rw.create(StoreOp::build(vector, self.buffer, &self.indices(position)));
        Vec::new()
    }

    /// Loads a part from the buffer and writes it.
    fn write(&self, rw: &mut Rewriter, position: Value, carried: &[Value]) -> Vec<Value> {
        let mut part = unpacked(rw, self.transfer, position);
        part.base = carried.first().copied().unwrap_or(part.base);
        let vector = rw.value(LoadOp::build(self.buffer, &self.indices(position)));
        let part = self.masked(rw, part, position);
        let write = rw.create(part.write(rw.cx(), vector)).id();
        self.label(rw, write, &part);
        rw.results(write).to_vec()
    }
}
