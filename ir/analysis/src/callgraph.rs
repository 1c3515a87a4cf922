//! The call graph of a program.
//!
//! A node is a callable that has a body. Callables that are not isolated are not nodes: their calls are those of the
//! enclosing callable. Strongly connected components are listed callees first, found by Tarjan's algorithm
//! ("Depth-First Search and Linear Graph Algorithms", 1972).

use rmlir_core::interfaces::{CallOp, Callable, ValueOrAttr};
use rmlir_core::symbol::SymbolScope;
use rmlir_core::{OpId, OpRef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{In, Program};

/// The index of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallNodeId(u32);

impl CallNodeId {
    /// The index as a `usize`, for tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge from one node to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallEdge {
    /// A call of the target.
    Call(CallNodeId),
    /// The target is nested in the source.
    Child(CallNodeId),
}

impl CallEdge {
    /// The node that the edge points to.
    pub fn target(self) -> CallNodeId {
        match self {
            CallEdge::Call(target) | CallEdge::Child(target) => target,
        }
    }
}

/// A callable with a body.
#[derive(Clone, Debug)]
pub struct CallNode {
    /// The index of its body in the program.
    pub body: u32,
    /// The edges in program order, each once.
    pub edges: Vec<CallEdge>,
    is_child: bool,
}

/// The call graph of a program.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    nodes: Vec<CallNode>,
    by_body: FxHashMap<u32, CallNodeId>,
}

impl CallGraph {
    /// The call graph of `program`.
    pub fn new(program: &Program) -> Self {
        let mut graph = Self::default();
        for number in 0..program.bodies().len() as u32 {
            graph.add_node(program, number);
        }
        graph.add_calls(program);
        graph
    }

    fn add_node(&mut self, program: &Program, body: u32) {
        let op = OpRef::root(program.body(body));
        let callable = op.interface::<dyn Callable>();
        if callable.and_then(|callable| callable.callable_region(op)).is_none() {
            return;
        }
        let id = CallNodeId(self.nodes.len() as u32);
        let parent = program.proxy(body).and_then(|proxy| self.node_around(program, proxy.body));
        if let Some(parent) = parent {
            self.nodes[parent.index()].edges.push(CallEdge::Child(id));
        }
        self.nodes.push(CallNode { body, edges: Vec::new(), is_child: parent.is_some() });
        self.by_body.insert(body, id);
    }

    fn add_calls(&mut self, program: &Program) {
        let mut scopes: FxHashMap<u32, SymbolScope> = FxHashMap::default();
        let mut known: FxHashSet<(CallNodeId, CallNodeId)> = FxHashSet::default();
        for (number, body) in program.bodies().iter().enumerate() {
            let number = number as u32;
            let Some(caller) = self.node_around(program, number) else { continue };
            let Some(table) = program.enclosing_table(number) else { continue };
            let scope = scopes.entry(table).or_insert_with(|| SymbolScope::new(OpRef::root(program.body(table))));
            body.walk_preorder(body.root(), |id| {
                if let Some(callee) = self.callee(program, scope, In { body: number, id })
                    && known.insert((caller, callee))
                {
                    self.nodes[caller.index()].edges.push(CallEdge::Call(callee));
                }
            });
        }
    }

    fn callee<'a>(&self, program: &Program<'a>, scope: &mut SymbolScope<'a>, call: In<OpId>) -> Option<CallNodeId> {
        let op = program.op(call);
        let ValueOrAttr::Attr(symbol) = op.interface::<dyn CallOp>()?.callee(op) else { return None };
        let callee = scope.lookup(symbol.as_symbol_ref(op.cx())?)?;
        self.by_body.get(&program.nested(callee)?).copied()
    }

    /// The node whose body is body `number` or encloses it.
    fn node_around(&self, program: &Program, number: u32) -> Option<CallNodeId> {
        let mut at = Some(number);
        while let Some(number) = at {
            if let Some(&node) = self.by_body.get(&number) {
                return Some(node);
            }
            at = program.proxy(number).map(|proxy| proxy.body);
        }
        None
    }
}

/// Queries.
impl CallGraph {
    /// All nodes, in program order, outer before inner.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = CallNodeId> + use<> {
        (0..self.nodes.len() as u32).map(CallNodeId)
    }

    /// The node with index `id`.
    pub fn node(&self, id: CallNodeId) -> &CallNode {
        &self.nodes[id.index()]
    }

    /// The node of the callable that has body `number` of the program.
    pub fn node_of_body(&self, number: u32) -> Option<CallNodeId> {
        self.by_body.get(&number).copied()
    }

    /// The strongly connected components, each before those that call it.
    pub fn components(&self) -> Vec<Vec<CallNodeId>> {
        let mut search = Search {
            graph: self,
            number: vec![0; self.nodes.len()],
            n_visited: 0,
            pending: Vec::new(),
            found: Vec::new(),
        };
        // A node nested in another callable is reached from the latter.
        for id in self.nodes().filter(|id| !self.node(*id).is_child) {
            search.visit_from(id);
        }
        search.found
    }
}

/// A depth-first search for components.
struct Search<'g> {
    graph: &'g CallGraph,
    /// The order of visiting from 1 on; 0: not visited; `DONE`: in a component.
    number: Vec<u32>,
    n_visited: u32,
    /// Visited nodes that are in no component yet.
    pending: Vec<CallNodeId>,
    found: Vec<Vec<CallNodeId>>,
}

const DONE: u32 = u32::MAX;

struct Visit {
    id: CallNodeId,
    next_edge: usize,
    /// The lowest index reached.
    low: u32,
}

impl Search<'_> {
    fn visit_from(&mut self, start: CallNodeId) {
        if self.number[start.index()] != 0 {
            return;
        }
        let mut stack = vec![self.enter(start)];
        while let Some(visit) = stack.last_mut() {
            let edge = self.graph.node(visit.id).edges.get(visit.next_edge);
            visit.next_edge += 1;
            match edge.map(|edge| edge.target()) {
                Some(target) if self.number[target.index()] == 0 => {
                    let next = self.enter(target);
                    stack.push(next);
                }
                Some(target) => visit.low = visit.low.min(self.number[target.index()]),
                None => {
                    let Visit { id, low, .. } = *visit;
                    stack.pop();
                    if let Some(parent) = stack.last_mut() {
                        parent.low = parent.low.min(low);
                    }
                    if low == self.number[id.index()] {
                        self.leave(id);
                    }
                }
            }
        }
    }

    fn enter(&mut self, id: CallNodeId) -> Visit {
        self.n_visited += 1;
        self.number[id.index()] = self.n_visited;
        self.pending.push(id);
        Visit { id, next_edge: 0, low: self.n_visited }
    }

    fn leave(&mut self, first: CallNodeId) {
        let mut component = Vec::new();
        while let Some(id) = self.pending.pop() {
            self.number[id.index()] = DONE;
            component.push(id);
            if id == first {
                break;
            }
        }
        self.found.push(component);
    }
}
