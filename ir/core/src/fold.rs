//! Folding: simplification of an operation with constant operands.
//!
//! [`constant_value`] returns the constant of a value; the drivers that call folders are in `ir/rewrite`.

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId, Value};
use crate::attrs::Attr;
use crate::body::Body;
use crate::opref::OpRef;
use crate::traits::TraitSet;

/// A folder. `consts[i]` is the constant value of operand `i`, if it is known.
pub type FoldFn = fn(&mut FoldCx, consts: &[Option<Attr>]) -> Fold;

/// The replacement of one result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldValue {
    /// A constant of the result's type.
    Attr(Attr),
    /// A value that exists already.
    Value(Value),
}

/// The outcome of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fold {
    /// No fold.
    No,
    /// The operation was changed in place.
    InPlace,
    /// Every result is replaced, one entry each.
    Results(SmallVec<[FoldValue; 1]>),
}

impl Fold {
    /// The one result becomes the constant `attr`.
    pub fn attr(attr: Attr) -> Self {
        Fold::Results(SmallVec::from_buf([FoldValue::Attr(attr)]))
    }

    /// The one result becomes `value`.
    pub fn value(value: Value) -> Self {
        Fold::Results(SmallVec::from_buf([FoldValue::Value(value)]))
    }
}

impl From<Option<Attr>> for Fold {
    fn from(found: Option<Attr>) -> Self {
        found.map_or(Fold::No, Fold::attr)
    }
}

impl From<Option<Value>> for Fold {
    fn from(found: Option<Value>) -> Self {
        found.map_or(Fold::No, Fold::value)
    }
}

/// A constant-like operation whose value is not its property `value`.
pub trait ConstantOp: Send + Sync {
    /// The value of the one result.
    fn value(&self, op: OpRef) -> Option<Attr>;
}

/// The constant that `value` is known to be, as the result of a constant-like operation. That operation's property
/// `value` is the constant, unless the operation implements [`ConstantOp`].
pub fn constant_value(body: &Body, value: Value) -> Option<Attr> {
    op_constant(body, body.defining_op(value)?)
}

/// The constant value of `op`, if it is a constant-like operation.
pub fn op_constant(body: &Body, op: OpId) -> Option<Attr> {
    let def = body.def(op)?;
    if !def.has(TraitSet::CONSTANT_LIKE) {
        return None;
    }
    match def.interface::<dyn ConstantOp>() {
        Some(constant) => constant.value(OpRef::new(body, op)),
        None => body.prop(op, def.prop_index("value")?),
    }
}

/// The view of a folder: it may read everything and modify the operation itself.
pub struct FoldCx<'a, 'c> {
    body: &'a mut Body<'c>,
    op: OpId,
    changed: bool,
}

impl<'c> std::ops::Deref for FoldCx<'_, 'c> {
    type Target = Body<'c>;
    fn deref(&self) -> &Body<'c> {
        self.body
    }
}

impl<'a, 'c> FoldCx<'a, 'c> {
    /// The state for folding `op`. The caller notifies its listeners when [`Self::changed`] is set.
    pub fn new(body: &'a mut Body<'c>, op: OpId) -> Self {
        Self { body, op, changed: false }
    }

    /// The operation that is folded.
    pub fn op(&self) -> OpId {
        self.op
    }

    /// Returns whether the folder changed the operation in place.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// Sets operand `index` to `value`.
    pub fn set_operand(&mut self, index: usize, value: Value) {
        if self.body.operand(self.op, index) == value {
            return;
        }
        self.changed = true;
        self.body.set_operand(self.op, index, value);
    }

    /// Sets the operands of the operation.
    pub fn set_operands(&mut self, operands: &[Value]) {
        if self.body.operands(self.op).eq(operands.iter().copied()) {
            return;
        }
        self.changed = true;
        self.body.set_operands(self.op, operands);
    }

    /// Sets property slot `index`.
    pub fn set_prop(&mut self, index: usize, value: Attr) {
        if self.body.prop(self.op, index) == Some(value) {
            return;
        }
        self.changed = true;
        self.body.set_prop(self.op, index, value);
    }

    /// Sets the attribute `name`.
    pub fn set_attr(&mut self, name: &str, value: Attr) {
        if self.body.attr(self.op, name) == Some(value) {
            return;
        }
        self.changed = true;
        self.body.set_attr(self.op, name, value);
    }

    /// Exchanges the blocks of two regions of the operation.
    pub fn swap_regions(&mut self, first: usize, second: usize) {
        self.changed = true;
        let (first, second) = (self.body.region(self.op, first), self.body.region(self.op, second));
        let n_blocks = self.body.blocks(first).count();
        self.body.take_blocks(second, first);
        let blocks: Vec<BlockId> = self.body.blocks(first).take(n_blocks).collect();
        for block in blocks {
            self.body.unlink_block(block);
            self.body.append_block(second, block);
        }
    }

    /// Replaces every use of result `index` by the constant `value`, of the type of the result, which `dialect`
    /// materializes right before the operation. Returns whether that was possible. Listeners are not notified of the
    /// constant: drivers visit it in their next iteration.
    pub fn replace_result(&mut self, index: usize, dialect: &str, value: Attr) -> bool {
        let cx = self.body.cx();
        let result = self.body.result(self.op, index);
        let hooks = cx.dialect(dialect).map(|dialect| dialect.hooks());
        let state = hooks.and_then(|hooks| hooks.materialize_constant(cx, value, self.body.ty(result)));
        let Some(state) = state else { return false };
        self.changed = true;
        let constant = self.body.create_op(state.at(self.body.loc(self.op)));
        self.body.insert_before(self.op, constant);
        let constant = self.body.result(constant, 0);
        self.body.replace_all_uses(result, constant);
        true
    }

    /// Moves `inner`, the only operation besides the terminator of a region of the operation, before the operation. The
    /// terminator has no operands afterwards.
    pub fn move_out(&mut self, inner: OpId) {
        self.changed = true;
        let block = self.body.block_of(inner).expect("what is moved out stands in a block");
        let terminator = self.body.last_op(block).expect("the region has a terminator");
        self.body.set_operands(terminator, &[]);
        self.body.move_before(inner, self.op);
    }

    /// Sets the type of a result.
    pub fn set_result_type(&mut self, index: usize, ty: crate::types::Type) {
        self.changed = true;
        let result = self.body.result(self.op, index);
        self.body.set_type(result, ty);
    }
}
