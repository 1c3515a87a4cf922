//! Code generation: one block for a region, with a single-block loop for each cycle.
//!
//! Blocks are cloned in linear order, each into a guard with its predicate. The generator maps each value of the region
//! to its current replacement. Variables are written by selects: the first move of a variable needs none, since every
//! reader is reached by one of the moves. A cycle becomes an `scf.while` that executes its body and continues as long
//! as the predicate of the back edge holds; it carries the arguments of the header, the selector if there are several
//! entries, and, in irreducible cycles, the values that are live from an earlier iteration: their definitions keep the
//! old value where they are not executed.

use rmlir::analysis::cfg::liveness::{BlockLiveness, LiveRange};
use rmlir::analysis::cfg::{ControlDependence, CycleId, DominatorTree, Node};
use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate, ConstantOp, OrIOp};
use rmlir_cf::{CondBrOp, SwitchOp};
use rmlir_pvec::{BitsOp, CmppOp, GuardOp, PclearOp, PredType, SelectOp, UndefOp, YieldOp};
use rmlir_scf::{ConditionOp, WhileOp};
use rmlir_ub::PoisonOp;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::linear::{Coding, Definition, Item, LinearCode};
use crate::graph::predicates::{ALWAYS, Pred, Predicates};
use crate::region::level::{Declined, Level, NodeKind, Shape, Source, Variable};

/// Converts the blocks of `region` to one block of guarded code.
pub fn convert_region(rw: &mut Rewriter, region: RegionId, coding: Coding) -> Result<(), Declined> {
    let shape = Shape::new(rw, region)?;
    let old = shape.region.blocks.clone();
    let (types, locs): (Vec<Type>, Vec<Loc>) =
        rw.args(old[0]).iter().map(|&arg| (rw.ty(arg), rw.value_loc(arg))).unzip();
    let block = rw.create_block_before(old[0], &types, &locs);
    let mut map = CloneMap::default();
    map.values.extend(rw.args(old[0]).iter().copied().zip(rw.args(block).iter().copied()));
    let live = LiveAtHeaders::new(rw, &shape);
    let mut maker = Maker {
        rw,
        shape: &shape,
        coding,
        block,
        live,
        map,
        carried: FxHashSet::default(),
        poisons: FxHashMap::default(),
        of_cycles: FxHashMap::default(),
        exit_taken: FxHashMap::default(),
    };
    let done = maker.level(None, FxHashMap::default());
    maker.end(&done);
    rw.erase_blocks(&old);
    Ok(())
}

/// The values of irreducible cycles that an iteration may use from an earlier one.
struct LiveAtHeaders {
    of_cycles: FxHashMap<CycleId, Vec<Value>>,
}

impl LiveAtHeaders {
    fn new(body: &Body, shape: &Shape) -> Self {
        let mut of_cycles = FxHashMap::default();
        if shape.cycles.is_reducible() {
            return Self { of_cycles };
        }
        let (mut values, mut ranges) = (Vec::new(), Vec::new());
        for node in shape.region.cfg.blocks() {
            let block = shape.block(node);
            let results = body.ops(block).flat_map(|op| body.results(op)).copied();
            for value in body.args(block).iter().copied().chain(results) {
                let uses = body.uses(value).filter_map(|(user, _)| node_of(body, shape, user));
                let uses = uses.filter(|&user| user != node).collect();
                values.push(value);
                ranges.push(LiveRange { definition: node, uses, passed_at: Vec::new() });
            }
        }
        let liveness = BlockLiveness::new(&shape.region.cfg, &ranges);
        for id in shape.cycles.ids() {
            let live = &liveness.live_in[shape.cycles[id].header() as usize];
            let inside = live.iter().filter(|&&value| shape.cycles.contains(id, ranges[value as usize].definition));
            of_cycles.insert(id, inside.map(|&value| values[value as usize]).collect());
        }
        Self { of_cycles }
    }

