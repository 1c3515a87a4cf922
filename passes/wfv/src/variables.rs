//! Variables of code under construction as SSA values: simple and efficient construction of static single assignment
//! form (Braun and others, 2013).
//!
//! A read in a block yields the last value written in it, or the values at the ends of its predecessors: if they
//! differ, a block argument. A block is *sealed* when all its predecessors are known; until then every variable that is
//! read has a block argument. Arguments that turn out to have one value are replaced by it. Branches are created last,
//! when the remaining arguments are known.
//!
//! A block that ended before it was sealed is a *head*: every cycle has one. A read in another block queries its
//! predecessors first, and creates an argument only if their values differ. Blocks are numbered, and a variable may be
//! declared unwritten before a number: then the search stops there.

use rmlir::prelude::*;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_func::ReturnOp;
use rmlir_ub::PoisonOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(u32);

/// The terminator of a block.
#[derive(Clone, Debug)]
pub enum Ending {
    /// A branch to a block.
    Jump(BlockId),
    /// A branch to the first block if a bit is set, else to the second.
    Branch(Value, [BlockId; 2]),
    /// A switch to the first block, or to another one if the flag is one of these integers.
    Switch(Value, Vec<ApInt>, Vec<BlockId>),
    /// A return with these operands.
    Return(Vec<Value>),
}

impl Ending {
    fn targets(&self) -> Vec<BlockId> {
        match self {
            Ending::Jump(to) => vec![*to],
            Ending::Branch(_, to) => to.to_vec(),
            Ending::Switch(_, _, to) => to.clone(),
            Ending::Return(_) => Vec::new(),
        }
    }
}

/// A block argument for a variable, with its input from each predecessor.
struct Phi {
    block: BlockId,
    inputs: Vec<Value>,
}

/// The variables of a function.
#[derive(Default)]
pub struct Variables {
    types: Vec<Type>,
    current: FxHashMap<(Variable, BlockId), Value>,
    predecessors: FxHashMap<BlockId, Vec<BlockId>>,
    /// The number of predecessors that are not known yet.
    n_missing: FxHashMap<BlockId, usize>,
    incomplete: FxHashMap<BlockId, Vec<(Variable, Value)>>,
    phis: FxHashMap<Value, Phi>,
    /// By value: the arguments with it as an input.
    takers: FxHashMap<Value, Vec<Value>>,
    replaced: FxHashMap<Value, Value>,
    endings: Vec<(BlockId, Ending)>,
    poisons: FxHashMap<Type, Value>,
    entry: Option<BlockId>,
    /// By variable: the number of the first block that may write it, and its value before; poison if it is not
    /// declared.
    starts: Vec<(u32, Option<Value>)>,
    numbers: FxHashMap<BlockId, u32>,
    /// Blocks that were terminated before all their predecessors were known.
    heads: FxHashSet<BlockId>,
}

impl Variables {
    /// The variables of code that begins at `entry`.
    pub fn new(entry: BlockId) -> Self {
        Self { entry: Some(entry), ..Self::default() }
    }

    /// Creates a variable of this type, which is poison until it is written.
    pub fn variable(&mut self, ty: Type) -> Variable {
        self.types.push(ty);
        self.starts.push((0, None));
        Variable(self.types.len() as u32 - 1)
    }

    /// Declares that `variable` is `value`, or poison, at the end of all blocks with numbers smaller than `first` from
    /// which later reads are reachable without another write.
    pub fn begin(&mut self, variable: Variable, first: u32, value: Option<Value>) {
        self.starts[variable.0 as usize] = (first, value);
    }

    /// Sets the number of a block; the default is 0.
    pub fn number(&mut self, block: BlockId, number: u32) {
        self.numbers.insert(block, number);
    }

    /// Declares the number of predecessors of `block`.
    pub fn expect(&mut self, block: BlockId, n_predecessors: usize) {
        self.n_missing.insert(block, n_predecessors);
    }

    /// Writes a variable at the current end of `block`.
    pub fn write(&mut self, variable: Variable, block: BlockId, value: Value) {
        self.current.insert((variable, block), value);
    }

    /// The value that replaced `value`, or itself.
    pub fn resolved(&self, mut value: Value) -> Value {
        while let Some(&other) = self.replaced.get(&value) {
            value = other;
        }
        value
    }

