//! Register allocation: the register that holds the result of a node, by iteration.
//!
//! Without rotation there are several copies of the kernel, so that no register is overwritten while its value is live
//! (modulo variable expansion: Lam, PLDI 1988): results of iterations at a distance of a multiple of the copies share a
//! register. With rotation a register has another name in each interval, so that one copy of the kernel suffices: a
//! result is written to a name and read from the names after it. The sharing of registers is decided by
//! [`crate::registers::sharing`].
//!
//! Values that need register pairs share pairs with each other only. The final register in a file is chosen by
//! [`crate::registers::wants`].
//!
//! Stack slots have an element for each copy of the kernel.
//!
//! Times are those of the flat schedule: iteration `k` starts at `k * II`.

use std::collections::BTreeMap;

use num_integer::Integer;
use rmlir::prelude::*;
use rmlir_modulo::Budget;
use rmlir_vliw::{Crossing, Model};

use crate::generate::code::Code;
use crate::loops::loop_body::{Action, Declined, LoopBody, Operand, Slot};
use crate::registers::occupancy::Occupancy;
use crate::registers::sharing::Sharing;
use crate::registers::wants::{Want, give_out};
use crate::schedule::plan::Plan;

/// A register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Register {
    /// The index of its file.
    pub file: usize,
    /// The index of the register, or its name before the first rotation.
    pub number: usize,
    /// Whether it rotates.
    pub rotating: bool,
}

/// The registers of a node's results.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Home {
    /// These registers, in turn by iteration.
    Turns(Vec<Register>),
    /// An offset among a number of rotating registers of a file; that of iteration 0.
    Rotating { file: usize, place: i64, size: usize },
}

/// A register file with too few registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Short {
    /// The index of the file.
    pub file: usize,
    /// Whether the rotating registers are too few, or the static ones.
    pub rotating: bool,
    /// The number of registers needed.
    pub needed: usize,
    /// The number of registers of the file.
    pub size: usize,
}

/// The reason why register allocation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoRegisters {
    /// There are too few registers.
    Short(Short),
    /// There are no registers for some type.
    Declined(Declined),
}

/// The register allocation of a loop; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registers {
    /// By node: its clusters, with the registers of its results there.
    homes: Vec<Vec<(Option<usize>, Home)>>,
    ii: i64,
    /// The number of copies of the kernel.
    pub copies: i64,
    /// By loop-invariant value: the clusters that read it, with its register there; none if it is on the stack.
    pub invariants: Vec<Vec<(Option<usize>, Register)>>,
    /// The register of the number of remaining kernel executions, if the trip count is known.
    pub counter: Option<Register>,
    /// By file: the numbers of allocated static registers and rotating registers.
    pub taken: Vec<(usize, usize)>,
    /// The results of the loop that are reloaded after it, with their registers there.
    pub reloaded: BTreeMap<usize, Register>,
}

impl Registers {
    /// Allocates registers for all results and live-in values of a loop.
    pub fn of(body: &Body, of: &LoopBody, plan: &Plan, model: &Model, budget: &Budget) -> Result<Self, NoRegisters> {
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
        let mut allocator = Allocator::new(model, budget);
        let mut shared = Vec::new();
        for (file, values) in results.iter().enumerate() {
            shared.push(allocator.share(of, file, values, plan, copies)?);
        }
        let mut invariants = Vec::new();
        for (number, &value) in of.invariants.iter().enumerate() {
            let mut of_value = Vec::new();
            for cluster in of.clusters_of(number) {
                let ty = body.ty(value);
                let file = file_for(ty, cluster)?;
                let want = Want::of(of, model, model.files[file].width(ty), Operand::Invariant(number), cluster);
                of_value.push((cluster, allocator.still(file, want)));
            }
            invariants.push(of_value);
        }
        let counter = match of.goes_on {
            Some(_) => None,
            None => {
                let file = file_for(Type::INDEX, of.nodes[of.branch].cluster)?;
                Some(allocator.still(file, Want::any(model.files[file].width(Type::INDEX))))
            }
        };
        let mut homes = vec![Vec::new(); of.nodes.len()];
        for (file, (values, shared)) in results.iter().zip(shared).enumerate() {
            let found = shared.homes(file, &mut allocator);
            values.iter().zip(found).for_each(|(value, home)| homes[value.node].push((value.cluster, home)));
        }
        let Given { taken, numbers } = allocator.finish()?;
        let mut registers = Self { homes, ii: plan.ii, copies, invariants, counter, taken, reloaded: BTreeMap::new() };
        registers.number(&numbers);
        registers.reload(body.cx(), of, plan, model).map_err(NoRegisters::Short)?;
        Ok(registers)
    }

