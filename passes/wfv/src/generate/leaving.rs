//! Terminators: uniform branches, and masks of edges for divergent ones.

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Generates the exit of `node`.
    pub(super) fn leave(&mut self, region: RegionId, at: usize, node: Node) {
        let Known { graph, lanes, linear, .. } = *self.known;
        let edges = &graph.edges[node as usize];
        let next = linear.next[at].clone().expect("it is reached");
        match next {
            Next::Nowhere => unreachable!("only the end leads nowhere"),
            Next::One(to) if edges.len() == 1 => {
                self.go(node, 0, self.mask);
                self.variables.end(self.make.rw, self.at, Ending::Jump(self.blocks[&to]));
            }
            Next::One(to) => {
                debug_assert!(lanes.is_divergent[node as usize]);
                self.part(node);
                self.variables.end(self.make.rw, self.at, Ending::Jump(self.blocks[&to]));
            }
            Next::ByEdge(to) => self.together(region, node, &to),
            Next::Test { .. } => unreachable!("only tests do"),
        }
    }

    /// Generates a divergent branch: each edge gets the mask of the lanes that take it, the last one that of the
    /// remaining lanes.
    pub(super) fn part(&mut self, node: Node) {
        let graph = self.known.graph;
        let edges = &graph.edges[node as usize];
        let decider = graph.decider(node).expect("several edges are decided on");
        let form = self.operand(decider, User::Branch(node), node);
        let decided = self.wide(form);
        let is_bit = matches!(edges[0].condition, Condition::Bit(..));
        let order: Vec<usize> = if is_bit { vec![0, 1] } else { (1..edges.len()).chain([0]).collect() };
        let mut left = self.mask;
        for (number, &edge) in order.iter().enumerate() {
            if number + 1 == order.len() {
                self.go(node, edge, left);
                continue;
            }
            let bits = match &edges[edge].condition {
                Condition::Case(_, number) => self.make.equals(decided, number),
                _ => decided,
            };
            let mask = self.make.and(left, bits);
            self.go(node, edge, Some(mask));
            left = Some(self.make.without(left, mask));
        }
    }

    /// Generates a uniform branch, which stays a branch.
    pub(super) fn together(&mut self, region: RegionId, node: Node, to: &[usize]) {
        let graph = self.known.graph;
        let edges = &graph.edges[node as usize];
        let decider = graph.decider(node).expect("several edges are decided on");
        let form = self.operand(decider, User::Branch(node), node);
        let mut decider = self.base(form);
        if !self.has_a_lane {
            let any = self.any();
            let ty = self.make.rw.ty(decider);
            let zero = self.make.number(ty, 0);
            decider = self.make.select(any, decider, zero);
        }
        let ways: Vec<BlockId> = edges.iter().map(|_| self.make.rw.create_block(region, &[], &[])).collect();
        for &way in &ways {
            self.variables.expect(way, 1);
            self.variables.number(way, self.place as u32 + 1);
        }
        let ending = match &edges[0].condition {
            Condition::Bit(..) => Ending::Branch(decider, [ways[0], ways[1]]),
            _ => {
                let case = |edge: &crate::analysis::graph::Edge| match &edge.condition {
                    Condition::Case(_, number) => Some(number.clone()),
                    _ => None,
                };
                Ending::Switch(decider, edges.iter().filter_map(case).collect(), ways.clone())
            }
        };
        self.variables.end(self.make.rw, self.at, ending);
        for (edge, (&way, &to)) in ways.iter().zip(to).enumerate() {
            self.enter(way);
            self.go(node, edge, self.mask);
            self.variables.end(self.make.rw, way, Ending::Jump(self.blocks[&to]));
        }
    }

    /// Lanes in `mask` take an edge: adds them to the mask of the target, and passes their arguments.
    pub(super) fn go(&mut self, node: Node, edge: usize, mask: Option<Value>) {
        let Known { graph, blocks, .. } = *self.known;
        let edge = &graph.edges[node as usize][edge];
        let to = edge.to;
        // All lanes of the region take the edge together: no other edge contributes arguments.
        let is_whole = mask == self.mask
            && self.has_a_lane
            && blocks.is_by_all[node as usize]
            && blocks.region[node as usize] == blocks.region[to as usize];
        for (at, value) in edge.passed.clone().into_iter().enumerate() {
            let form = self.operand(value, User::Argument(to, at), node);
            let is_varying = self.input_shape(to, at).is_varying();
            let brought = if is_varying { self.wide(form) } else { self.base(form) };
            let ty = graph.body.ty(value);
            let new = match mask {
                Some(mask) if !is_whole => {
                    let old = self.read(Name::Input(to, at), ty);
                    self.brought(mask, is_varying, brought, old)
                }
                _ => brought,
            };
            self.write(Name::Input(to, at), ty, new);
        }
        let is_gathered = !blocks.is_by_all[to as usize] && blocks.same_mask[to as usize].is_none();
        if (is_gathered || blocks.is_waited_at[to as usize]) && to != graph.end {
            let old = self.read_mask(to);
            let mask = self.make.mask(mask);
            let new = self.make.or(old, mask);
            self.write_mask(to, new);
        }
    }

    /// Merges an argument passed by the lanes in `mask` with that of the other lanes.
    pub(super) fn brought(&mut self, mask: Value, is_varying: bool, new: Value, old: Value) -> Value {
        if new == old || self.variables.is_poison(self.make.rw, old) {
            return new;
        }
        let condition = if is_varying { mask } else { self.make.any(mask) };
        self.make.select(condition, new, old)
    }
}