    fn of(&self, cycle: CycleId) -> Vec<Value> {
        self.of_cycles.get(&cycle).cloned().unwrap_or_default()
    }
}

/// The block of the region that contains `op`, at any depth.
fn node_of(body: &Body, shape: &Shape, op: OpId) -> Option<Node> {
    let mut at = op;
    loop {
        if let Some(node) = shape.region.number(body.block_of(at)?) {
            return Some(node);
        }
        at = body.parent_op(at)?;
    }
}

/// The current values of variables.
type Variables = FxHashMap<Variable, Value>;

/// The state at the end of a level.
struct Done {
    level: Level,
    predicates: Predicates,
    /// By predicate: its value, if it is defined.
    current: Vec<Option<Value>>,
    variables: Variables,
    /// The arguments of the header for the next iteration.
    next: Variables,
}

struct Maker<'r, 'a, 'c> {
    rw: &'r mut Rewriter<'a, 'c>,
    shape: &'r Shape,
    coding: Coding,
    /// The new block of the whole region.
    block: BlockId,
    live: LiveAtHeaders,
    /// The replacements of the values of the region.
    map: CloneMap,
    /// The loop-carried values of the surrounding cycles.
    carried: FxHashSet<Value>,
    poisons: FxHashMap<Type, Value>,
    /// The values that cycles assigned to variables before their exit.
    of_cycles: FxHashMap<(CycleId, Variable), Value>,
    /// The index of the exit taken by a cycle, if it has several.
    exit_taken: FxHashMap<CycleId, Value>,
}

/// A level under construction.
struct Making {
    level: Level,
    predicates: Predicates,
    current: Vec<Option<Value>>,
    variables: Variables,
    next: Variables,
    /// The arguments of the header, if the level is a cycle.
    header_args: Vec<Value>,
    /// The value of the selector, if there is one.
    selector: Option<Value>,
    undef: Option<Value>,
}

impl Making {
    /// The predicate of a node, `None` if it is always executed.
    fn guard(&self, node: Node) -> Option<Value> {
        self.guard_of(self.predicates.of(node))
    }

    fn guard_of(&self, pred: Pred) -> Option<Value> {
        (pred != ALWAYS).then(|| self.current[pred as usize].expect("definers stand before what they guard"))
    }
}

