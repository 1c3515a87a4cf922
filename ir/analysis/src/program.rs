//! A program: an operation with all bodies nested in it, numbered, so that
//! analyses can keep dense tables across bodies.

use rmlir_core::interfaces::{CallOp, Callable, ValueOrAttr};
use rmlir_core::symbol::{SymbolScope, Visibility, visibility};
use rmlir_core::{BlockId, Body, OpId, OpRef, TraitSet, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbols::{is_symbol, symbol_uses};

/// An entity of the body with this index in a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct In<T> {
    /// The index of the body.
    pub body: u32,
    /// The handle in that body.
    pub id: T,
}

/// The bodies under one operation.
pub struct Program<'a> {
    bodies: Vec<&'a Body<'a>>,
    numbers: FxHashMap<u32, u32>,
    /// The proxy of each body in the enclosing body.
    proxies: Vec<Option<In<OpId>>>,
    /// Whether operations outside may use symbols of the program that are not private.
    is_surrounded: bool,
}

impl<'a> Program<'a> {
    /// The program of `top`: all bodies nested in it, outer before inner, in program order.
    pub fn new(top: &'a Body<'a>) -> Self {
        let mut program =
            Self { bodies: Vec::new(), numbers: FxHashMap::default(), proxies: Vec::new(), is_surrounded: false };
        let mut stack = vec![(top, None)];
        while let Some((body, proxy)) = stack.pop() {
            let number = program.bodies.len() as u32;
            program.bodies.push(body);
            program.numbers.insert(body.number(), number);
            program.proxies.push(proxy);
            for id in body.proxies().into_iter().rev() {
                let nested = body.nested(id).expect("a proxy has a body");
                stack.push((nested, Some(In { body: number, id })));
            }
        }
        program
    }

    /// Returns the same program with the assumption, if `is_surrounded`, that it is nested in other operations.
    pub fn surrounded(self, is_surrounded: bool) -> Self {
        Self { is_surrounded, ..self }
    }

    /// The bodies, by index.
    pub fn bodies(&self) -> &[&'a Body<'a>] {
        &self.bodies
    }

    /// The body with index `number`.
    pub fn body(&self, number: u32) -> &'a Body<'a> {
        self.bodies[number as usize]
    }

    /// The index of a body.
    pub fn number(&self, body: &Body) -> u32 {
        self.numbers[&body.number()]
    }

    /// The operation.
    pub fn op(&self, op: In<OpId>) -> OpRef<'a> {
        OpRef::new(self.body(op.body), op.id)
    }

    /// The key of an operation.
    pub fn key(&self, op: OpRef) -> In<OpId> {
        In { body: self.number(op.body), id: op.id }
    }

    /// The proxy of body `number`, the operation that contains it.
    pub fn proxy(&self, number: u32) -> Option<In<OpId>> {
        self.proxies[number as usize]
    }

    /// The proxies on the path to body `number`, outermost first.
    pub fn path_to(&self, number: u32) -> Vec<OpId> {
        let outwards = std::iter::successors(self.proxy(number), |proxy| self.proxy(proxy.body));
        let mut path: Vec<OpId> = outwards.map(|proxy| proxy.id).collect();
        path.reverse();
        path
    }

    /// The body that is nested in the proxy `op`.
    pub fn nested(&self, op: OpRef) -> Option<u32> {
        op.body.nested(op.id).map(|nested| self.number(nested))
    }

    /// The symbol tables of the program: bodies whose root operation is one.
    pub fn symbol_tables(&self) -> Vec<u32> {
        let is_table = |&number: &u32| OpRef::root(self.body(number)).has(TraitSet::SYMBOL_TABLE);
        (0..self.bodies.len() as u32).filter(is_table).collect()
    }

    /// Whether all uses of symbols in the symbol table `table` that are not public are in the program: nothing
    /// surrounds the program, or an enclosing table is private, has no name, or is in an operation that is no table.
    pub fn sees_all_uses(&self, table: u32) -> bool {
        let hides =
            |op: OpRef| !op.has(TraitSet::SYMBOL_TABLE) || !is_symbol(op) || visibility(op) == Visibility::Private;
        let mut at = Some(OpRef::root(self.body(table)));
        while let Some(op) = at {
            if hides(op) {
                return true;
            }
            let proxy = self.proxy(self.number(op.body)).filter(|_| op.id == op.body.root());
            at = proxy.map_or(op, |proxy| self.op(proxy)).parent();
        }
        !self.is_surrounded
    }

    /// The index of the innermost symbol table body that is body `number` or encloses it.
    pub fn enclosing_table(&self, number: u32) -> Option<u32> {
        let mut at = Some(number);
        while let Some(number) = at {
            if OpRef::root(self.body(number)).has(TraitSet::SYMBOL_TABLE) {
                return at;
            }
            at = self.proxy(number).map(|proxy| proxy.body);
        }
        None
    }
}

/// The callee of each call, and the callables that may have unknown callers.
pub struct Calls {
    /// By call: the body of its callee.
    pub callee: FxHashMap<In<OpId>, u32>,
    /// By callable's body: the calls that it is the callee of.
    pub callers: FxHashMap<u32, Vec<In<OpId>>>,
    /// Callables (their bodies) that may have unknown callers: they are visible outside, or used by an operation that
    /// is no call.
    pub unknown_callers: FxHashSet<u32>,
}

