//! Tiling of `tensor.pad`: a part of a padded tensor is a part of the source with less padding, or consists of padding
//! alone.

use rmlir::core::clone::CloneMap;
use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::{MixedIndex, statics};
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, OrIOp, materialize_index};
use rmlir_linalg::IteratorType;
use rmlir_scf as scf;
use rmlir_tensor::{CastOp, ExtractSliceOp, GenerateOp, PadOp, TensorParts, padded_type, tensor_type};

use super::arithmetic::{difference, greatest, least, size_of};
use super::interface::{EmptyStart, Part, Tile, Tileable};

/// The tiling of `tensor.pad`, if its padding value is the same everywhere. The domain has a loop for each dimension.
pub(super) struct PadTiling;

impl Tileable for PadTiling {
    fn start_of_empty(&self, _op: OpRef, _dim: usize) -> EmptyStart {
        EmptyStart::First
    }

    fn iterators(&self, op: OpRef) -> Vec<IteratorType> {
        let rank = op.result(0).ty().shape(op.cx()).map_or(0, <[i64]>::len);
        vec![IteratorType::Parallel; rank]
    }

    fn domain(&self, rw: &mut Rewriter, op: OpId) -> Option<Vec<MixedIndex>> {
        let reify = OpRef::new(rw, op).interface::<dyn ReifyShapes>()?;
        reify.result_sizes(rw, op, 0)
    }

    fn tile(&self, rw: &mut Rewriter, op: OpId, part: &Part) -> Option<Tile> {
        let pad = PadOp::from_id(op);
        pad.constant_padding(rw)?;
        let outer = rw.default_loc();
        rw.set_loc(rw.loc(op));
        let tile = PartOfPad::of(rw, pad, part).tile(rw);
        rw.set_loc(outer);
        Some(tile)
    }

    fn part_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }

    fn domain_of_result(&self, _rw: &mut Rewriter, _op: OpId, _index: usize, part: &Part) -> Option<Part> {
        Some(part.clone())
    }
}

/// Whether a part consists of padding alone.
enum IsAdded {
    Never,
    Always,
    If(Value),
}

/// A part of the result of `tensor.pad`.
struct PartOfPad<'a> {
    pad: PadOp,
    part: &'a Part,
    /// The part of the source.
    taken: Part,
    low: Vec<MixedIndex>,
    high: Vec<MixedIndex>,
    is_added: IsAdded,
}

impl<'a> PartOfPad<'a> {
    fn of(rw: &mut Rewriter, pad: PadOp, part: &'a Part) -> Self {
        let taken = Part { offsets: Vec::new(), sizes: Vec::new() };
        let mut this = Self { pad, part, taken, low: Vec::new(), high: Vec::new(), is_added: IsAdded::Never };
        let (low, high) = (pad.mixed_low(rw), pad.mixed_high(rw));
        for (dim, padding) in low.into_iter().zip(high).enumerate() {
            this.take(rw, dim, padding);
        }
        this
    }

    /// Computes the range along `dim` of the source, with this low and high padding.
    fn take(&mut self, rw: &mut Rewriter, dim: usize, (low, high): (MixedIndex, MixedIndex)) {
        let zero = MixedIndex::Static(0);
        let (offset, length) = (self.part.offsets[dim], self.part.sizes[dim]);
        let [has_low, has_high] = [low, high].map(|n| !n.is(rw, 0));
        if !has_low && !has_high {
            self.add(offset, length, low, high);
            return;
        }
        let source = self.pad.source(rw);
        let size = size_of(rw, source, dim);
        let mut new_low = zero;
        let mut start = offset;
        if has_low {
            let left = difference(rw, low, offset);
            new_low = greatest(rw, zero, left);
            let from_low = difference(rw, offset, low);
            start = greatest(rw, from_low, zero);
        }
        let start = least(rw, start, size);
        let available = difference(rw, size, start);
        let wanted = difference(rw, length, new_low);
        let mut taken = least(rw, available, wanted);
        if has_low {
            taken = greatest(rw, taken, zero);
        }
        self.note_empty(rw, taken);
        let mut new_high = zero;
        if has_high {
            let rest = difference(rw, length, taken);
            new_high = difference(rw, rest, new_low);
        }
        self.add(start, taken, new_low, new_high);
    }

