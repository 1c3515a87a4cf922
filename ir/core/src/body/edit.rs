//! In-place modifications of an operation.

use crate::arena::{BlockId, Link, OpId, RegionId, Value};
use crate::attrs::{Attr, NamedAttr};
use crate::body::Body;
use crate::loc::Loc;
use crate::name::OpName;
use crate::types::Type;

/// Operands and successors.
impl Body<'_> {
    /// Sets operand `index` of `op` to `value`.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: Value) {
        let data = self.ops.get(op);
        assert!(index < data.n_operands as usize, "an operand's number is below n_operands");
        let node = data.operands + index as u32;
        self.unlink_use(node);
        self.uses.items[node as usize].value = Link::to(value);
        self.link_use(node);
        self.touch();
    }

    /// Replaces the operands of `op`. Segment sizes are not updated.
    pub fn set_operands(&mut self, op: OpId, operands: &[Value]) {
        let data = self.ops.get(op);
        let (start, n) = (data.operands, data.n_operands);
        if n as usize == operands.len() {
            operands.iter().enumerate().for_each(|(index, &value)| self.set_operand(op, index, value));
            return;
        }
        (start..start + n).for_each(|index| self.unlink_use(index));
        self.uses.free(start, n);
        let start = self.alloc_operands(op, operands);
        let data = self.ops.get_mut(op);
        data.operands = start;
        data.n_operands = operands.len() as u32;
        self.touch();
    }

    /// Replaces all uses of `old` by `new`.
    ///
    /// ```
    /// use rmlir_core::{Body, Context, DialectRegistry, Loc, OpState, Type};
    /// let cx = Context::new(DialectRegistry::default());
    /// let mut body = Body::new(&cx, cx.op_name("my.module"), Loc::UNKNOWN, 1);
    /// let region = body.region(body.root(), 0);
    /// let block = body.create_block(&[Type::I32], &[Loc::UNKNOWN]);
    /// body.append_block(region, block);
    /// let x = body.args(block)[0];
    /// let state = OpState::named(&cx, "my.double").operands(&[x]).results(&[Type::I32]).at(Loc::UNKNOWN);
    /// let op = body.create_op(state);
    /// let y = body.result(op, 0);
    /// body.replace_all_uses(x, y);
    /// assert_eq!(body.operand(op, 0), y);
    /// ```
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old != new && !self.is_unused(old) {
            self.relink_uses(old, new);
            self.touch();
        }
    }

    /// Sets successor `index` of `op` to `block`.
    pub fn set_successor(&mut self, op: OpId, index: usize, block: BlockId) {
        let extra = self.extra(op).expect("an op with successors has an extra record");
        assert!(index < extra.n_successors as usize, "a successor's number is below n_successors");
        let node = extra.successors + index as u32;
        self.unlink_block_use(node);
        self.block_uses.items[node as usize].block = Link::to(block);
        self.link_block_use(node);
        self.touch();
    }

    /// Replaces `old` by `new` in all successor lists.
    pub fn replace_block_uses(&mut self, old: BlockId, new: BlockId) {
        let uses: Vec<(OpId, u32)> = self.block_uses(old).collect();
        uses.into_iter().for_each(|(op, index)| self.set_successor(op, index as usize, new));
    }
}

/// Attributes. On a proxy these change the nested root.
impl Body<'_> {
    /// Sets property slot `index` of `op`; [`Attr::ABSENT`] removes it.
    pub fn set_prop(&mut self, op: OpId, index: usize, value: Attr) {
        self.touch();
        if let Some(nested) = self.nested_mut(op) {
            let root = nested.root();
            return nested.set_prop(root, index, value);
        }
        let data = self.ops.get(op);
        let (start, n) = (data.props, data.n_props.into());
        self.props.run_mut(start, n)[index] = value;
    }

    pub(super) fn replace_props(&mut self, op: OpId, props: &[Attr]) {
        let data = self.ops.get(op);
        self.props.free(data.props, data.n_props.into());
        let start = self.props.alloc(props.iter().copied());
        let data = self.ops.get_mut(op);
        data.props = start;
        data.n_props = props.len() as u16;
        self.touch();
    }

    /// Sets the dictionary of discardable attributes of `op`.
    pub fn set_attr_dict(&mut self, op: OpId, dict: Attr) {
        debug_assert!(dict.as_dict(self.cx).is_some(), "an op's attributes are a dictionary");
        self.touch();
        match self.nested_mut(op) {
            Some(nested) => {
                let root = nested.root();
                nested.set_attr_dict(root, dict);
            }
            None => self.ops.get_mut(op).attrs = dict,
        }
    }

    /// Sets the attribute `name`: the property of that name if `op` has one,
    /// else a discardable attribute.
    pub fn set_attr(&mut self, op: OpId, name: &str, value: Attr) {
        if let Some(index) = self.def(op).and_then(|def| def.prop_index(name)) {
            return self.set_prop(op, index, value);
        }
        let name = self.cx.ident(name);
        let mut entries: Vec<NamedAttr> = self.discardable_attrs(op).to_vec();
        match entries.iter_mut().find(|entry| entry.name == name) {
            Some(entry) => entry.value = value,
            None => entries.push(NamedAttr { name, value }),
        }
        self.set_attr_dict(op, self.cx.dict(entries));
    }

    /// Removes the attribute `name`, inherent or discardable, and returns it.
    pub fn remove_attr(&mut self, op: OpId, name: &str) -> Option<Attr> {
        if let Some(index) = self.def(op).and_then(|def| def.prop_index(name)) {
            let old = self.prop(op, index);
            self.set_prop(op, index, Attr::ABSENT);
            return old;
        }
        let mut entries: Vec<NamedAttr> = self.discardable_attrs(op).to_vec();
        let index = entries.iter().position(|entry| entry.name.str(self.cx) == name)?;
        let old = entries.remove(index).value;
        self.set_attr_dict(op, self.cx.dict(entries));
        Some(old)
    }
}

/// Names, types and locations.
impl Body<'_> {
    /// Sets the location of `op` (of a proxy: and of the nested root).
    pub fn set_loc(&mut self, op: OpId, loc: Loc) {
        self.ops.get_mut(op).loc = loc;
        if let Some(nested) = self.nested_mut(op) {
            let root = nested.root();
            nested.ops.get_mut(root).loc = loc;
        }
        self.touch();
    }

    /// Sets the location of argument `index` of `block`.
    pub fn set_arg_loc(&mut self, block: BlockId, index: usize, loc: Loc) {
        let locs = self.blocks.get(block).arg_locs;
        self.arg_locs.get_mut(locs)[index] = loc;
        self.touch();
    }

    /// Sets the type of `value`.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values.get_mut(value).ty = ty;
        self.touch();
    }

    /// Changes the root to another isolated operation: its name and properties change, its regions and discardable
    /// attributes are kept. The proxy in the enclosing body is updated immediately ([`Body::sync_proxy`] after parallel
    /// work).
    pub fn become_op(&mut self, name: OpName, props: &[Attr]) {
        let root = self.root;
        self.ops.get_mut(root).name = name;
        self.replace_props(root, props);
    }

    /// Moves all blocks of `from` to the end of `to`.
    pub fn take_blocks(&mut self, from: RegionId, to: RegionId) {
        let blocks: Vec<BlockId> = self.blocks(from).collect();
        for block in blocks {
            self.unlink_block(block);
            self.append_block(to, block);
        }
    }
}