impl Calls {
    /// Resolves the calls of `program`.
    pub fn new(program: &Program) -> Self {
        let mut calls =
            Self { callee: FxHashMap::default(), callers: FxHashMap::default(), unknown_callers: FxHashSet::default() };
        let mut scopes: FxHashMap<u32, SymbolScope> = FxHashMap::default();
        for (number, body) in program.bodies().iter().enumerate() {
            let number = number as u32;
            let Some(table) = program.enclosing_table(number) else { continue };
            let scope = scopes.entry(table).or_insert_with(|| SymbolScope::new(OpRef::root(program.body(table))));
            body.walk_preorder(body.root(), |id| calls.resolve(program, scope, In { body: number, id }));
        }
        // The callers of the outermost operation are unknown.
        if OpRef::root(program.body(0)).interface::<dyn Callable>().is_some() {
            calls.unknown_callers.insert(0);
        }
        for table in program.symbol_tables() {
            calls.find_unknown_callers(program, table);
        }
        calls
    }

    /// Records the callee of the operation `key`, if it is a call.
    fn resolve<'a>(&mut self, program: &Program<'a>, scope: &mut SymbolScope<'a>, key: In<OpId>) {
        let op = program.op(key);
        let call = op.interface::<dyn CallOp>();
        if let Some(ValueOrAttr::Attr(symbol)) = call.map(|call| call.callee(op))
            && let Some(target) = symbol.as_symbol_ref(op.cx()).and_then(|symbol| scope.lookup(symbol))
            && let Some(body) = program.nested(target)
            && let Some(callable) = target.interface::<dyn Callable>()
            && callable.callable_region(target).is_some_and(|region| !region.is_empty())
        {
            self.callee.insert(key, body);
            self.callers.entry(body).or_default().push(key);
        }
    }

    /// Finds the callables directly in a symbol table that may be called from outside, and those that are used by an
    /// operation that is no call.
    fn find_unknown_callers(&mut self, program: &Program, table: u32) {
        let top = OpRef::root(program.body(table));
        let callables: Vec<OpRef> = top
            .region(0)
            .blocks()
            .flat_map(|block| block.ops())
            .filter(|&op| op.interface::<dyn Callable>().is_some() && is_symbol(op))
            .collect();
        for &op in &callables {
            let is_known = match visibility(op) {
                Visibility::Public => false,
                Visibility::Nested => program.sees_all_uses(table),
                Visibility::Private => true,
            };
            if !is_known {
                self.unknown_callers.extend(program.nested(op));
            }
        }
        if callables.is_empty() {
            return;
        }
        let mut outermost = SymbolScope::new(OpRef::root(program.body(0)));
        for op in top.region(0).blocks().flat_map(|block| block.ops()) {
            let Ok(uses) = symbol_uses(op) else {
                let is_callable =
                    |&number: &u32| OpRef::root(program.body(number)).interface::<dyn Callable>().is_some();
                self.unknown_callers.extend((0..program.bodies().len() as u32).filter(is_callable));
                return;
            };
            for found in uses.into_iter().filter(|found| found.user.interface::<dyn CallOp>().is_none()) {
                // Looked up in the outermost table, wherever the reference is (as upstream does).
                let target = outermost.lookup(found.symbol);
                self.unknown_callers.extend(target.and_then(|target| program.nested(target)));
            }
        }
    }
}

/// A dense table with an entry for every value of a program.
pub struct ValueTable<T> {
    bodies: Vec<Vec<T>>,
}

impl<T: Clone> ValueTable<T> {
    /// A table in which every entry is `initial`.
    pub fn new(program: &Program, initial: T) -> Self {
        Self { bodies: program.bodies().iter().map(|body| vec![initial.clone(); body.value_slots()]).collect() }
    }
}

impl<T> std::ops::Index<In<Value>> for ValueTable<T> {
    type Output = T;
    fn index(&self, value: In<Value>) -> &T {
        &self.bodies[value.body as usize][value.id.slot()]
    }
}

impl<T> std::ops::IndexMut<In<Value>> for ValueTable<T> {
    fn index_mut(&mut self, value: In<Value>) -> &mut T {
        &mut self.bodies[value.body as usize][value.id.slot()]
    }
}

/// A set of blocks of a program.
pub struct BlockSet {
    bodies: Vec<Vec<bool>>,
}

impl BlockSet {
    /// The empty set.
    pub fn new(program: &Program) -> Self {
        Self { bodies: program.bodies().iter().map(|body| vec![false; body.block_slots()]).collect() }
    }

    /// Adds a block. Returns whether it is new.
    pub fn insert(&mut self, block: In<BlockId>) -> bool {
        !std::mem::replace(&mut self.bodies[block.body as usize][block.id.slot()], true)
    }

    /// Whether the block is in the set.
    pub fn contains(&self, block: In<BlockId>) -> bool {
        self.bodies[block.body as usize][block.id.slot()]
    }
}