    /// Reads a variable at the current end of `block`.
    pub fn read(&mut self, rw: &mut Rewriter, variable: Variable, block: BlockId) -> Value {
        let mut at = block;
        let mut passed = Vec::new();
        let (first, start) = self.starts[variable.0 as usize];
        let value = loop {
            if let Some(&value) = self.current.get(&(variable, at)) {
                break self.resolved(value);
            }
            if self.numbers.get(&at).copied().unwrap_or(0) < first {
                break self.initial(rw, variable, start);
            }
            passed.push(at);
            let is_sealed = self.n_missing.get(&at).copied().unwrap_or(0) == 0;
            match self.predecessors.get(&at).map_or(&[][..], |found| found) {
                [one] if is_sealed => at = *one,
                [] if is_sealed => break self.initial(rw, variable, None),
                _ if is_sealed && !self.heads.contains(&at) => break self.merged(rw, variable, at),
                _ => break self.phi(rw, variable, at, is_sealed),
            }
        };
        for at in passed {
            self.current.insert((variable, at), value);
        }
        self.resolved(value)
    }

    fn initial(&mut self, rw: &mut Rewriter, variable: Variable, start: Option<Value>) -> Value {
        match start {
            Some(value) => value,
            None => self.poison(rw, self.types[variable.0 as usize]),
        }
    }

    /// The value of a variable at the start of `block`, which is no head: the common value of all predecessors, or an
    /// argument.
    fn merged(&mut self, rw: &mut Rewriter, variable: Variable, block: BlockId) -> Value {
        let n = self.predecessors[&block].len();
        let mut inputs = Vec::with_capacity(n);
        for at in 0..n {
            let from = self.predecessors[&block][at];
            inputs.push(self.read(rw, variable, from));
        }
        // An input may have been replaced since it was read.
        inputs.iter_mut().for_each(|input| *input = self.resolved(*input));
        if inputs.iter().all(|&input| input == inputs[0]) {
            return inputs[0];
        }
        let phi = rw.add_arg(block, self.types[variable.0 as usize], rw.default_loc());
        for &input in &inputs {
            self.takers.entry(input).or_default().push(phi);
        }
        self.phis.insert(phi, Phi { block, inputs });
        phi
    }

    fn phi(&mut self, rw: &mut Rewriter, variable: Variable, block: BlockId, is_sealed: bool) -> Value {
        let phi = rw.add_arg(block, self.types[variable.0 as usize], rw.default_loc());
        self.phis.insert(phi, Phi { block, inputs: Vec::new() });
        self.current.insert((variable, block), phi);
        if !is_sealed {
            self.incomplete.entry(block).or_default().push((variable, phi));
            return phi;
        }
        self.complete(rw, variable, phi)
    }

    /// Sets the inputs of an argument; returns the value that replaces it, or the argument itself.
    fn complete(&mut self, rw: &mut Rewriter, variable: Variable, phi: Value) -> Value {
        let block = self.phis[&phi].block;
        for at in 0..self.predecessors[&block].len() {
            let from = self.predecessors[&block][at];
            let input = self.read(rw, variable, from);
            self.phis.get_mut(&phi).expect("it was made before").inputs.push(input);
            self.takers.entry(input).or_default().push(phi);
        }
        self.simplify(rw, phi)
    }

    /// Replaces an argument with only one distinct input, and arguments that become trivial by that.
    fn simplify(&mut self, rw: &mut Rewriter, phi: Value) -> Value {
        let mut work = vec![phi];
        while let Some(phi) = work.pop() {
            let Some(found) = self.phis.get(&phi) else { continue };
            let n_inputs = self.predecessors.get(&found.block).map_or(0, Vec::len);
            if found.inputs.len() < n_inputs || self.n_missing.get(&found.block).copied().unwrap_or(0) > 0 {
                // Not all inputs are known yet.
                continue;
            }
            let mut inputs: Vec<Value> = found.inputs.iter().map(|&input| self.resolved(input)).collect();
            inputs.retain(|&input| input != phi);
            inputs.dedup();
            let [one] = inputs[..] else {
                let Some(&one) = inputs.first().filter(|one| inputs.iter().all(|input| input == *one)) else {
                    continue;
                };
                work.extend(self.replace(rw, phi, one));
                continue;
            };
            work.extend(self.replace(rw, phi, one));
        }
        self.resolved(phi)
    }

    fn replace(&mut self, rw: &mut Rewriter, phi: Value, value: Value) -> Vec<Value> {
        rw.replace_all_uses(phi, value);
        self.replaced.insert(phi, value);
        self.phis.remove(&phi);
        let takers = self.takers.remove(&phi).unwrap_or_default();
        self.takers.entry(value).or_default().extend(&takers);
        takers
    }

