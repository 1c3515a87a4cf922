//! Which registers of a file values may be in, and giving them out.
//!
//! A value may take a pair of registers, from an even number on; what is written in several clusters goes to the first
//! registers only; and some classes of operations read from some registers only. Pairs are given out first, where the fewest
//! others want to be; then single registers by augmenting paths (Kuhn), so that none is refused that could be had.

use rmlir_vliw::Model;

use crate::loop_body::{LoopBody, Operand};

/// A register that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Want {
    /// 1, or 2 for a pair.
    pub width: usize,
    /// It is among so many first registers.
    below: usize,
    /// The classes that read operands from some registers only, and read this.
    readers: Vec<usize>,
}

impl Want {
    /// Any register, or pair.
    pub fn any(width: usize) -> Self {
        Self { width, below: usize::MAX, readers: Vec::new() }
    }

    /// For the results of a node in a cluster, or for a value from before the loop.
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

    /// The same among the first registers only.
    pub fn among_first(self, below: usize) -> Self {
        Self { below: self.below.min(below), ..self }
    }

    /// What suits both.
    pub fn and(mut self, other: &Want) -> Self {
        self.readers.extend(&other.readers);
        self.readers.sort_unstable();
        self.readers.dedup();
        self.among_first(other.below)
    }

    fn is_free(&self) -> bool {
        self.below == usize::MAX && self.readers.is_empty()
    }

    /// Whether it may be the register with this number, or the pair from there on.
    fn suits(&self, model: &Model, file: usize, number: usize) -> bool {
        let end = number + self.width;
        let is_there = number.is_multiple_of(self.width) && end <= self.below.min(model.files[file].size);
        is_there && self.readers.iter().all(|&class| model.classes[class].reads_from(number, self.width))
    }
}

/// A number for each that is wanted of a file, behind those that rotate; `None` if that was not found.
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
    // A pair is called by the lower of its numbers, which comes last here.
    let owners = giver.owner.iter().enumerate().rev();
    owners.for_each(|(number, owner)| owner.iter().for_each(|&want| numbers[want] = number));
    Some(numbers)
}

struct Giver<'a> {
    model: &'a Model,
    file: usize,
    first: usize,
    wants: &'a [Want],
    /// Who has each register.
    owner: Vec<Option<usize>>,
}

impl Giver<'_> {
    fn suits(&self, want: usize, number: usize) -> bool {
        self.wants[want].suits(self.model, self.file, number)
    }

    /// The pair that the fewest single registers want to be one of.
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

    /// A register for `want`: one that is free, else one whose owner finds another one.
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
