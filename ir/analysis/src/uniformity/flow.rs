//! The representation of a program that is analysed.
//!
//! A program is a graph of blocks and a list of *items*: arguments of the program, and per block its phis, its
//! instructions and its terminator, in this order. An item is divergent or uniform as a whole: an instruction whose
//! results differ in that is several items. Inputs are other items, constants (equal indices are equal constants), or
//! undefined values.

use crate::cfg::{Cfg, Node};

/// The index of an item in a [`Flow`].
pub type ItemId = u32;

/// An operand of an item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// The value of another item.
    Item(ItemId),
    /// A constant; equal indices are the same constant. As a bit, 0 is false and all others are true.
    Constant(u32),
    /// An undefined value.
    Undefined,
}

/// The kind of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// An argument of the program.
    Argument,
    /// A phi: one of several inputs, selected by the edge on which control arrived.
    Phi,
    /// An instruction.
    Instruction,
    /// A terminator.
    Terminator,
}

/// The source of the divergence of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nature {
    /// Its inputs alone: equal inputs give equal results, at any time.
    #[default]
    Computed,
    /// Its inputs, and the time of its execution: it may read memory that changes.
    Timed,
    /// As [`Nature::Timed`], but uniform in LLVM 22: calls that are declared to be no source of divergence.
    NoSource,
    /// It is always divergent: lane ids, atomic operations.
    Divergent,
    /// It is uniform for all inputs.
    Uniform,
}

impl Nature {
    /// Whether its value depends on the time of its execution, besides its inputs.
    pub fn is_timed(self) -> bool {
        matches!(self, Nature::Timed | Nature::NoSource)
    }
}

/// An argument, a phi, an instruction or a terminator.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its kind.
    pub kind: ItemKind,
    /// The source of its divergence.
    pub nature: Nature,
    /// The block it is in; the entry for arguments.
    pub block: Node,
    /// For terminators: whether the first successor is taken if the input is true, and the second one otherwise.
    pub is_on_bit: bool,
    /// The range of its inputs.
    inputs: (u32, u32),
}

/// A program.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The graph of its blocks.
    pub cfg: Cfg,
    items: Vec<Item>,
    inputs: Vec<Input>,
    /// For inputs of phis: the edge, as the predecessor and the index of its successor. Parallel to `inputs`.
    edges: Vec<(Node, u32)>,
    /// By block: the range of its items.
    blocks: Vec<(u32, u32)>,
    /// By item: the start of its users.
    user_starts: Vec<u32>,
    users: Vec<ItemId>,
}

impl Flow {
    /// The number of items.
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// All items, in program order.
    pub fn item_ids(&self) -> std::ops::Range<ItemId> {
        0..self.items.len() as ItemId
    }

    /// The phis, instructions and the terminator of `block`.
    pub fn items_of(&self, block: Node) -> std::ops::Range<ItemId> {
        let (start, end) = self.blocks[block as usize];
        start..end
    }

    /// The phis of `block`.
    pub fn phis(&self, block: Node) -> impl Iterator<Item = ItemId> + '_ {
        self.items_of(block).take_while(|&item| self[item].kind == ItemKind::Phi)
    }

    /// The terminator of `block`, if it has one.
    pub fn terminator(&self, block: Node) -> Option<ItemId> {
        self.items_of(block).next_back().filter(|&item| self[item].kind == ItemKind::Terminator)
    }

    /// The inputs of `item`.
    pub fn inputs(&self, item: ItemId) -> &[Input] {
        let (start, end) = self[item].inputs;
        &self.inputs[start as usize..end as usize]
    }

    /// For each input of a phi: its edge, as the predecessor and the index of its successor.
    pub fn edges(&self, phi: ItemId) -> &[(Node, u32)] {
        let (start, end) = self[phi].inputs;
        &self.edges[start as usize..end as usize]
    }

    /// The users of `item`: first those after it in the program, in reverse order, then those before it, in program
    /// order. That is the order of LLVM's use lists when text is parsed, which determines the order of its worklist.
    pub fn users(&self, item: ItemId) -> &[ItemId] {
        let item = item as usize;
        &self.users[self.user_starts[item] as usize..self.user_starts[item + 1] as usize]
    }

    /// Whether all inputs of a phi are equal or undefined.
    pub fn is_constant_or_undefined(&self, phi: ItemId) -> bool {
        let mut defined =
            self.inputs(phi).iter().filter(|&&input| input != Input::Undefined && input != Input::Item(phi));
        let Some(first) = defined.next() else { return true };
        defined.all(|input| input == first)
    }
}

