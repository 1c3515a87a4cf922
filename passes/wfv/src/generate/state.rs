//! What lanes need from one another's past, as variables.

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// The variable of this name; of `element` for one lane.
    pub(super) fn variable(&mut self, name: Name, element: Type) -> Variable {
        if let Some(&variable) = self.named.get(&name) {
            return variable;
        }
        let lanes = self.known.lanes;
        let is_wide = match name {
            Name::Mask(_) | Name::Twin(_) | Name::Ran(_) => true,
            Name::Input(node, at) => self.input_shape(node, at).is_varying(),
            Name::Value(value) => lanes.shape(value).is_varying(),
            Name::Kept(value) => !self.is_kept_whole(value),
        };
        let ty = if is_wide { self.make.wide(element) } else { element };
        let variable = self.variables.variable(ty);
        self.named.insert(name, variable);
        variable
    }

    /// The shape of an argument of a node; results vary.
    pub(super) fn input_shape(&self, node: Node, at: usize) -> Shape {
        match self.known.graph.block(node) {
            Some(block) => self.known.lanes.shape(self.known.graph.body.arg(block, at)),
            None => Shape::VARYING,
        }
    }

    pub(super) fn read(&mut self, name: Name, element: Type) -> Value {
        let variable = self.variable(name, element);
        self.variables.read(self.make.rw, variable, self.at)
    }

    pub(super) fn write(&mut self, name: Name, element: Type, value: Value) {
        let variable = self.variable(name, element);
        self.variables.write(variable, self.at, value);
    }

    /// Whether lanes on their way to `node` are kept in long masks.
    pub(super) fn has_twin(&self, node: Node) -> bool {
        self.known.options.target.mask_bits > 1 && self.known.blocks.is_waited_at[node as usize]
    }

    /// The lanes on their way to `node`.
    pub(super) fn read_mask(&mut self, node: Node) -> Value {
        if !self.has_twin(node) {
            return self.read(Name::Mask(node), Type::I1);
        }
        let twin = self.read(Name::Twin(node), Type::I32);
        self.make.of_twin(twin)
    }

    pub(super) fn write_mask(&mut self, node: Node, mask: Value) {
        if !self.has_twin(node) {
            return self.write(Name::Mask(node), Type::I1, mask);
        }
        let twin = self.make.twin(mask);
        self.write(Name::Twin(node), Type::I32, twin);
    }
}
