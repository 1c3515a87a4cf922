//! Builders for vectors, masks and reductions of masks.

use rmlir::core::dense::from_elements;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, IndexCastOp, OrIOp, SelectOp, XOrIOp};
use rmlir_llvm::ops::aggregate::FreezeOp;
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vector::{BroadcastOp, CombiningKind, ExtractOp, InsertOp, ReductionOp, ShuffleOp};
use rustc_hash::FxHashMap;

/// The depth limit of the search for the definition of bits.
const TWIN_DEPTH: u32 = 3;

/// A builder of operations of a variant.
pub struct Maker<'r, 'a, 'c> {
    /// The rewriter with the insertion point.
    pub rw: &'r mut Rewriter<'a, 'c>,
    /// The number of lanes.
    pub width: i64,
    /// Constants, which are defined at the start of the entry.
    constants: FxHashMap<Attr, Value>,
    /// By mask: its twin with 32 bits for each lane, 0 or -1, defined at the same position.
    twins: FxHashMap<Value, Value>,
    entry: BlockId,
}

impl<'r, 'a, 'c> Maker<'r, 'a, 'c> {
    /// A builder for a function with the entry block `entry`.
    pub fn new(rw: &'r mut Rewriter<'a, 'c>, width: i64, entry: BlockId) -> Self {
        Self { rw, width, constants: FxHashMap::default(), twins: FxHashMap::default(), entry }
    }

    /// The vector type with an element for each lane.
    pub fn wide(&self, element: Type) -> Type {
        self.rw.cx().vector_type(&[self.width], element)
    }

    /// The type of masks.
    pub fn mask_type(&self) -> Type {
        self.wide(Type::I1)
    }

    /// A constant.
    pub fn constant(&mut self, attr: Attr) -> Value {
        if let Some(&value) = self.constants.get(&attr) {
            return value;
        }
        let around = self.rw.insert_point();
        self.rw.at_start(self.entry);
        let value = self.rw.value(ConstantOp::build(attr));
        self.rw.set_insert_point(around);
        self.constants.insert(attr, value);
        value
    }

    /// An integer constant.
    pub fn number(&mut self, ty: Type, number: i64) -> Value {
        let attr = self.rw.cx().int_attr(ty, number);
        self.constant(attr)
    }

    /// The mask with all lanes inactive.
    pub fn no_lanes(&mut self) -> Value {
        self.uniform_mask(false)
    }

    /// The mask with all lanes active.
    pub fn all_lanes(&mut self) -> Value {
        self.uniform_mask(true)
    }

    fn uniform_mask(&mut self, bit: bool) -> Value {
        let (ty, cx) = (self.mask_type(), self.rw.cx());
        let attr = rmlir::core::dense::splat(cx, ty, cx.bool_attr(bit)).expect("bits make a vector");
        self.constant(attr)
    }

    fn is_no_lanes(&mut self, mask: Value) -> bool {
        self.no_lanes() == mask
    }

    /// The mask as a value; `None` means all lanes.
    pub fn mask(&mut self, mask: Option<Value>) -> Value {
        match mask {
            Some(mask) => mask,
            None => self.all_lanes(),
        }
    }

    /// The lanes that are active in both; bits of `bits` for inactive lanes do not matter, even if they are poison.
    pub fn and(&mut self, mask: Option<Value>, bits: Value) -> Value {
        let Some(mask) = mask else { return bits };
        let none = self.no_lanes();
        if mask == none {
            return none;
        }
        match self.twins.get(&mask) {
            Some(&twin) if bits != none => {
                let twin = self.and_twin(twin, bits, TWIN_DEPTH);
                self.of_twin(twin)
            }
            _ => self.select(mask, bits, none),
        }
    }