impl std::ops::Index<ItemId> for Flow {
    type Output = Item;
    fn index(&self, item: ItemId) -> &Item {
        &self.items[item as usize]
    }
}

/// The builder of a program: its blocks in order, and in each its items in order.
#[derive(Default)]
pub struct FlowBuilder {
    items: Vec<Item>,
    inputs: Vec<Input>,
    edges: Vec<(Node, u32)>,
    blocks: Vec<(u32, u32)>,
}

/// The edge of an input that is no phi's.
const NO_EDGE: (Node, u32) = (Node::MAX, 0);

impl FlowBuilder {
    /// The empty program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an argument. Arguments precede blocks.
    pub fn argument(&mut self, nature: Nature) -> ItemId {
        assert!(self.blocks.is_empty(), "arguments come first");
        self.add(ItemKind::Argument, nature, 0)
    }

    /// Starts the next block.
    pub fn block(&mut self) -> Node {
        let start = self.items.len() as u32;
        self.blocks.push((start, start));
        self.blocks.len() as Node - 1
    }

    /// The index that the next item will have.
    pub fn next_item(&self) -> ItemId {
        self.items.len() as ItemId
    }

    /// Adds an item to the last block, without inputs.
    pub fn item(&mut self, kind: ItemKind, nature: Nature) -> ItemId {
        let block = self.blocks.len() as Node - 1;
        let id = self.add(kind, nature, block);
        self.blocks[block as usize].1 = id + 1;
        id
    }

    /// Adds a terminator that takes the first successor if its one input is true, and the second one otherwise.
    pub fn branch_on_bit(&mut self) -> ItemId {
        let id = self.item(ItemKind::Terminator, Nature::Computed);
        self.items[id as usize].is_on_bit = true;
        id
    }

    fn add(&mut self, kind: ItemKind, nature: Nature, block: Node) -> ItemId {
        let at = self.inputs.len() as u32;
        self.items.push(Item { kind, nature, block, is_on_bit: false, inputs: (at, at) });
        self.items.len() as ItemId - 1
    }

    /// Sets the inputs of an item, which may be later in the program. Called once for each item.
    pub fn set_inputs(&mut self, item: ItemId, inputs: impl IntoIterator<Item = Input>) {
        self.set_phi(item, inputs.into_iter().map(|input| (input, NO_EDGE)));
    }

    /// Sets the inputs of a phi, each with its edge: a predecessor and the index of its successor.
    pub fn set_phi(&mut self, phi: ItemId, inputs: impl IntoIterator<Item = (Input, (Node, u32))>) {
        let start = self.inputs.len() as u32;
        for (input, edge) in inputs {
            self.inputs.push(input);
            self.edges.push(edge);
        }
        self.items[phi as usize].inputs = (start, self.inputs.len() as u32);
    }

    /// The program, with the successors of each block.
    pub fn finish<L: AsRef<[Node]>>(self, successors: &[L]) -> Flow {
        assert_eq!(self.blocks.len(), successors.len(), "every block says where control goes");
        let mut user_starts = vec![0; self.items.len() + 1];
        let items = |(start, end): (u32, u32)| self.inputs[start as usize..end as usize].iter();
        for item in &self.items {
            for input in items(item.inputs) {
                if let Input::Item(used) = input {
                    user_starts[*used as usize + 1] += 1;
                }
            }
        }
        for at in 0..self.items.len() {
            user_starts[at + 1] += user_starts[at];
        }
        let mut ends: Vec<u32> = user_starts[1..].to_vec();
        let mut users = vec![0; *user_starts.last().expect("there is one more than items") as usize];
        for (user, item) in (0..).zip(&self.items) {
            for input in items(item.inputs) {
                if let Input::Item(used) = input {
                    let end = &mut ends[*used as usize];
                    *end -= 1;
                    users[*end as usize] = user;
                }
            }
        }
        let Self { items, inputs, edges, blocks } = self;
        for item in 0..items.len() {
            let own = &mut users[user_starts[item] as usize..user_starts[item + 1] as usize];
            let n_after = own.iter().take_while(|&&user| user as usize > item).count();
            own[n_after..].reverse();
        }
        Flow { cfg: Cfg::new(successors), items, inputs, edges, blocks, user_starts, users }
    }
}
