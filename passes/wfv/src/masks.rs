//! Small code: vectors, masks and what is asked about them.

use rmlir::core::dense::from_elements;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, IndexCastOp, OrIOp, SelectOp, XOrIOp};
use rmlir_llvm::ops::aggregate::FreezeOp;
use rmlir_scf::{IfOp, YieldOp};
use rmlir_vector::{BroadcastOp, CombiningKind, ExtractOp, InsertOp, ReductionOp, ShuffleOp};
use rustc_hash::FxHashMap;

/// How many operations back it is looked for what bits are made of.
const TWIN_DEPTH: u32 = 3;

/// Makes operations of a variant.
pub struct Maker<'r, 'a, 'c> {
    /// Where they are made.
    pub rw: &'r mut Rewriter<'a, 'c>,
    /// How many lanes there are.
    pub width: i64,
    /// Constants, which stand at the start.
    constants: FxHashMap<Attr, Value>,
    /// By mask: the same with 32 bits for each lane, 0 or -1, made at the same place.
    twins: FxHashMap<Value, Value>,
    entry: BlockId,
}

impl<'r, 'a, 'c> Maker<'r, 'a, 'c> {
    /// For a function that starts at `entry`.
    pub fn new(rw: &'r mut Rewriter<'a, 'c>, width: i64, entry: BlockId) -> Self {
        Self { rw, width, constants: FxHashMap::default(), twins: FxHashMap::default(), entry }
    }

    /// The type of a value for each lane.
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

    /// An integer.
    pub fn number(&mut self, ty: Type, number: i64) -> Value {
        let attr = self.rw.cx().int_attr(ty, number);
        self.constant(attr)
    }

    /// The mask with no lane on, or with all.
    pub fn no_lanes(&mut self) -> Value {
        self.uniform_mask(false)
    }

    /// The mask with all lanes on.
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

    /// The mask as a value, `None` standing for all lanes.
    pub fn mask(&mut self, mask: Option<Value>) -> Value {
        match mask {
            Some(mask) => mask,
            None => self.all_lanes(),
        }
    }

    /// Lanes that are on in both; what `bits` says of lanes that are off does not matter, even poison.
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

    /// The twin of a mask, of which only lanes stay on that `bits` has: what bits were made of is taken one by one, since
    /// together they would be made in single bits, which are dear to make long again.
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

    /// Lanes that are off may have poison, which stays poison in sums of bits.
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

    /// The mask that `twin` is the twin of.
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

    /// Lanes of `mask` that are not on in `other`, a mask of some of them.
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

    /// Lanes that are on in one of two masks.
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

    /// Whether a lane is on.
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

    /// Whether all lanes are on.
    pub fn all(&mut self, mask: Value) -> Value {
        self.reduce(CombiningKind::And, mask)
    }

    fn reduce(&mut self, kind: CombiningKind, mask: Value) -> Value {
        let kind = kind.attr(self.rw.cx());
        self.rw.value(ReductionOp::build(Type::I1, mask, None, kind))
    }

    /// One of two, by lane or as a whole.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        if then == otherwise {
            return then;
        }
        self.rw.value(SelectOp::build(condition, then, otherwise))
    }

    /// Whether lanes equal a number.
    pub fn equals(&mut self, lanes: Value, number: &ApInt) -> Value {
        let (ty, cx) = (self.rw.ty(lanes), self.rw.cx());
        let scalar = cx.apint_attr(ty.element_or_self(cx), number.clone());
        let attr = if ty.is_vector(cx) { rmlir::core::dense::splat(cx, ty, scalar).expect("numbers") } else { scalar };
        let number = self.constant(attr);
        self.rw.value(CmpIOp::build(lanes, number, CmpIPredicate::Eq.attr(cx)))
    }

    /// The same in all lanes.
    pub fn broadcast(&mut self, value: Value) -> Value {
        let ty = self.wide(self.rw.ty(value));
        self.rw.value(BroadcastOp::build(ty, value))
    }

    /// 0, `stride`, twice that and so on.
    pub fn steps(&mut self, element: Type, stride: i64) -> Value {
        let cx = self.rw.cx();
        let width = element.int_or_index_width(cx).expect("strided values are integers");
        let number = |lane: i64| ApInt::from_i64(64, stride.wrapping_mul(lane)).trunc(width.min(64));
        let lanes: Vec<Attr> = (0..self.width).map(|lane| cx.apint_attr(element, number(lane))).collect();
        let ty = self.wide(element);
        let attr = from_elements(cx, ty, &lanes).expect("numbers make a vector");
        self.constant(attr)
    }

    /// `base` and so much more in each lane.
    pub fn linear(&mut self, base: Value, stride: i64) -> Value {
        let steps = self.steps(self.rw.ty(base), stride);
        let bases = self.broadcast(base);
        self.rw.value(AddIOp::build(bases, steps))
    }

    /// The sum of two numbers, or lanes.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.rw.value(AddIOp::build(a, b))
    }

    /// The value of a lane.
    pub fn lane(&mut self, vector: Value, lane: i64) -> Value {
        let build = ExtractOp::at_static(self.rw.cx(), vector, &[lane]);
        self.rw.value(build)
    }

    /// The value of a lane of what may follow from other vectors: of sums of these, and casts, the sum or cast of that lane.
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

    /// Places before they were made indices, if these were signed numbers of fewer bits: more of them fit in a vector.
    pub fn narrow(&self, places: Value) -> Value {
        let Some(op) = self.rw.defining_op(places) else { return places };
        let is_cast = OpRef::new(self.rw, op).is::<IndexCastOp>();
        let width = |value: Value| self.rw.ty(value).element_or_self(self.rw.cx()).int_width(self.rw.cx());
        match is_cast && width(self.rw.operand(op, 0)) == Some(32) {
            true => self.rw.operand(op, 0),
            false => places,
        }
    }

    /// Lanes of two vectors, those of the second one counted on from those of the first.
    pub fn shuffle(&mut self, a: Value, b: Value, places: &[i64]) -> Value {
        let places = self.rw.cx().i64_array(places);
        self.rw.value(ShuffleOp::build(a, b, places))
    }

    /// Lane `l` with what lane `l ^ flip` has.
    pub fn flipped(&mut self, vector: Value, flip: i64) -> Value {
        let places: Vec<i64> = (0..self.width).map(|lane| lane ^ flip).collect();
        self.shuffle(vector, vector, &places)
    }

    /// The value of a lane by a number that is computed.
    pub fn lane_at(&mut self, vector: Value, lane: Value) -> Value {
        let build = ExtractOp::at(self.rw.cx(), vector, &[MixedIndex::Dynamic(lane)]);
        self.rw.value(build)
    }

    /// A vector with another value in one lane.
    pub fn with_lane(&mut self, value: Value, vector: Value, lane: i64) -> Value {
        let build = InsertOp::at_static(self.rw.cx(), value, vector, &[lane]);
        self.rw.value(build)
    }

    /// A copy of an operation of another function, with other operands and types.
    pub fn copy_of(&mut self, source: &Body, op: OpId, operands: &[Value], types: &[Type]) -> OpId {
        let mut state = OpState::new(source.name(op)).at(source.loc(op)).operands(operands).results(types);
        state.no_inference = true;
        state.props = source.props(op).into();
        state.attrs = source.discardable_attrs(op).to_vec();
        self.rw.create_state(state)
    }

    /// Does `work` if `bit` holds; what it gives, or `otherwise`.
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