    /// The conjunction of the twin of a mask and `bits`, with the operands of `bits` applied one by one: combined
    /// first, they would be computed as single bits, which are expensive to extend again.
    fn and_twin(&mut self, twin: Value, bits: Value, depth: u32) -> Value {
        let op = self.rw.defining_op(bits).filter(|_| depth > 0);
        if let Some(op) = op.map(|op| OpRef::new(self.rw, op)) {
            let (is_and, is_broadcast) = (op.is::<AndIOp>(), op.is::<BroadcastOp>());
            let operands: Vec<Value> = op.operands().map(|operand| operand.id).collect();
            if is_and {
                let twin = self.and_twin(twin, operands[0], depth - 1);
                return self.and_twin(twin, operands[1], depth - 1);
            }
            if is_broadcast && self.rw.ty(operands[0]) == Type::I1 {
                let bit = self.frozen(operands[0]);
                let none = self.twin_splat(0);
                return self.select(bit, twin, none);
            }
        }
        let bits = self.frozen(bits);
        let bits = self.long(bits);
        self.rw.value(AndIOp::build(twin, bits))
    }

    /// Freezes bits: inactive lanes may be poison, and poison would propagate through sums of bits.
    pub fn frozen(&mut self, bits: Value) -> Value {
        self.rw.value(FreezeOp::build(bits))
    }

    fn long(&mut self, bits: Value) -> Value {
        let ty = self.wide(Type::I32);
        self.rw.value(ExtSIOp::build(ty, bits))
    }

    fn twin_splat(&mut self, number: i64) -> Value {
        let (ty, cx) = (self.wide(Type::I32), self.rw.cx());
        let attr = rmlir::core::dense::splat(cx, ty, cx.int_attr(Type::I32, number)).expect("numbers make a vector");
        self.constant(attr)
    }

    /// The twin of any mask.
    pub fn twin(&mut self, mask: Value) -> Value {
        if self.is_no_lanes(mask) {
            return self.twin_splat(0);
        }
        if self.all_lanes() == mask {
            return self.twin_splat(-1);
        }
        match self.twins.get(&mask) {
            Some(&twin) => twin,
            None => self.long(mask),
        }
    }

    /// The mask with this `twin`.
    pub fn of_twin(&mut self, twin: Value) -> Value {
        let zero = self.twin_splat(0);
        if twin == zero {
            return self.no_lanes();
        }
        if twin == self.twin_splat(-1) {
            return self.all_lanes();
        }
        let less = CmpIPredicate::Slt.attr(self.rw.cx());
        let mask = self.rw.value(CmpIOp::build(twin, zero, less));
        self.twins.insert(mask, twin);
        mask
    }

    /// The lanes of `mask` that are not active in `other`, a subset of it.
    pub fn without(&mut self, mask: Option<Value>, other: Value) -> Value {
        let all = self.all_lanes();
        let not = self.rw.value(XOrIOp::build(other, all));
        let Some(mask) = mask else { return not };
        let (Some(&twin), Some(&other)) = (self.twins.get(&mask), self.twins.get(&other)) else {
            return self.rw.value(AndIOp::build(mask, not));
        };
        let all = self.twin_splat(-1);
        let not = self.rw.value(XOrIOp::build(other, all));
        let twin = self.rw.value(AndIOp::build(twin, not));
        self.of_twin(twin)
    }

