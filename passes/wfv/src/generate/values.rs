//! Values of the function: their definitions in the variant, and their uses.

use super::*;

impl Generator<'_, '_, '_, '_> {
    /// Records that `given`, defined here, replaces `value`.
    pub(super) fn define(&mut self, value: Value, given: Value) {
        let Known { graph, lanes, .. } = *self.known;
        let ty = graph.body.ty(value);
        self.direct.insert(value, given);
        self.write(Name::Value(value), ty, given);
        if !self.is_used_apart(value) {
            return;
        }
        let old = self.read(Name::Kept(value), ty);
        let shape = lanes.shape(value);
        let kept = match self.is_kept_whole(value) {
            true if self.has_a_lane => given,
            true => {
                let any = self.any();
                self.chosen(any, given, old)
            }
            false => {
                let form = self.form_of(given, shape);
                let wide = self.wide(form);
                match self.mask {
                    Some(mask) => self.chosen(mask, wide, old),
                    None => wide,
                }
            }
        };
        self.write(Name::Kept(value), ty, kept);
    }

    pub(super) fn chosen(&mut self, condition: Value, given: Value, old: Value) -> Value {
        match self.variables.is_poison(self.make.rw, old) {
            true => given,
            false => self.make.select(condition, given, old),
        }
    }

    /// Whether a value is used outside of a cycle with divergent exits.
    pub(super) fn is_used_apart(&self, value: Value) -> bool {
        let Known { graph, lanes, .. } = *self.known;
        let made = graph.node_of(value);
        // The end is outside of all cycles.
        lanes.left_apart(made, graph.end).is_some()
            && self.users(value).into_iter().any(|(_, node)| lanes.left_apart(made, node).is_some())
    }

    /// Whether a value is uniform even for users outside of a cycle with divergent exits.
    pub(super) fn is_kept_whole(&self, value: Value) -> bool {
        let Known { graph, lanes, .. } = *self.known;
        lanes.shape(value).is_uniform()
            && !self.users(value).into_iter().any(|(user, node)| lanes.is_temporal(graph, value, user, node))
    }

    /// The users of a value, and the nodes in which they use it.
    pub(super) fn users(&self, value: Value) -> Vec<(User, Node)> {
        let graph = self.known.graph;
        let mut found = Vec::new();
        for user in graph.body.users(value) {
            let block = graph.body.block_of(user).expect("operations stand in blocks");
            let Some(node) = graph.region.number(block) else { continue };
            if graph.body.last_op(block) != Some(user) {
                found.push((User::Op(user), node));
                continue;
            }
            if graph.decider(node) == Some(value) {
                found.push((User::Branch(node), node));
            }
            for edge in &graph.edges[node as usize] {
                for (at, _) in edge.passed.iter().enumerate().filter(|(_, passed)| **passed == value) {
                    found.push((User::Argument(edge.to, at), node));
                }
            }
        }
        found
    }

    pub(super) fn form_of(&self, given: Value, shape: Shape) -> Form {
        match shape.stride {
            None => Form::Wide(given),
            Some(0) => Form::Uniform(given),
            Some(stride) => Form::Strided(given, stride),
        }
    }

    /// The representation of `value` for `user` in `node`, the node at the insertion point.
    pub(super) fn operand(&mut self, value: Value, user: User, node: Node) -> Form {
        let Known { graph, lanes, .. } = *self.known;
        if let Some(attr) = graph.constant(value) {
            return Form::Uniform(self.constant(value, attr));
        }
        let ty = graph.body.ty(value);
        if graph.body.defining_op(value).is_some_and(|op| is_undefined(OpRef::new(graph.body, op))) {
            return Form::Uniform(self.variables.poison(self.make.rw, ty));
        }
        let shape = lanes.shape_at(graph, value, user, node);
        let made = graph.node_of(value);
        if lanes.left_apart(made, node).is_some() {
            let kept = self.read(Name::Kept(value), ty);
            return match self.is_kept_whole(value) {
                true => Form::Uniform(kept),
                false => Form::Wide(kept),
            };
        }
        let made_at = self.place_of[&Place::Node(made)];
        let given = match self.dominators.dominates(made_at as Node, self.place as Node) {
            true => self.variables.resolved(self.direct[&value]),
            false => self.read(Name::Value(value), ty),
        };
        self.form_of(given, shape)
    }

    /// A constant of the function: integers by their attribute, others by cloning their operation.
    pub(super) fn constant(&mut self, value: Value, attr: Attr) -> Value {
        let ty = self.known.graph.body.ty(value);
        if attr.ty(self.make.rw.cx()) == Some(ty) {
            return self.make.constant(attr);
        }
        let op = self.known.graph.body.defining_op(value).expect("constants are made by operations");
        let copy = self.copy(op, &[], &[ty]);
        self.make.rw.result(copy, 0)
    }

    /// The value as a vector.
    pub(super) fn wide(&mut self, form: Form) -> Value {
        let (value, stride) = match form {
            Form::Wide(value) => return value,
            Form::Uniform(value) => (value, 0),
            Form::Strided(value, stride) => (value, stride),
        };
        if let Some(&wide) = self.wide.get(&(value, stride)) {
            return wide;
        }
        let wide = match stride {
            0 => self.make.broadcast(value),
            stride => self.make.linear(value, stride),
        };
        self.wide.insert((value, stride), wide);
        wide
    }

    /// The value of the first lane; the scalar itself if the value is uniform. For a vector that is uniform over the
    /// active lanes it is their common value.
    pub(super) fn base(&mut self, form: Form) -> Value {
        let vector = match form {
            Form::Uniform(value) | Form::Strided(value, _) => return value,
            Form::Wide(vector) => vector,
        };
        let mut value = self.make.lane(vector, 0);
        let Some(mask) = self.mask else { return value };
        for lane in 1..self.width {
            let (bit, next) = (self.make.lane(mask, lane), self.make.lane(vector, lane));
            value = self.make.select(bit, next, value);
        }
        value
    }

    /// Whether a lane is active, as a value.
    pub(super) fn any(&mut self) -> Value {
        if let Some(any) = self.any {
            return any;
        }
        let mask = self.make.mask(self.mask);
        let any = self.make.any(mask);
        self.any = Some(any);
        any
    }
}
