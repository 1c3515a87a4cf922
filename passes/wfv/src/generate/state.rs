//! The state that lanes carry between blocks, as variables.

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Returns the variable called `name`, whose type for one lane is `element`.
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
        self.begin(variable, name, None);
        variable
    }

    /// Declares where a variable is first written: before that, in linear order, it is `value` or poison.
    ///
    /// Exit masks of a cycle are accumulated over all its iterations, so their definition is the cycle as a whole.
    /// State of nodes in a common cycle is reset at the start of each iteration.
    pub(super) fn begin(&mut self, variable: Variable, name: Name, value: Option<Value>) {
        let Known { graph, lanes, .. } = *self.known;
        let first = match name {
            Name::Mask(node) | Name::Twin(node) | Name::Input(node, _) => {
                let from = graph.incoming[node as usize].iter().map(|&(from, _)| from);
                let from = from.filter(|from| graph.dominators.is_reachable(*from));
                from.map(|from| self.start_of(from, |cycle| !lanes.cycles.contains(cycle, node))).min()
            }
            Name::Ran(node) => Some(self.start_of(node, |_| false)),
            Name::Value(value) | Name::Kept(value) => Some(self.start_of(graph.node_of(value), |_| true)),
        };
        self.variables.begin(variable, first.unwrap_or(0), value);
    }

    /// The index of the first block of the largest cycle around `node` that satisfies `is_so`; that of the node if
    /// there is none.
    fn start_of(&self, node: Node, is_so: impl Fn(CycleId) -> bool) -> u32 {
        let cycles = &self.known.lanes.cycles;
        let place = match cycles.around(node).take_while(|&cycle| is_so(cycle)).last() {
            Some(cycle) if self.known.blocks.is_masked[cycle as usize] => Place::Test(cycle),
            Some(cycle) => Place::Node(cycles[cycle].header()),
            None => Place::Node(node),
        };
        self.place_of[&place] as u32 + 1
    }

    /// The shape of an argument of a node; function results are varying.
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

    /// Whether the mask of lanes on their way to `node` is kept with 32 bits for each lane.
    pub(super) fn has_twin(&self, node: Node) -> bool {
        self.known.options.target.mask_bits > 1 && self.known.blocks.is_waited_at[node as usize]
    }

    /// Reads the mask of lanes on their way to `node`.
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