    /// The lanes that are active in one of two masks.
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        if self.is_no_lanes(a) || a == b {
            return b;
        }
        if self.is_no_lanes(b) {
            return a;
        }
        match (self.twins.get(&a), self.twins.get(&b)) {
            (Some(&a), Some(&b)) => {
                let twin = self.rw.value(OrIOp::build(a, b));
                self.of_twin(twin)
            }
            _ => self.rw.value(OrIOp::build(a, b)),
        }
    }

    /// Whether a lane is active.
    pub fn any(&mut self, mask: Value) -> Value {
        if let Some(&twin) = self.twins.get(&mask) {
            let kind = CombiningKind::Or.attr(self.rw.cx());
            let (bits, none) =
                (self.rw.value(ReductionOp::build(Type::I32, twin, None, kind)), self.number(Type::I32, 0));
            let differs = CmpIPredicate::Ne.attr(self.rw.cx());
            return self.rw.value(CmpIOp::build(bits, none, differs));
        }
        self.reduce(CombiningKind::Or, mask)
    }

    /// Whether all lanes are active.
    pub fn all(&mut self, mask: Value) -> Value {
        self.reduce(CombiningKind::And, mask)
    }

    fn reduce(&mut self, kind: CombiningKind, mask: Value) -> Value {
        let kind = kind.attr(self.rw.cx());
        self.rw.value(ReductionOp::build(Type::I1, mask, None, kind))
    }

    /// A select, by lane or with a scalar condition.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        if then == otherwise {
            return then;
        }
        self.rw.value(SelectOp::build(condition, then, otherwise))
    }

    /// Whether each lane equals an integer.
    pub fn equals(&mut self, lanes: Value, number: &ApInt) -> Value {
        let (ty, cx) = (self.rw.ty(lanes), self.rw.cx());
        let scalar = cx.apint_attr(ty.element_or_self(cx), number.clone());
        let attr = if ty.is_vector(cx) { rmlir::core::dense::splat(cx, ty, scalar).expect("numbers") } else { scalar };
        let number = self.constant(attr);
        self.rw.value(CmpIOp::build(lanes, number, CmpIPredicate::Eq.attr(cx)))
    }

    /// Broadcasts a value to all lanes.
    pub fn broadcast(&mut self, value: Value) -> Value {
        let ty = self.wide(self.rw.ty(value));
        self.rw.value(BroadcastOp::build(ty, value))
    }

    /// The vector 0, `stride`, 2 * `stride` and so on.
    pub fn steps(&mut self, element: Type, stride: i64) -> Value {
        let cx = self.rw.cx();
        let width = element.int_or_index_width(cx).expect("strided values are integers");
        let number = |lane: i64| ApInt::from_i64(64, stride.wrapping_mul(lane)).trunc(width.min(64));
        let lanes: Vec<Attr> = (0..self.width).map(|lane| cx.apint_attr(element, number(lane))).collect();
        let ty = self.wide(element);
        let attr = from_elements(cx, ty, &lanes).expect("numbers make a vector");
        self.constant(attr)
    }

    /// The vector `base + lane * stride`.
    pub fn linear(&mut self, base: Value, stride: i64) -> Value {
        let steps = self.steps(self.rw.ty(base), stride);
        let bases = self.broadcast(base);
        self.rw.value(AddIOp::build(bases, steps))
    }

    /// The sum of two integers, or vectors.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(AddIOp::build(a, b))
    }

    /// Extracts a lane.
    pub fn lane(&mut self, vector: Value, lane: i64) -> Value {
        let build = ExtractOp::at_static(self.rw.cx(), vector, &[lane]);
        self.rw.value(build)
    }

    /// Extracts a lane of a vector that may be computed from others: for sums and casts, the scalar sum or cast of that
    /// lane.
    pub fn lane_of(&mut self, vector: Value, lane: i64, depth: u32) -> Value {
        let Some(op) = self.rw.defining_op(vector).filter(|_| depth > 0) else { return self.lane(vector, lane) };
        let (name, operands) = (self.rw.name(op), self.rw.operands(op).collect::<Vec<Value>>());
        let view = OpRef::new(self.rw, op);
        if view.is::<BroadcastOp>() && !self.rw.ty(operands[0]).is_vector(self.rw.cx()) {
            return operands[0];
        }
        if let Some(number) = rmlir::core::fold::constant_value(self.rw, vector) {
            let cx = self.rw.cx();
            let element = |lanes: Vec<Attr>| lanes.get(lane as usize).copied();
            let number = number.splat_value(cx).or_else(|| number.dense_elements(cx).and_then(element));
            return match number {
                Some(number) => self.constant(number),
                None => self.lane(vector, lane),
            };
        }
        let view = OpRef::new(self.rw, op);
        let is_sum = view.is::<AddIOp>();
        if !is_sum && !view.is::<IndexCastOp>() {
            return self.lane(vector, lane);
        }
        let element = self.rw.ty(vector).element_or_self(self.rw.cx());
        let props = if is_sum { Vec::new() } else { self.rw.props(op).to_vec() };
        let operands: Vec<Value> = operands.into_iter().map(|operand| self.lane_of(operand, lane, depth - 1)).collect();
        if is_sum {
            return self.add(operands[0], operands[1]);
        }
        let mut state = OpState::new(name).at(self.rw.default_loc()).operands(&operands).results(&[element]);
        state.no_inference = true;
        state.props = props.into();
        let made = self.rw.create_state(state);
        self.rw.result(made, 0)
    }

    /// The indices before their extension to `index`, if they are sign-extended from fewer bits: more of them fit in a
    /// vector.
    pub fn narrow(&self, places: Value) -> Value {
        let Some(op) = self.rw.defining_op(places) else { return places };
        let is_cast = OpRef::new(self.rw, op).is::<IndexCastOp>();
        let width = |value: Value| self.rw.ty(value).element_or_self(self.rw.cx()).int_width(self.rw.cx());
        match is_cast && width(self.rw.operand(op, 0)) == Some(32) {
            true => self.rw.operand(op, 0),
            false => places,
        }
    }

    /// Shuffles two vectors; lane numbers of the second one follow those of the first.
    pub fn shuffle(&mut self, a: Value, b: Value, places: &[i64]) -> Value {
        let places = self.rw.cx().i64_array(places);
        self.rw.value(ShuffleOp::build(a, b, places))
    }

    /// Permutes lanes: lane `l` receives the value of lane `l ^ flip`.
    pub fn flipped(&mut self, vector: Value, flip: i64) -> Value {
        let places: Vec<i64> = (0..self.width).map(|lane| lane ^ flip).collect();
        self.shuffle(vector, vector, &places)
    }

    /// Extracts a lane at a dynamic index.
    pub fn lane_at(&mut self, vector: Value, lane: Value) -> Value {
        let build = ExtractOp::at(self.rw.cx(), vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// Inserts a value into a lane of a vector.
    pub fn with_lane(&mut self, value: Value, vector: Value, lane: i64) -> Value {
        let build = InsertOp::at_static(self.rw.cx(), value, vector, &[lane]);
        self.rw.value(build)
    }

    /// Copies an operation of another function, with other operands and result types.
    pub fn copy_of(&mut self, source: &Body, op: OpId, operands: &[Value], types: &[Type]) -> OpId {
        let mut state = OpState::new(source.name(op)).at(source.loc(op)).operands(operands).results(types);
        state.no_inference = true;
        state.props = source.props(op).into();
        state.attrs = source.discardable_attrs(op).to_vec();
        self.rw.create_state(state)
    }

    /// Executes `work` if `bit` is set; returns its results, or `otherwise`.
    pub fn only_if<E>(
        &mut self,
        bit: Value,
        otherwise: &[Value],
        work: impl FnOnce(&mut Self) -> Result<Vec<Value>, E>,
    ) -> Result<Vec<Value>, E> {
        let types: Vec<Type> = otherwise.iter().map(|&value| self.rw.ty(value)).collect();
        let op = self.rw.create(IfOp::build(&types, bit));
        let around = self.rw.insert_point();
        let then = op.thenRegion(self.rw);
        self.rw.create_block(then, &[], &[]);
        let given = work(self)?;
        self.rw.create(YieldOp::build(&given));
        if !otherwise.is_empty() {
            let region = op.elseRegion(self.rw);
            self.rw.create_block(region, &[], &[]);
            self.rw.create(YieldOp::build(otherwise));
        }
        self.rw.set_insert_point(around);
        Ok(self.rw.results(op.id()).to_vec())
    }
}
