//! Constraints on the registers of a file that values may use, and register assignment under them.
//!
//! A value may need a register pair, which starts at an even index; results that are written in several clusters need
//! one of the first registers; and some classes of operations read from some registers only. Pairs are assigned first,
//! where the fewest other constraints apply; then single registers by augmenting paths (Kuhn), which finds a complete
//! assignment if there is one.

use rmlir_vliw::Model;

use crate::loops::loop_body::{LoopBody, Operand};

/// The constraints on a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Want {
    /// The width: 1, or 2 for a pair.
    pub width: usize,
    /// The upper limit of its index, exclusive.
    below: usize,
    /// The classes that restrict the registers of their operands, among the readers of this one.
    readers: Vec<usize>,
}

impl Want {
    /// No constraints except for the width.
    pub fn any(width: usize) -> Self {
        Self { width, below: usize::MAX, readers: Vec::new() }
    }

    /// The constraints for the results of a node in a cluster, or for a loop-invariant value.
    pub fn of(of: &LoopBody, model: &Model, width: usize, operand: Operand, cluster: Option<usize>) -> Self {
        let mut want = Self::any(width);
        for (reader, node) in of.nodes.iter().enumerate() {
            let is_read = node.operands.iter().any(|&it| match (it, operand) {
                (Operand::Node { node, .. }, Operand::Node { node: wanted, .. }) => {
                    node == wanted && of.read_in(node, reader) == cluster
                }
                (it, wanted) => it == wanted && node.cluster == cluster,
            });
            if is_read && !model.classes[node.class].within.is_empty() && !want.readers.contains(&node.class) {
                want.readers.push(node.class);
            }
        }
        want
    }

    /// The same constraints with a limit of the index.
    pub fn among_first(self, below: usize) -> Self {
        Self { below: self.below.min(below), ..self }
    }

    /// The conjunction of the constraints.
    pub fn and(mut self, other: &Want) -> Self {
        self.readers.extend(&other.readers);
        self.readers.sort_unstable();
        self.readers.dedup();
        self.among_first(other.below)
    }

    fn is_free(&self) -> bool {
        self.below == usize::MAX && self.readers.is_empty()
    }

    /// Whether the register with this index, or the pair that starts there, satisfies the constraints.
    fn suits(&self, model: &Model, file: usize, number: usize) -> bool {
        let end = number + self.width;
        let is_there = number.is_multiple_of(self.width) && end <= self.below.min(model.files[file].size);
        is_there && self.readers.iter().all(|&class| model.classes[class].reads_from(number, self.width))
    }
}

/// A register index for each constraint of a file, after the rotating registers; `None` if none was found.
pub fn give_out(model: &Model, file: usize, wants: &[Want]) -> Option<Vec<usize>> {
    let first = model.files[file].rotating;
    let mut giver = Giver { model, file, first, wants, owner: vec![None; model.files[file].size] };
    let which = |is_one: &dyn Fn(&Want) -> bool| (0..wants.len()).filter(|&it| is_one(&wants[it])).collect::<Vec<_>>();
    let (bound, open) = (which(&|it| it.width == 2 && !it.is_free()), which(&|it| it.width == 2 && it.is_free()));
    bound.into_iter().chain(open).all(|want| giver.pair(want)).then_some(())?;
    let (bound, open) = (which(&|it| it.width == 1 && !it.is_free()), which(&|it| it.width == 1 && it.is_free()));
    let n = giver.owner.len();
    bound.into_iter().chain(open).all(|want| giver.single(want, &mut vec![false; n])).then_some(())?;
    let mut numbers = vec![0; wants.len()];
    // A pair is identified by its lower index, which is written last here.
    let owners = giver.owner.iter().enumerate().rev();
    owners.for_each(|(number, owner)| owner.iter().for_each(|&want| numbers[want] = number));
    Some(numbers)
}

struct Giver<'a> {
    model: &'a Model,
    file: usize,
    first: usize,
    wants: &'a [Want],
    /// By register: its owner.
    owner: Vec<Option<usize>>,
}

impl Giver<'_> {
    fn suits(&self, want: usize, number: usize) -> bool {
        self.wants[want].suits(self.model, self.file, number)
    }

    /// Assigns the pair that the fewest constraints of single registers apply to.
    fn pair(&mut self, want: usize) -> bool {
        let singles = || (0..self.wants.len()).filter(|&it| self.wants[it].width == 1 && !self.wants[it].is_free());
        let wanted =
            |number: usize| singles().filter(|&it| self.suits(it, number) || self.suits(it, number + 1)).count();
        let places = (self.first..self.owner.len()).filter(|&number| self.suits(want, number));
        let free = places.filter(|&number| self.owner[number..number + 2].iter().all(Option::is_none));
        let Some(number) = free.min_by_key(|&number| (wanted(number), number)) else { return false };
        self.owner[number..number + 2].fill(Some(want));
        true
    }

    /// Assigns a register to `want`: a free one, else one whose owner can be reassigned.
    fn single(&mut self, want: usize, seen: &mut [bool]) -> bool {
        let suitable: Vec<usize> = (self.first..self.owner.len()).filter(|&it| self.suits(want, it)).collect();
        let free = suitable.iter().copied().find(|&number| self.owner[number].is_none());
        let moved = || {
            suitable.iter().copied().find(|&number| {
                let owner = self.owner[number].filter(|&owner| self.wants[owner].width == 1);
                !std::mem::replace(&mut seen[number], true) && owner.is_some_and(|owner| self.single(owner, seen))
            })
        };
        let Some(number) = free.or_else(moved) else { return false };
        self.owner[number] = Some(want);
        true
    }
}