    /// The poison value of a type, created once.
    pub fn poison(&mut self, rw: &mut Rewriter, ty: Type) -> Value {
        if let Some(&value) = self.poisons.get(&ty) {
            return value;
        }
        let around = rw.insert_point();
        rw.at_start(self.entry.expect("there is an entry"));
        let value = rw.value(PoisonOp::build(ty));
        rw.set_insert_point(around);
        self.poisons.insert(ty, value);
        value
    }

    /// Whether a value is [`Self::poison`].
    pub fn is_poison(&self, rw: &Rewriter, value: Value) -> bool {
        self.poisons.get(&rw.ty(value)) == Some(&value)
    }

    /// Sets the terminator of `block`, and adds it to the predecessors of its successors.
    pub fn end(&mut self, rw: &mut Rewriter, block: BlockId, ending: Ending) {
        if self.n_missing.get(&block).copied().unwrap_or(0) > 0 {
            self.heads.insert(block);
        }
        for to in ending.targets() {
            self.predecessors.entry(to).or_default().push(block);
            let n_missing = self.n_missing.get_mut(&to).expect("predecessors were counted");
            *n_missing -= 1;
            if *n_missing == 0 {
                for (variable, phi) in self.incomplete.remove(&to).unwrap_or_default() {
                    self.complete(rw, variable, phi);
                }
            }
        }
        self.endings.push((block, ending));
    }

    /// Creates all branches, and erases the arguments that are not needed.
    pub fn finish(mut self, rw: &mut Rewriter) {
        let mut dead: Vec<Value> = self.replaced.keys().copied().collect();
        dead.sort();
        // Masks are cached by code generation, and may have been used since.
        for &value in &dead {
            rw.replace_all_uses(value, self.resolved(value));
        }
        let mut blocks: FxHashSet<BlockId> = FxHashSet::default();
        blocks.extend(dead.iter().filter_map(|&value| rw.value_block(value)));
        let mut blocks: Vec<BlockId> = blocks.into_iter().collect();
        blocks.sort();
        for block in blocks {
            for index in (0..rw.args(block).len()).rev() {
                if self.replaced.contains_key(&rw.arg(block, index)) {
                    rw.erase_arg(block, index);
                }
            }
        }
        // By edge: the number of inputs of the same pair of blocks consumed before.
        let mut n_passed: FxHashMap<BlockId, usize> = FxHashMap::default();
        for (block, ending) in std::mem::take(&mut self.endings) {
            rw.at_end(block);
            let mut passed = |variables: &Self, rw: &Rewriter, to: BlockId| -> Vec<Value> {
                let place = n_passed.entry(to).or_insert(0);
                *place += 1;
                let args = rw.args(to).iter();
                let input = |arg: &Value| Some(variables.resolved(variables.phis.get(arg)?.inputs[*place - 1]));
                args.filter_map(input).collect()
            };
            match ending {
                Ending::Jump(to) => {
                    let args = passed(&self, rw, to);
                    rw.create(BrOp::build(&args, to));
                }
                Ending::Branch(bit, [yes, no]) => {
                    let (first, second) = (passed(&self, rw, yes), passed(&self, rw, no));
                    rw.create(CondBrOp::build(self.resolved(bit), &first, &second, yes, no));
                }
                Ending::Switch(flag, cases, to) => self.switch(rw, flag, &cases, &to),
                Ending::Return(values) => {
                    let values: Vec<Value> = values.iter().map(|&value| self.resolved(value)).collect();
                    rw.create(ReturnOp::build(&values));
                }
            }
        }
    }

    /// Creates a switch through blocks of its own, which have no block arguments.
    fn switch(&self, rw: &mut Rewriter, flag: Value, cases: &[ApInt], to: &[BlockId]) {
        let cx = rw.cx();
        let flag = self.resolved(flag);
        let element = rw.ty(flag);
        let numbers: Vec<Attr> = cases.iter().map(|case| cx.apint_attr(element, case.clone())).collect();
        let ty = cx.vector_type(&[cases.len() as i64], element);
        let values = rmlir::core::dense::from_elements(cx, ty, &numbers).expect("cases are numbers of the flag's type");
        let build = SwitchOp::build(flag, &[], &[], cx.i32_array(&vec![0; cases.len()]), to[0], &to[1..]);
        rw.create(build.prop(SwitchOp::CASE_VALUES, values));
    }
}