    /// Replaces the indices of constraints by those of registers, by file.
    fn number(&mut self, numbers: &[Vec<usize>]) {
        let homes = self.homes.iter_mut().flatten().filter_map(|(_, home)| match home {
            Home::Turns(registers) => Some(registers),
            Home::Rotating { .. } => None,
        });
        let invariants = self.invariants.iter_mut().flatten().map(|(_, register)| register);
        for register in homes.flatten().chain(invariants).chain(&mut self.counter) {
            register.number = numbers[register.file][register.number];
        }
    }

    /// Allocates registers for results that are reloaded after the loop, where only results are live.
    fn reload(&mut self, cx: &Context, of: &LoopBody, plan: &Plan, model: &Model) -> Result<(), Short> {
        let Code { end, last, .. } = Code::of(of, plan, self.copies);
        let results = || of.results().map(|(_, node)| node);
        let kept = results().filter(|&node| of.ends_in_register(node));
        let own = |node: usize| of.nodes[node].cluster;
        let width = |file: usize, node: usize| of.nodes[node].result.map_or(1, |ty| model.files[file].width(ty));
        // The registers in use, with their widths.
        let with_width = |node: usize, register: Register| (register, width(register.file, node));
        let mut used: Vec<(Register, usize)> =
            kept.map(|node| with_width(node, self.at(node, own(node), last, end))).collect();
        for node in results().filter(|&node| !of.ends_in_register(node)) {
            let file = of.nodes[node].result.and_then(|ty| file_for(cx, model, ty, own(node)).ok());
            let file = file.expect("a result has a file");
            let still = model.files[file].rotating..model.files[file].size;
            let wide = width(file, node);
            let is_used = |number: usize| {
                used.iter()
                    .any(|&(of, as_wide)| of.file == file && number < of.number + as_wide && of.number < number + wide)
            };
            let mut places = still.clone().filter(|number| number % wide == 0 && number + wide <= still.end);
            let Some(number) = places.find(|&number| !is_used(number)) else {
                let size = model.files[file].size - model.files[file].rotating;
                return Err(Short { file, rotating: false, needed: size + 1, size });
            };
            let free = Register { file, number, rotating: false };
            used.push((free, wide));
            self.reloaded.insert(node, free);
        }
        Ok(())
    }

    /// The register of a cluster that holds a loop-invariant value.
    pub fn invariant(&self, number: usize, cluster: Option<usize>) -> Register {
        let of_cluster = self.invariants[number].iter().find(|(of, _)| *of == cluster);
        of_cluster.expect("what is read has a register").1
    }