    fn add(&mut self, start: MixedIndex, taken: MixedIndex, low: MixedIndex, high: MixedIndex) {
        self.taken.offsets.push(start);
        self.taken.sizes.push(taken);
        self.low.push(low);
        self.high.push(high);
    }

    /// Records the size of the source's range along one dimension: if it is zero, the part consists of padding alone.
    fn note_empty(&mut self, rw: &mut Rewriter, taken: MixedIndex) {
        if taken.is(rw, 0) {
            self.is_added = IsAdded::Always;
        }
        let before = match self.is_added {
            IsAdded::Always => return,
            IsAdded::Never => None,
            IsAdded::If(condition) => Some(condition),
        };
        let [taken, zero] = [taken, MixedIndex::Static(0)].map(|index| materialize_index(rw, index));
        let equal = CmpIPredicate::Eq.attr(rw);
        let check = rw.value(CmpIOp::build(taken, zero, equal));
        self.is_added = IsAdded::If(before.map_or(check, |before| rw.value(OrIOp::build(check, before))));
    }

    fn tile(&self, rw: &mut Rewriter) -> Tile {
        let (op, value, slices) = match self.is_added {
            IsAdded::Always => {
                let (op, value) = self.added(rw);
                (op, value, Vec::new())
            }
            IsAdded::Never => {
                let (op, value, slice) = self.padded(rw);
                (op, value, vec![slice])
            }
            IsAdded::If(condition) => self.either(rw, condition),
        };
        Tile { ops: vec![op], values: vec![value], slices }
    }

    /// Selects between padding alone and a padded part of the source.
    fn either(&self, rw: &mut Rewriter, condition: Value) -> (OpId, Value, Vec<OpId>) {
        let made = rw.create(scf::IfOp::build(&[self.ty(rw)], condition));
        let point = rw.insert_point();
        rw.create_block(made.thenRegion(rw), &[], &[]);
        let (_, added) = self.added(rw);
        rw.create(scf::YieldOp::build(&[added]));
        rw.create_block(made.elseRegion(rw), &[], &[]);
        let (op, padded, slice) = self.padded(rw);
        rw.create(scf::YieldOp::build(&[padded]));
        rw.set_insert_point(point);
        (op, rw.result(made.id(), 0), vec![slice])
    }

    /// The type of the part.
    fn ty(&self, body: &Body) -> Type {
        let result = TensorParts::of(body, body.ty(self.pad.result(body))).expect("padded tensors are tensors");
        tensor_type(body, &statics(&self.part.sizes), result.element)
    }

    fn added(&self, rw: &mut Rewriter) -> (OpId, Value) {
        let sizes: Vec<Value> = self.part.sizes.iter().filter_map(|size| size.value()).collect();
        let made = rw.create(GenerateOp::build(self.ty(rw), &sizes));
        let (from, to) = (self.pad.region(rw), made.body(rw));
        rw.clone_region(from, to, &mut CloneMap::default());
        (made.id(), rw.result(made.id(), 0))
    }

    fn padded(&self, rw: &mut Rewriter) -> (OpId, Value, OpId) {
        let source = self.pad.source(rw);
        let parts = TensorParts::of(rw, rw.ty(source)).expect("a tensor is padded");
        let ty = parts.with_shape(rw, &statics(&self.taken.sizes));
        let slice = rw.create(ExtractSliceOp::of(rw.cx(), ty, source, &self.taken.lists())).id();
        let slice_value = rw.result(slice, 0);
        let [low, high] = [&self.low, &self.high].map(|list| statics(list));
        let padded = padded_type(rw, ty, &low, &high, None).expect("there is a padding for each dimension");
        let nofold = self.pad.nofold(rw);
        let made = rw.create(PadOp::of(rw.cx(), padded, slice_value, &self.low, &self.high, nofold)).id();
        rw.set_attr_dict(made, rw.attr_dict(self.pad.id()));
        let (from, to) = (self.pad.region(rw), PadOp::from_id(made).region(rw));
        rw.clone_region(from, to, &mut CloneMap::default());
        let (value, ty) = (rw.result(made, 0), self.ty(rw));
        let value = if padded == ty { value } else { rw.value(CastOp::build(ty, value)) };
        (made, value, slice)
    }
}
