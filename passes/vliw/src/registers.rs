//! Which register holds a result of which iteration.
//!
//! Without rotation the kernel stands in the code several times, so that no register is written while what it holds is
//! still read (modulo variable expansion: Lam, PLDI 1988): results of iterations a multiple of the copies apart share a
//! register. With rotation a register has another name in each interval, so that one kernel does: a result
//! is written to a name and read from those behind it. Which results share registers is up to [`crate::sharing`].
//!
//! What is on the stack has a place for each copy of the kernel.
//!
//! Times are those of the whole loop: iteration `k` starts at `k * II`.

use std::collections::BTreeMap;

use num_integer::Integer;
use rmlir::prelude::*;
use rmlir_vliw::model::File;
use rmlir_vliw::{Crossing, Model};

use crate::code::Code;
use crate::loop_body::{Action, Declined, LoopBody, Slot};
use crate::occupancy::Occupancy;
use crate::plan::Plan;
use crate::sharing::Sharing;

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Register {
    /// Its file.
    pub file: usize,
    /// Its number, or name before the first rotation.
    pub number: usize,
    /// Whether it rotates.
    pub rotating: bool,
}

/// Where the results of a node are.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Home {
    /// In these registers by turns.
    Turns(Vec<Register>),
    /// In a place among so many rotating registers of a file, iteration 0's first.
    Rotating { file: usize, place: i64, size: usize },
}

/// A register file that is too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Short {
    /// The file.
    pub file: usize,
    /// Whether its rotating registers are too few, or the others.
    pub rotating: bool,
    /// How many it takes.
    pub needed: usize,
    /// How many there are.
    pub size: usize,
}

/// Why a loop gets no registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRegisters {
    /// There are too few.
    Short(Short),
    /// There are none for some type.
    Declined(Declined),
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registers {
    /// For each node its clusters, with where the results are there.
    homes: Vec<Vec<(Option<usize>, Home)>>,
    ii: i64,
    /// How often the kernel stands in the code.
    pub copies: i64,
    /// For each value from before the loop the clusters that read it, with its register there; none if it is on the stack.
    pub invariants: Vec<Vec<(Option<usize>, Register)>>,
    /// How many intervals there are left, where that is known.
    pub counter: Option<Register>,
    /// For each file how many registers are taken that do not rotate, and how many that do.
    pub taken: Vec<(usize, usize)>,
    /// The results of the loop that are loaded behind it, with their registers then.
    pub reloaded: BTreeMap<usize, Register>,
}

impl Registers {
    /// Gives registers to everything that a loop computes or reads.
    pub fn of(body: &Body, of: &LoopBody, plan: &Plan, model: &Model) -> Result<Self, NoRegisters> {
        let file_for = |ty, cluster| file_for(body.cx(), model, ty, cluster).map_err(NoRegisters::Declined);
        let mut results: Vec<Vec<Occupancy>> = vec![Vec::new(); model.files.len()];
        for (number, node) in of.nodes.iter().enumerate() {
            let Some(ty) = node.result else { continue };
            for cluster in of.homes(number) {
                results[file_for(ty, cluster)?].push(Occupancy::of(of, plan, model, number, cluster));
            }
        }
        let still = results.iter().zip(&model.files).filter(|(_, file)| file.rotating == 0);
        let turns = still.flat_map(|(values, _)| values.iter().map(|value| value.turns(plan.ii)));
        let copies = turns.chain([stack_turns(of, plan)]).max().unwrap_or(1);
        let mut allocator = Allocator::new(model);
        let mut shared = Vec::new();
        for (file, values) in results.iter().enumerate() {
            shared.push(allocator.share(of, file, values, plan, copies)?);
        }
        let mut invariants = Vec::new();
        for (number, &value) in of.invariants.iter().enumerate() {
            let mut of_value = Vec::new();
            for cluster in of.clusters_of(number) {
                of_value.push((cluster, allocator.still(file_for(body.ty(value), cluster)?, 1)[0]));
            }
            invariants.push(of_value);
        }
        let counter = match of.goes_on {
            Some(_) => None,
            None => Some(allocator.still(file_for(Type::INDEX, of.nodes[of.branch].cluster)?, 1)[0]),
        };
        let mut homes = vec![Vec::new(); of.nodes.len()];
        for (file, (values, shared)) in results.iter().zip(shared).enumerate() {
            let found = shared.homes(file, &mut allocator);
            values.iter().zip(found).for_each(|(value, home)| homes[value.node].push((value.cluster, home)));
        }
        let taken = allocator.finish()?;
        let mut registers = Self { homes, ii: plan.ii, copies, invariants, counter, taken, reloaded: BTreeMap::new() };
        registers.reload(body.cx(), of, plan, model).map_err(NoRegisters::Short)?;
        Ok(registers)
    }