    /// The register of a cluster that holds the result of `node` of iteration `iteration`, which may be -1, by its name
    /// in the interval of `time`.
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

/// The sharing of a file by results.
enum Shared {
    /// An offset for each result among a number of rotating registers.
    Places(Vec<i64>, usize),
    /// Colors for each result, the constraints of each color, and the registers of the colors that are assigned
    /// already.
    Colors { colors: Vec<Vec<usize>>, wants: Vec<Want>, known: BTreeMap<usize, Register> },
}

impl Shared {
    /// The registers of each result.
    fn homes(self, file: usize, allocator: &mut Allocator) -> Vec<Home> {
        match self {
            Shared::Places(places, size) => {
                places.into_iter().map(|place| Home::Rotating { file, place, size }).collect()
            }
            Shared::Colors { colors, wants, mut known } => {
                for (color, want) in wants.into_iter().enumerate() {
                    known.entry(color).or_insert_with(|| allocator.still(file, want));
                }
                colors.iter().map(|colors| Home::Turns(colors.iter().map(|color| known[color]).collect())).collect()
            }
        }
    }
}

/// The colors of results that are written in several clusters, which must be among the first registers of a file.
fn crossed(of: &LoopBody, values: &[Occupancy], colors: &[Vec<usize>]) -> Vec<usize> {
    let crosses = |value: &Occupancy| of.nodes[value.node].crossing == Some(Crossing::Writes);
    let of_crossing = values.iter().zip(colors).filter(|(value, _)| crosses(value));
    let mut first: Vec<usize> = of_crossing.flat_map(|(_, colors)| colors).copied().collect();
    first.sort_unstable();
    first.dedup();
    first
}

/// The maximum number of iterations with a live value in the same stack slot.
fn stack_turns(of: &LoopBody, plan: &Plan) -> i64 {
    let turns = of.nodes.iter().enumerate().filter_map(|(reload, node)| {
        let Action::Reload { slot, distance } = node.action else { return None };
        let kept = plan.start[reload] + i64::from(distance) * plan.ii - plan.start[of.spill(slot)?];
        Some(Integer::div_ceil(&kept, &plan.ii))
    });
    // As in registers, the results of a while loop are live until its last iteration ends.
    let results = of.results().filter(|_| of.goes_on.is_some());
    let kept = results.filter_map(|(_, node)| {
        let slot = of.slots.iter().position(|&slot| slot == Slot::Node(node))?;
        Some(Integer::div_ceil(&(plan.stages * plan.ii - plan.start[of.spill(slot)?]), &plan.ii))
    });
    turns.chain(kept).max().unwrap_or(1).max(1)
}

/// The file for values of a type in a cluster. No register holds a tensor, whatever types its file holds.
pub fn file_for(cx: &Context, model: &Model, ty: Type, cluster: Option<usize>) -> Result<usize, Declined> {
    let file = model.file_for(ty, cluster).filter(|_| !ty.is_tensor(cx));
    file.ok_or_else(|| Declined::NoFile(cx.show_type(ty).to_string()))
}

/// Colors for the results of each node and iteration, and the constraints of each color.
fn colored(
    of: &LoopBody,
    model: &Model,
    file: usize,
    values: &[Occupancy],
    plan: &Plan,
    copies: i64,
    budget: &Budget,
) -> (Vec<Vec<usize>>, Vec<Want>) {
    let width = |value: &Occupancy| of.nodes[value.node].result.map_or(1, |ty| model.files[file].width(ty));
    let (mut colors, mut wants) = (vec![Vec::new(); values.len()], Vec::new());
    for wide in [1, 2] {
        let members: Vec<usize> = (0..values.len()).filter(|&value| width(&values[value]) == wide).collect();
        let alike: Vec<Occupancy> = members.iter().map(|&value| values[value]).collect();
        let (found, n) = Sharing::new(&alike, plan.ii, budget).colors(copies, plan.stages);
        let first = wants.len();
        wants.resize(first + n, Want::any(wide));
        for (value, found) in members.into_iter().zip(found) {
            let Occupancy { node, cluster, .. } = values[value];
            let want = Want::of(of, model, wide, Operand::Node { node, distance: 0 }, cluster);
            for color in found {
                let want = wants[first + color].clone().and(&want);
                wants[first + color] = want;
                colors[value].push(first + color);
            }
        }
    }
    (colors, wants)
}

struct Allocator<'m> {
    model: &'m Model,
    /// By file: the constraints of its registers, and the number of rotating registers in use.
    wants: Vec<Vec<Want>>,
    rotating: Vec<usize>,
    budget: &'m Budget,
}

