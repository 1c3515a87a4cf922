//! The dependence graph of the operations of a loop's body.

use std::fmt;

/// The kind of a dependence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The sink reads the result of the source.
    Flow,
    /// A write after a read: the sink overwrites a value that the source reads.
    Anti,
    /// A write after a write: the sink overwrites a value that the source writes.
    Output,
    /// The sink acquires a resource of which there is one instance, and the source releases it.
    Serial,
    /// Any other dependence: memory, control.
    Order,
}

/// A dependence: `to` in an iteration starts at least `latency` cycles after `from` in the iteration `distance`
/// earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The source.
    pub from: usize,
    /// The sink.
    pub to: usize,
    /// The latency in cycles; 0 and less are allowed.
    pub latency: i64,
    /// The distance in iterations.
    pub distance: u32,
    /// The kind of the dependence.
    pub kind: Kind,
}

impl Edge {
    /// The least time from the start of `from` to the start of `to`, both in one iteration, at this II.
    pub fn length(&self, ii: i64) -> i64 {
        self.latency - i64::from(self.distance) * ii
    }
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The name, for reports.
    pub name: String,
    /// Its class in the machine.
    pub class: usize,
}

/// A dependence graph. Nodes and edges are identified by index.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
}

/// Construction.
impl Graph {
    /// A graph without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an operation of a class and returns its index.
    pub fn add_node(&mut self, name: impl Into<String>, class: usize) -> usize {
        self.nodes.push(Node { name: name.into(), class });
        self.outgoing.push(Vec::new());
        self.incoming.push(Vec::new());
        self.nodes.len() - 1
    }

    /// Adds a dependence.
    ///
    /// # Panics
    /// If one of its operations does not exist.
    pub fn add_edge(&mut self, edge: Edge) {
        self.outgoing[edge.from].push(self.edges.len());
        self.incoming[edge.to].push(self.edges.len());
        self.edges.push(edge);
    }

    /// Adds a dependence on a result.
    pub fn add_flow(&mut self, from: usize, to: usize, latency: i64, distance: u32) {
        self.add_edge(Edge { from, to, latency, distance, kind: Kind::Flow });
    }
}

/// Queries.
impl Graph {
    /// The number of operations.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no operations.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Operation `node`.
    pub fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// All operations.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All dependences.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The dependences whose source is `node`.
    pub fn outgoing(&self, node: usize) -> impl Iterator<Item = &Edge> + Clone {
        self.outgoing[node].iter().map(|&edge| &self.edges[edge])
    }

    /// The dependences whose sink is `node`.
    pub fn incoming(&self, node: usize) -> impl Iterator<Item = &Edge> + Clone {
        self.incoming[node].iter().map(|&edge| &self.edges[edge])
    }

    /// The strongly connected component of each node. Indices of components decrease along edges between them.
    pub fn components(&self) -> Vec<usize> {
        Components::of(self).component
    }

    /// A topological order of the dependences within an iteration.
    pub fn topological(&self) -> Result<Vec<usize>, GraphError> {
        let is_here = |edge: &&Edge| edge.distance == 0;
        let mut waits: Vec<usize> = (0..self.len()).map(|node| self.incoming(node).filter(is_here).count()).collect();
        let mut order: Vec<usize> = (0..self.len()).filter(|&node| waits[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for edge in self.outgoing(node).filter(is_here) {
                waits[edge.to] -= 1;
                if waits[edge.to] == 0 {
                    order.push(edge.to);
                }
            }
        }
        match waits.iter().position(|&waits| waits > 0) {
            None => Ok(order),
            Some(node) => Err(GraphError::Circular { node: self.nodes[node].name.clone() }),
        }
    }
}

/// The reason why a graph has no schedule at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// Operations of one iteration depend on each other cyclically.
    Circular {
        /// The name of one of them.
        node: String,
    },
    /// The machine has no unit on which an operation can execute.
    NoUnit {
        /// The name of the operation.
        node: String,
    },
    /// Schedules or lifetimes would exceed the capacity of the tables.
    TooLarge {
        /// The quantity that is too large.
        what: &'static str,
        /// The greatest value.
        limit: i64,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circular { node } => write!(f, "operation '{node}' waits for itself within one iteration"),
            Self::TooLarge { what, limit } => write!(f, "expected {what} of at most {limit}"),
            Self::NoUnit { node } => write!(f, "the machine has no unit for operation '{node}'"),
        }
    }
}

impl std::error::Error for GraphError {}

/// Tarjan's algorithm, with an explicit stack.
struct Components<'g> {
    graph: &'g Graph,
    component: Vec<usize>,
    n_components: usize,
    number: Vec<usize>,
    low: Vec<usize>,
    open: Vec<usize>,
    n_numbered: usize,
}

const NONE: usize = usize::MAX;

impl<'g> Components<'g> {
    fn of(graph: &'g Graph) -> Self {
        let none = || vec![NONE; graph.len()];
        let mut found = Self {
            graph,
            component: none(),
            n_components: 0,
            number: none(),
            low: none(),
            open: Vec::new(),
            n_numbered: 0,
        };
        for node in 0..graph.len() {
            if found.number[node] == NONE {
                found.search(node);
            }
        }
        found
    }

    fn enter(&mut self, node: usize) {
        self.number[node] = self.n_numbered;
        self.low[node] = self.n_numbered;
        self.n_numbered += 1;
        self.open.push(node);
    }

    fn search(&mut self, root: usize) {
        self.enter(root);
        // Nodes on the path, each with the index of its next edge.
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let (node, edge) = (*node, self.graph.outgoing[*node].get(*next));
            *next += 1;
            let Some(&edge) = edge else {
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
                self.close(node);
                continue;
            };
            let to = self.graph.edges[edge].to;
            if self.number[to] == NONE {
                self.enter(to);
                path.push((to, 0));
            } else if self.component[to] == NONE {
                self.low[node] = self.low[node].min(self.number[to]);
            }
        }
    }

    /// Removes the component of `node` from the stack, if `node` is its root.
    fn close(&mut self, node: usize) {
        if self.low[node] != self.number[node] {
            return;
        }
        while let Some(member) = self.open.pop() {
            self.component[member] = self.n_components;
            if member == node {
                break;
            }
        }
        self.n_components += 1;
    }
}