    /// Finds registers for results that are loaded behind the loop, where nothing is alive but other results.
    fn reload(&mut self, cx: &Context, of: &LoopBody, plan: &Plan, model: &Model) -> Result<(), Short> {
        let Code { end, last, .. } = Code::of(of, plan, self.copies);
        let results = || of.results().map(|(_, node)| node);
        let kept = results().filter(|&node| of.ends_in_register(node));
        let own = |node: usize| of.nodes[node].cluster;
        let mut used: Vec<Register> = kept.map(|node| self.at(node, own(node), last, end)).collect();
        for node in results().filter(|&node| !of.ends_in_register(node)) {
            let file = of.nodes[node].result.and_then(|ty| file_for(cx, model, ty, own(node)).ok());
            let file = file.expect("a result has a file");
            let still = model.files[file].rotating..model.files[file].size;
            let mut still = still.map(|number| Register { file, number, rotating: false });
            let Some(free) = still.find(|register| !used.contains(register)) else {
                let size = model.files[file].size - model.files[file].rotating;
                return Err(Short { file, rotating: false, needed: size + 1, size });
            };
            used.push(free);
            self.reloaded.insert(node, free);
        }
        Ok(())
    }

    /// The register of a cluster that holds a value from before the loop.
    pub fn invariant(&self, number: usize, cluster: Option<usize>) -> Register {
        let of_cluster = self.invariants[number].iter().find(|(of, _)| *of == cluster);
        of_cluster.expect("what is read has a register").1
    }

    /// The register of a cluster that holds the result of `node` of iteration `iteration`, which may be -1, as code names
    /// it in the interval of `time`.
    pub fn at(&self, node: usize, cluster: Option<usize>, iteration: i64, time: i64) -> Register {
        let of_cluster = self.homes[node].iter().find(|(of, _)| *of == cluster);
        match &of_cluster.expect("what is read has a register").1 {
            Home::Turns(registers) => registers[iteration.rem_euclid(registers.len() as i64) as usize],
            &Home::Rotating { file, place, size } => {
                let number = (place - iteration + time.div_euclid(self.ii)).rem_euclid(size as i64);
                Register { file, number: number as usize, rotating: true }
            }
        }
    }

    /// Whether any register rotates.
    pub fn rotate(&self) -> bool {
        self.taken.iter().any(|&(_, rotating)| rotating > 0)
    }
}

/// How the results of a file share it.
enum Shared {
    /// A place for each among so many registers that rotate.
    Places(Vec<i64>, usize),
    /// Colors for each, how many there are, and the registers of those that only some registers can be.
    Colors { colors: Vec<Vec<usize>>, n_colors: usize, known: BTreeMap<usize, Register> },
}

impl Shared {
    /// Where each result is.
    fn homes(self, file: usize, allocator: &mut Allocator) -> Vec<Home> {
        match self {
            Shared::Places(places, size) => {
                places.into_iter().map(|place| Home::Rotating { file, place, size }).collect()
            }
            Shared::Colors { colors, n_colors, mut known } => {
                let mut left = allocator.still(file, n_colors - known.len()).into_iter();
                for color in 0..n_colors {
                    known.entry(color).or_insert_with(|| left.next().expect("there is one for each color"));
                }
                colors.iter().map(|colors| Home::Turns(colors.iter().map(|color| known[color]).collect())).collect()
            }
        }
    }
}

