//! Convergence control tokens: the set of threads that execute a convergent operation together, stated in the program.
//!
//! A *convergent* operation communicates with the threads that execute it together. A *token* denotes such a set of
//! threads: it is defined at the *entry* of a convergent function, by an *anchor*, where the set is
//! implementation-defined, or by a *loop* operation in the header of a cycle, once per iteration, for the threads of
//! the token that is its operand. A convergent operation with a token operand is executed together by the threads that
//! have the same token. The terms and the static rules are those of LLVM's "Convergence Control Intrinsics".
//!
//! Consequence for uniformity: other operations are executed together ("controlled maximal convergence") by the threads
//! that are in the same iteration of all cycles, as without tokens, and that had the same token at each earlier
//! definition of a token. By the rules a loop operation counts the iterations of the header that it is in, so tokens
//! only exclude some of the threads that would be converged without them. A value that is uniform without tokens is
//! uniform with them: the analysis only requires that a program follows the rules, which [`verify`] checks.
//!
//! Steps of [`verify`]: 1. the rules of each operation alone; 2. over the blocks in reverse postorder, the live tokens:
//! a use ends the regions of the tokens defined after the used one; 3. in a cycle that does not contain the definition
//! of a token, one loop operation in the header (the heart) may use it.

use rmlir_core::{OpId, OpRef, Value};
use rmlir_diag::Diagnostic;
use rustc_hash::FxHashMap;

use crate::cfg::{Cfg, CycleId, Cycles, DepthFirst, DfsOrder, DominatorTree, Node, RegionCfg};

/// The relation of an operation to the threads that execute it together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The operation is not convergent and defines no token.
    None,
    /// A convergent operation; of a function: its body may have one.
    Convergent,
    /// Defines the token of the threads that called the function together.
    Entry,
    /// Defines a token of an implementation-defined set of threads.
    Anchor,
    /// Defines a token of the threads of its operand that are in the same iteration.
    Loop,
}

impl Role {
    fn makes_token(self) -> bool {
        matches!(self, Self::Entry | Self::Anchor | Self::Loop)
    }
}

/// An operation, or a function, that may be convergent.
pub trait Convergence: Send + Sync {
    /// The role of `op`.
    fn role(&self, op: OpRef) -> Role;

    /// The token operand of an operation, or the rule that its use breaks.
    fn token(&self, _op: OpRef) -> Result<Option<Value>, &'static str> {
        Ok(None)
    }
}

/// The role of `op`.
pub fn role_of(op: OpRef) -> Role {
    op.interface::<dyn Convergence>().map_or(Role::None, |interface| interface.role(op))
}

/// Verifies `function` against the static rules of tokens and returns the violations.
pub fn verify(function: OpRef) -> Vec<Diagnostic> {
    let Some(region) = function.regions().next() else { return Vec::new() };
    let Some(graph) = RegionCfg::new(region.body, region.id) else { return Vec::new() };
    let is_convergent = role_of(function) == Role::Convergent;
    let mut verifier = Verifier { tokens: FxHashMap::default(), kind: None, errors: Vec::new() };
    for (number, block) in region.blocks().enumerate() {
        let mut seen_convergent = false;
        for op in block.ops() {
            let at = Position { is_convergent_function: is_convergent, is_entry: number == 0, seen_convergent };
            if let Err(message) = verifier.operation(op, at) {
                verifier.error(op, message);
            }
            seen_convergent |= role_of(op) != Role::None;
        }
    }
    if verifier.errors.is_empty() && !verifier.tokens.is_empty() {
        verifier.regions(function, &graph);
    }
    verifier.errors
}

/// The position of an operation in its block.
#[derive(Clone, Copy)]
struct Position {
    is_convergent_function: bool,
    is_entry: bool,
    /// Whether a convergent operation precedes it in its block.
    seen_convergent: bool,
}

/// Whether convergence is controlled by tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Controlled,
    Uncontrolled,
}

struct Verifier {
    /// For each operation with a token operand: the operation that defines the token.
    tokens: FxHashMap<OpId, OpId>,
    kind: Option<Kind>,
    errors: Vec<Diagnostic>,
}

impl Verifier {
    fn error(&mut self, op: OpRef, message: &str) {
        self.errors.push(*op.error(message));
    }