impl Maker<'_, '_, '_> {
    /// Appends the code of a level.
    fn level(&mut self, cycle: Option<CycleId>, variables: Variables) -> Done {
        let level = Level::new(self.rw, self.shape, cycle);
        let dependence = ControlDependence::new(&level.cfg, &DominatorTree::post(&level.cfg));
        let predicates = Predicates::new(&level.cfg, &dependence);
        let code = LinearCode::new(&level.cfg, &predicates, self.coding);
        let header = cycle.map(|cycle| self.shape.block(self.shape.cycles[cycle].header()));
        let mut at = Making {
            current: vec![None; predicates.defined().end as usize],
            selector: cycle.and_then(|cycle| variables.get(&Variable::Selector(cycle)).copied()),
            header_args: header.map_or_else(Vec::new, |header| self.rw.args(header).to_vec()),
            level,
            predicates,
            variables,
            next: Variables::default(),
            undef: None,
        };
        if !code.clears.is_empty() {
            let cleared = self.rw.value(PclearOp::build(PredType::get(self.rw.cx()).ty()));
            code.clears.iter().for_each(|&pred| at.current[pred as usize] = Some(cleared));
        }
        for item in &code.items {
            match item {
                Item::Block(node) => self.node(&mut at, *node),
                Item::Define(definition) => self.define(&mut at, definition),
            }
        }
        let Making { level, predicates, current, variables, next, .. } = at;
        Done { level, predicates, current, variables, next }
    }

    fn node(&mut self, at: &mut Making, node: Node) {
        match at.level.kinds[node as usize] {
            NodeKind::Block(block) => self.copy_block(at, block, at.guard(node)),
            NodeKind::Cycle(inner) => self.cycle(at, inner, at.guard(node)),
            NodeKind::Start | NodeKind::Edge | NodeKind::Back | NodeKind::Exit(_) | NodeKind::Stop => {}
        }
        for (variable, source) in std::mem::take(&mut at.level.moves[node as usize]) {
            let value = match source {
                Source::Value(value) => self.map.value(value),
                Source::OfCycle(inner, variable) => self.of_cycles[&(inner, variable)],
                Source::Number(number) => self.number(number),
            };
            let is_next = matches!(variable, Variable::Argument(arg) if at.header_args.contains(&arg));
            let guard = at.guard(node);
            let variables = if is_next { &mut at.next } else { &mut at.variables };
            // Poison may be refined to any value.
            let is_poison = |value| self.rw.defined_by::<PoisonOp>(value).is_some();
            let value = match (variables.get(&variable), guard) {
                (Some(&old), Some(_)) if is_poison(value) => old,
                (Some(&old), Some(guard)) if !is_poison(old) => self.rw.value(SelectOp::build(guard, value, old)),
                _ => value,
            };
            variables.insert(variable, value);
        }
    }

    /// Appends the operations of `block`, except for its terminator.
    fn copy_block(&mut self, at: &Making, block: BlockId, guard: Option<Value>) {
        for &arg in self.rw.args(block).to_vec().iter() {
            if let Some(&value) = at.variables.get(&Variable::Argument(arg)) {
                self.map.values.insert(arg, value);
            }
        }
        let last = self.rw.last_op(block).expect("blocks end with a terminator");
        self.rw.set_loc(self.rw.loc(last));
        let ops: Vec<OpId> = self.rw.ops(block).filter(|&op| op != last).collect();
        let Some(guard) = guard.filter(|_| !ops.is_empty()) else {
            ops.into_iter().for_each(|op| _ = self.rw.clone_op(op, &mut self.map));
            return;
        };
        let node = self.shape.region.number(block);
        let results = ops.iter().flat_map(|&op| self.rw.results(op)).copied();
        let leaves = |value: &Value| {
            let mut uses = self.rw.uses(*value);
            uses.any(|(user, _)| user == last || node_of(self.rw, self.shape, user) != node)
        };
        let leaving: Vec<Value> = results.filter(leaves).collect();
        self.guarded(guard, &leaving.clone(), |maker| {
            ops.into_iter().for_each(|op| _ = maker.rw.clone_op(op, &mut maker.map));
            leaving.iter().map(|&value| maker.map.value(value)).collect()
        });
    }

    /// Appends a guard around the operations that `fill` appends. The values that it returns replace `values` inside,
    /// the results of the guard do so outside.
    fn guarded(&mut self, guard: Value, values: &[Value], fill: impl FnOnce(&mut Self) -> Vec<Value>) {
        let types: Vec<Type> = values.iter().map(|&value| self.rw.ty(value)).collect();
        let otherwise = values.iter().map(|&value| self.otherwise(value)).collect();
        let results = self.guarded_results(guard, &types, otherwise, fill);
        self.map.values.extend(values.iter().copied().zip(results));
    }

    fn guarded_results(
        &mut self,
        guard: Value,
        types: &[Type],
        otherwise: Vec<Value>,
        fill: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Vec<Value> {
        let op = self.rw.create(GuardOp::build(types, guard, &otherwise));
        let around = self.rw.insert_point();
        let region = op.body(self.rw);
        self.rw.create_block(region, &[], &[]);
        let given = fill(self);
        self.rw.create(YieldOp::build(&given));
        self.rw.set_insert_point(around);
        self.rw.results(op.id()).to_vec()
    }

    /// The value of `value` if its definition is not executed.
    fn otherwise(&mut self, value: Value) -> Value {
        match self.carried.contains(&value) {
            true => self.map.value(value),
            false => self.poison(self.rw.ty(value)),
        }
    }

    fn poison(&mut self, ty: Type) -> Value {
        if let Some(&value) = self.poisons.get(&ty) {
            return value;
        }
        let around = self.rw.insert_point();
        self.rw.at_start(self.block);
        let value = self.rw.value(PoisonOp::build(ty));
        self.rw.set_insert_point(around);
        self.poisons.insert(ty, value);
        value
    }

    fn number(&mut self, number: u32) -> Value {
        let attr = self.rw.cx().int_attr(Type::I32, number.into());
        self.rw.value(ConstantOp::build(attr))
    }

    fn define(&mut self, at: &mut Making, definition: &Definition) {
        let condition = self.condition(at, definition);
        let guard = at.guard_of(definition.guard);
        let ty = PredType::get(self.rw.cx()).ty();
        let mut targets = Vec::new();
        for &(pred, compare) in &definition.targets {
            let old = compare.takes_old().then(|| match at.current[pred as usize] {
                Some(old) => old,
                None => *at.undef.get_or_insert_with(|| self.rw.value(UndefOp::build(ty))),
            });
            targets.push((compare, old));
        }
        let op = self.rw.create(CmppOp::of(self.rw.cx(), condition, guard, &targets));
        for (at_result, &(pred, _)) in definition.targets.iter().enumerate() {
            at.current[pred as usize] = Some(self.rw.result(op.id(), at_result));
        }
    }

    /// The condition of a definition.
    fn condition(&mut self, at: &Making, definition: &Definition) -> Value {
        let numbers = definition.taken.iter().map(|&taken| ApInt::new(32, taken.into()));
        match at.level.kinds[definition.block as usize] {
            NodeKind::Block(block) => self.branch_condition(block, &definition.taken),
            NodeKind::Cycle(inner) => self.is_one_of(self.exit_taken[&inner], numbers.collect()),
            NodeKind::Start => {
                let selector = at.selector.expect("cycles with several entries have a selector");
                self.is_one_of(selector, numbers.collect())
            }
            _ => unreachable!("only blocks, cycles and starts have several successors"),
        }
    }

    fn branch_condition(&mut self, block: BlockId, taken: &[u32]) -> Value {
        let last = self.rw.last_op(block).expect("blocks end with a terminator");
        let op = OpRef::new(self.rw, last);
        let selector = self.map.value(op.operand(0).id);
        if op.is::<CondBrOp>() {
            return selector;
        }
        let cases = SwitchOp::case_list(op);
        if let [0] = taken {
            let case = self.constant(selector, &cases[0]);
            return self.rw.value(CmpIOp::build(selector, case, CmpIPredicate::Ne.attr(self.rw.cx())));
        }
        self.is_one_of(selector, taken.iter().map(|&case| cases[case as usize - 1].clone()).collect())
    }

    fn constant(&mut self, like: Value, number: &ApInt) -> Value {
        let attr = self.rw.cx().apint_attr(self.rw.ty(like), number.clone());
        self.rw.value(ConstantOp::build(attr))
    }

    fn is_one_of(&mut self, selector: Value, numbers: Vec<ApInt>) -> Value {
        let mut found = None;
        for number in numbers {
            let number = self.constant(selector, &number);
            let is = self.rw.value(CmpIOp::build(selector, number, CmpIPredicate::Eq.attr(self.rw.cx())));
            found = Some(match found {
                Some(before) => self.rw.value(OrIOp::build(before, is)),
                None => is,
            });
        }
        found.expect("a condition names a successor")
    }

    /// Appends the terminator of the region.
    fn end(&mut self, done: &Done) {
        let end = self.shape.ends[0];
        let values: Vec<Value> =
            (0..self.rw.n_operands(end)).map(|at| done.variables[&Variable::Result(at as u32)]).collect();
        let copy = self.rw.clone_op(end, &mut CloneMap::default());
        self.rw.set_operands(copy, &values);
    }
}