/// The assigned registers, by file.
struct Given {
    /// The numbers of allocated static registers and rotating registers.
    taken: Vec<(usize, usize)>,
    /// The register index of each constraint.
    numbers: Vec<Vec<usize>>,
}

/// The reported lack of rotating registers is exact up to this bound.
const MAX_LACK: usize = 64;

impl<'m> Allocator<'m> {
    fn new(model: &'m Model, budget: &'m Budget) -> Self {
        let n_files = model.files.len();
        Self { model, wants: vec![Vec::new(); n_files], rotating: vec![0; n_files], budget }
    }

    /// A static register, with the index of its constraint in place of its own.
    fn still(&mut self, file: usize, want: Want) -> Register {
        self.wants[file].push(want);
        Register { file, number: self.wants[file].len() - 1, rotating: false }
    }

    /// Decides the sharing of a file by results. Registers that satisfy only some of them are assigned here.
    fn share(
        &mut self,
        of: &LoopBody,
        file: usize,
        values: &[Occupancy],
        plan: &Plan,
        copies: i64,
    ) -> Result<Shared, NoRegisters> {
        let of_file = &self.model.files[file];
        if of_file.rotating > 0 {
            let (places, size) = self.rotating(file, values, plan.ii)?;
            return Ok(Shared::Places(places, size));
        }
        // If too many results are live, no sharing is needed for the report.
        let size = of_file.size;
        let needed = Sharing::most_live(values, plan.ii);
        if needed > size {
            return Err(NoRegisters::Short(Short { file, rotating: false, needed, size }));
        }
        let (colors, mut wants) = colored(of, self.model, file, values, plan, copies, self.budget);
        let first = crossed(of, values, &colors);
        let needed = first.iter().map(|&color| wants[color].width).sum();
        if needed > of_file.crossed {
            let why = Declined::Registers { file: of_file.name.clone(), needed, size: of_file.crossed };
            return Err(NoRegisters::Declined(why));
        }
        let mut known = BTreeMap::new();
        for color in first {
            wants[color] = wants[color].clone().among_first(of_file.crossed);
            known.insert(color, self.still(file, wants[color].clone()));
        }
        Ok(Shared::Colors { colors, wants, known })
    }

    /// The offsets of results among rotating registers.
    fn rotating(&mut self, file: usize, values: &[Occupancy], ii: i64) -> Result<(Vec<i64>, usize), NoRegisters> {
        let size = self.model.files[file].rotating;
        let short = |needed: usize| NoRegisters::Short(Short { file, rotating: true, needed, size });
        let least = Sharing::most_live(values, ii);
        if least > size {
            return Err(short(least));
        }
        let sharing = Sharing::new(values, ii, self.budget);
        match sharing.places(size) {
            Some((places, needed)) => {
                self.rotating[file] = needed;
                Ok((places, needed))
            }
            None => {
                let needed = sharing.places(size + MAX_LACK).map_or(size + MAX_LACK, |(_, needed)| needed);
                Err(short(needed))
            }
        }
    }

    fn finish(self) -> Result<Given, NoRegisters> {
        let mut all = Given { taken: Vec::new(), numbers: Vec::new() };
        for (file, wants) in self.wants.iter().enumerate() {
            let of = &self.model.files[file];
            let (needed, size) = (wants.iter().map(|want| want.width).sum::<usize>(), of.size - of.rotating);
            let given = if needed > size { None } else { give_out(self.model, file, wants) };
            let Some(given) = given else {
                // There may be enough registers, but not enough that satisfy the constraints.
                let needed = needed.max(size + 1);
                return Err(NoRegisters::Short(Short { file, rotating: false, needed, size }));
            };
            all.taken.push((needed, self.rotating[file]));
            all.numbers.push(given);
        }
        Ok(all)
    }
}