    /// Verifies the rules of `op` alone.
    fn operation(&mut self, op: OpRef, at: Position) -> Result<(), &'static str> {
        let Some(interface) = op.interface::<dyn Convergence>() else { return Ok(()) };
        let role = interface.role(op);
        let token = interface.token(op)?;
        if let Some(token) = token {
            let maker = op.body.defining_op(token).map(|maker| OpRef::new(op.body, maker));
            let Some(maker) = maker.filter(|&maker| role_of(maker).makes_token()) else {
                return Err("takes a token that no convergence control operation made");
            };
            if role == Role::None {
                return Err("takes a convergence control token and is not convergent");
            }
            self.tokens.insert(op.id, maker.id);
        }
        match role {
            Role::Entry if !at.is_convergent_function => return Err("stands in a function that is not convergent"),
            Role::Entry if !at.is_entry => return Err("does not stand in the entry block"),
            Role::Entry | Role::Loop if at.seen_convergent => {
                return Err("stands after a convergent operation in the same block");
            }
            Role::Entry | Role::Anchor if token.is_some() => return Err("takes a convergence control token"),
            Role::Loop if token.is_none() => return Err("needs a convergence control token"),
            _ => {}
        }
        let kind = match role {
            Role::None => return Ok(()),
            Role::Convergent if token.is_none() => Kind::Uncontrolled,
            _ => Kind::Controlled,
        };
        match *self.kind.get_or_insert(kind) == kind {
            true => Ok(()),
            false => Err("mixes controlled and uncontrolled convergence in one function"),
        }
    }

    /// Verifies that regions of tokens are nested, and that each cycle has one heart.
    fn regions(&mut self, function: OpRef, graph: &RegionCfg) {
        let body = function.region(0).body;
        let cfg = &graph.cfg;
        let tree = DominatorTree::new(cfg);
        let mut cycles = Hearts { cycles: Cycles::new(cfg, DfsOrder::LastFirst), hearts: FxHashMap::default() };
        let block_of = |op: OpId| body.block_of(op).and_then(|block| graph.number(block));
        let mut live_in: FxHashMap<Node, Vec<OpId>> = FxHashMap::default();
        let walk = DepthFirst::new(cfg, 0, DfsOrder::FirstFirst);
        for &block in walk.postorder().iter().rev() {
            let mut live = live_in.remove(&block).unwrap_or_default();
            for op in body.ops(graph.blocks[block as usize]).map(|op| OpRef::new(body, op)) {
                let maker = self.tokens.get(&op.id).map(|&maker| (maker, block_of(maker)));
                if let Some((maker, Some(from))) = maker {
                    let broken =
                        use_of(&tree, &mut live, maker, from, block).and_then(|()| cycles.use_of(op, from, block));
                    if let Err(message) = broken {
                        let place = OpRef::new(body, maker).loc().place(op.cx());
                        self.errors.push(op.error(message).note(place, "the token is made here"));
                    }
                }
                if role_of(op).makes_token() {
                    live.push(op.id);
                }
            }
            pass_on(cfg, &tree, block, &live, &mut live_in, &block_of);
        }
    }
}

/// Ends the regions of the tokens after that of `maker`, which is used in `block`.
fn use_of(
    tree: &DominatorTree,
    live: &mut Vec<OpId>,
    maker: OpId,
    from: Node,
    block: Node,
) -> Result<(), &'static str> {
    if !tree.dominates(from, block) {
        return Err("takes a convergence control token that does not dominate it");
    }
    match live.iter().position(|&token| token == maker) {
        Some(place) => live.truncate(place + 1),
        None => return Err("takes a convergence control token out of nesting"),
    }
    Ok(())
}

/// Propagates the tokens that are live at the end of `block` to the successors that they dominate; a token is live
/// there if it is live on all paths.
fn pass_on(
    cfg: &Cfg,
    tree: &DominatorTree,
    block: Node,
    live: &[OpId],
    live_in: &mut FxHashMap<Node, Vec<OpId>>,
    block_of: &dyn Fn(OpId) -> Option<Node>,
) {
    for &to in cfg.successors(block) {
        match live_in.get_mut(&to) {
            Some(tokens) => tokens.retain(|token| live.contains(token)),
            None => {
                let dominates = |&&token: &&OpId| block_of(token).is_some_and(|from| tree.dominates(from, to));
                live_in.insert(to, live.iter().take_while(dominates).copied().collect());
            }
        }
    }
}

/// Cycles, with the heart of each: the operation that uses a token from outside.
struct Hearts {
    cycles: Cycles,
    hearts: FxHashMap<CycleId, OpId>,
}

impl Hearts {
    /// Records that `op` in `block` uses a token defined in `from`.
    fn use_of(&mut self, op: OpRef, from: Node, block: Node) -> Result<(), &'static str> {
        let cycles = &self.cycles;
        let is_apart = |&cycle: &CycleId| !cycles.contains(cycle, from);
        let Some(cycle) = cycles.around(block).take_while(is_apart).last() else { return Ok(()) };
        if role_of(op) != Role::Loop {
            return Err("takes a convergence control token from outside of a cycle and is no loop operation");
        }
        if !cycles[cycle].is_reducible() || cycles[cycle].header() != block {
            return Err("does not dominate all blocks of the cycle that it is the heart of");
        }
        match self.hearts.insert(cycle, op.id) {
            None => Ok(()),
            Some(_) => Err("is the second use in a cycle of convergence control tokens from outside of it"),
        }
    }
}