/// The results of a cycle.
struct Outputs {
    /// Whether the first is the index of the exit.
    exit_number: bool,
    /// Values of the cycle that are live-out.
    values: Vec<Value>,
    /// Variables that are read after it.
    variables: Vec<Variable>,
}

/// Cycles.
impl Maker<'_, '_, '_> {
    fn cycle(&mut self, at: &Making, cycle: CycleId, guard: Option<Value>) {
        let outputs = self.outputs(cycle);
        let mut types: Vec<Type> = Vec::new();
        let mut otherwise: Vec<Value> = Vec::new();
        if outputs.exit_number {
            types.push(Type::I32);
        }
        types.extend(outputs.values.iter().map(|&value| self.rw.ty(value)));
        types.extend(outputs.variables.iter().map(|&variable| self.variable_type(variable)));
        let results = match guard {
            None => self.make_loop(at, cycle, &outputs),
            Some(guard) => {
                for (place, &ty) in types.iter().enumerate() {
                    let value = place.checked_sub(usize::from(outputs.exit_number));
                    let value = value.and_then(|place| outputs.values.get(place));
                    otherwise.push(match value {
                        Some(&value) => self.otherwise(value),
                        None => self.poison(ty),
                    });
                }
                self.guarded_results(guard, &types, otherwise, |maker| maker.make_loop(at, cycle, &outputs))
            }
        };
        let mut results = results.into_iter();
        if outputs.exit_number {
            self.exit_taken.extend(results.next().map(|number| (cycle, number)));
        }
        self.map.values.extend(outputs.values.into_iter().zip(results.by_ref()));
        self.of_cycles.extend(outputs.variables.into_iter().map(|variable| (cycle, variable)).zip(results));
    }

    fn variable_type(&self, variable: Variable) -> Type {
        match variable {
            Variable::Argument(arg) => self.rw.ty(arg),
            Variable::Selector(_) => Type::I32,
            Variable::Result(at) => self.rw.ty(self.rw.operand(self.shape.ends[0], at as usize)),
        }
    }

    fn outputs(&self, cycle: CycleId) -> Outputs {
        let of = &self.shape.cycles[cycle];
        let mut values = Vec::new();
        let mut blocks = of.blocks.clone();
        blocks.sort_unstable();
        for &node in &blocks {
            let block = self.shape.block(node);
            let results = self.rw.ops(block).flat_map(|op| self.rw.results(op)).copied();
            let leaves = |&value: &Value| {
                let is_outside = |user| {
                    let user = node_of(self.rw, self.shape, user);
                    user.is_some_and(|user| !self.shape.cycles.contains(cycle, user))
                };
                self.carried.contains(&value) || self.rw.uses(value).any(|(user, _)| is_outside(user))
            };
            values.extend(self.rw.args(block).iter().copied().chain(results).filter(leaves));
        }
        let exits = of.exits.iter().flat_map(|&exit| self.rw.args(self.shape.block(exit)));
        let variables = exits.map(|&arg| Variable::Argument(arg)).collect();
        Outputs { exit_number: of.exits.len() > 1, values, variables }
    }

    /// Appends the loop; returns its results.
    fn make_loop(&mut self, around: &Making, cycle: CycleId, outputs: &Outputs) -> Vec<Value> {
        let of = &self.shape.cycles[cycle];
        let selector = (of.entries.len() > 1).then_some(Variable::Selector(cycle));
        let header_args = self.rw.args(self.shape.block(of.header())).to_vec();
        let own: Vec<Variable> =
            selector.into_iter().chain(header_args.iter().map(|&arg| Variable::Argument(arg))).collect();
        let kept = self.live.of(cycle);
        let mut inits = Vec::new();
        for &variable in &own {
            let init = around.variables.get(&variable).copied();
            inits.push(init.unwrap_or_else(|| self.poison(self.variable_type(variable))));
        }
        for &value in &kept {
            let known = self.map.values.get(&value).copied();
            inits.push(known.unwrap_or_else(|| self.poison(self.rw.ty(value))));
        }
        let carried_types: Vec<Type> = inits.iter().map(|&init| self.rw.ty(init)).collect();
        let mut types = carried_types.clone();
        types.extend(outputs.exit_number.then_some(Type::I32));
        types.extend(outputs.values.iter().map(|&value| self.rw.ty(value)));
        types.extend(outputs.variables.iter().map(|&variable| self.variable_type(variable)));
        let op = self.rw.create(WhileOp::build(&types, &inits));
        let (point, loc) = (self.rw.insert_point(), self.rw.default_loc());

        let block = self.rw.create_block(op.before(self.rw), &carried_types, &vec![loc; carried_types.len()]);
        let args = self.rw.args(block).to_vec();
        let mut variables = around.variables.clone();
        variables.extend(own.iter().copied().zip(args.iter().copied()));
        self.map.values.extend(kept.iter().copied().zip(args[own.len()..].iter().copied()));
        let newly: Vec<Value> = kept.iter().copied().filter(|&value| self.carried.insert(value)).collect();
        let done = self.level(Some(cycle), variables);
        newly.iter().for_each(|value| _ = self.carried.remove(value));
        let forwarded = self.round_ends(&done, &own, &kept, outputs);
        let goes_on = self.goes_on(&done);
        self.rw.create(ConditionOp::build(goes_on, &forwarded));

        let after = self.rw.create_block(op.after(self.rw), &types, &vec![loc; types.len()]);
        let next = self.rw.args(after)[..carried_types.len()].to_vec();
        self.rw.create(rmlir_scf::YieldOp::build(&next));
        self.rw.set_insert_point(point);
        self.rw.results(op.id())[carried_types.len()..].to_vec()
    }

    /// The values for the next iteration and for the code after the cycle.
    fn round_ends(&mut self, done: &Done, own: &[Variable], kept: &[Value], outputs: &Outputs) -> Vec<Value> {
        let mut values = Vec::new();
        for &variable in own {
            values.push(match (variable, done.next.get(&variable)) {
                // Later iterations start at the header, which is the first entry.
                (Variable::Selector(_), _) => self.number(0),
                (_, Some(&next)) => next,
                (_, None) => self.poison(self.variable_type(variable)),
            });
        }
        values.extend(kept.iter().map(|&value| self.map.value(value)));
        if outputs.exit_number {
            values.push(self.exit_number(done));
        }
        for &value in &outputs.values {
            let known = self.map.values.get(&value).copied();
            values.push(known.unwrap_or_else(|| self.poison(self.rw.ty(value))));
        }
        for &variable in &outputs.variables {
            let known = done.variables.get(&variable).copied();
            values.push(known.unwrap_or_else(|| self.poison(self.variable_type(variable))));
        }
        values
    }

    fn exit_number(&mut self, done: &Done) -> Value {
        let last = done.level.exits.len() as u32 - 1;
        let mut number = self.number(last);
        for exit in (0..last).rev() {
            let pred = done.predicates.of(done.level.exits[exit as usize]);
            let Some(taken) = done.current[pred as usize].filter(|_| pred != ALWAYS) else { continue };
            let this = self.number(exit);
            number = self.rw.value(SelectOp::build(taken, this, number));
        }
        number
    }

    /// Whether the loop continues.
    fn goes_on(&mut self, done: &Done) -> Value {
        let pred = done.level.back.map(|back| done.predicates.of(back));
        match pred {
            Some(ALWAYS) => self.rw.value(ConstantOp::build(Attr::TRUE)),
            Some(pred) => {
                let value = done.current[pred as usize].expect("the way back is defined");
                self.rw.value(BitsOp::build(Type::I1, value))
            }
            None => self.rw.value(ConstantOp::build(Attr::FALSE)),
        }
    }
}