/// The colors of results that are written in several clusters, which only the first registers of a file can hold.
fn crossed(of: &LoopBody, values: &[Occupancy], colors: &[Vec<usize>]) -> Vec<usize> {
    let crosses = |value: &Occupancy| of.nodes[value.node].crossing == Some(Crossing::Writes);
    let of_crossing = values.iter().zip(colors).filter(|(value, _)| crosses(value));
    let mut first: Vec<usize> = of_crossing.flat_map(|(_, colors)| colors).copied().collect();
    first.sort_unstable();
    first.dedup();
    first
}

/// How many iterations have values on the stack at a time.
fn stack_turns(of: &LoopBody, plan: &Plan) -> i64 {
    let turns = of.nodes.iter().enumerate().filter_map(|(reload, node)| {
        let Action::Reload { slot, distance } = node.action else { return None };
        let kept = plan.start[reload] + i64::from(distance) * plan.ii - plan.start[of.spill(slot)?];
        Some(Integer::div_ceil(&kept, &plan.ii))
    });
    // As in registers, what a loop with a condition gives is kept until its last iteration ends.
    let results = of.results().filter(|_| of.goes_on.is_some());
    let kept = results.filter_map(|(_, node)| {
        let slot = of.slots.iter().position(|&slot| slot == Slot::Node(node))?;
        Some(Integer::div_ceil(&(plan.stages * plan.ii - plan.start[of.spill(slot)?]), &plan.ii))
    });
    turns.chain(kept).max().unwrap_or(1).max(1)
}

/// The file for values of a type in a cluster.
pub fn file_for(cx: &Context, model: &Model, ty: Type, cluster: Option<usize>) -> Result<usize, Declined> {
    model.file_for(ty, cluster).ok_or_else(|| Declined::NoFile(cx.show_type(ty).to_string()))
}

struct Allocator<'m> {
    model: &'m Model,
    taken: Vec<(usize, usize)>,
}

/// What is said of rotating registers that are too few is exact up to so many more.
const MAX_LACK: usize = 64;

impl<'m> Allocator<'m> {
    fn new(model: &'m Model) -> Self {
        Self { model, taken: vec![(0, 0); model.files.len()] }
    }

    /// `n` registers that do not rotate.
    fn still(&mut self, file: usize, n: usize) -> Vec<Register> {
        let first = self.model.files[file].rotating + self.taken[file].0;
        self.taken[file].0 += n;
        (first..first + n).map(|number| Register { file, number, rotating: false }).collect()
    }

    /// How results share a file. Registers that only some of them can be are given out.
    fn share(
        &mut self,
        of: &LoopBody,
        file: usize,
        values: &[Occupancy],
        plan: &Plan,
        copies: i64,
    ) -> Result<Shared, NoRegisters> {
        let sharing = Sharing::new(values, plan.ii);
        if self.model.files[file].rotating > 0 {
            let (places, size) = self.rotating(file, &sharing)?;
            return Ok(Shared::Places(places, size));
        }
        let (colors, n_colors) = sharing.colors(copies, plan.stages);
        let first = crossed(of, values, &colors);
        let File { name, crossed, .. } = &self.model.files[file];
        if first.len() > *crossed {
            let why = Declined::Registers { file: name.clone(), needed: first.len(), size: *crossed };
            return Err(NoRegisters::Declined(why));
        }
        let registers = self.still(file, first.len());
        Ok(Shared::Colors { colors, n_colors, known: first.into_iter().zip(registers).collect() })
    }

    /// Places for results among those that rotate.
    fn rotating(&mut self, file: usize, sharing: &Sharing) -> Result<(Vec<i64>, usize), NoRegisters> {
        let size = self.model.files[file].rotating;
        match sharing.places(size) {
            Some((places, needed)) => {
                self.taken[file].1 = needed;
                Ok((places, needed))
            }
            None => {
                let needed = sharing.places(size + MAX_LACK).map_or(size + MAX_LACK, |(_, needed)| needed);
                Err(NoRegisters::Short(Short { file, rotating: true, needed, size }))
            }
        }
    }

    fn finish(self) -> Result<Vec<(usize, usize)>, NoRegisters> {
        for (file, (of, &(needed, _))) in self.model.files.iter().zip(&self.taken).enumerate() {
            let size = of.size - of.rotating;
            if needed > size {
                return Err(NoRegisters::Short(Short { file, rotating: false, needed, size }));
            }
        }
        Ok(self.taken)
    }
}
