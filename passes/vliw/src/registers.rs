//! Which register holds a result of which iteration.
//!
//! Without rotation the kernel stands in the code several times, so that no register is written while what it holds is
//! still read (modulo variable expansion: Lam, PLDI 1988): results of iterations a multiple of the copies apart share a
//! register. Then lifetimes are arcs of a circle of all copies of the kernel, and what does not overlap may share a register
//! (Rau, Lee, Tirumalai, Schlansker, PLDI 1992). Loop-carried variables have registers of their own, since they live
//! before and after the loop. With rotation a register has another name in each interval, so that one kernel does: a result
//! is written to a name and read from those behind it.
//!
//! Times are those of the whole loop: iteration `k` starts at `k * II`.

use num_integer::Integer;
use rmlir::prelude::*;
use rmlir_vliw::Model;

use crate::loop_body::{Declined, LoopBody};
use crate::plan::Plan;

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
    /// Written to this name.
    Rotating(Register),
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registers {
    homes: Vec<Option<Home>>,
    ii: i64,
    stages: Vec<i64>,
    /// How often the kernel stands in the code.
    pub copies: i64,
    /// Of each value from before the loop.
    pub invariants: Vec<Register>,
    /// How many intervals there are left, where that is known.
    pub counter: Option<Register>,
    /// For each file how many registers are taken that do not rotate, and how many that do.
    pub taken: Vec<(usize, usize)>,
}

impl Registers {
    /// Gives registers to everything that a loop computes or reads.
    pub fn of(body: &Body, of: &LoopBody, plan: &Plan, model: &Model) -> Result<Self, Declined> {
        let mut files = Vec::new();
        for node in &of.nodes {
            files.push(match node.result {
                Some(ty) => Some(file_for(body.cx(), model, ty)?),
                None => None,
            });
        }
        let lengths: Vec<i64> = (0..of.nodes.len()).map(|node| length(of, plan, model, node)).collect();
        let turns = |node: usize| Integer::div_ceil(&lengths[node], &plan.ii).max(1);
        let still = |node: usize| files[node].filter(|&file| model.files[file].rotating == 0);
        let is_carried = |node: usize| of.carried.iter().any(|carried| carried.node == node);
        let copies = (0..of.nodes.len()).filter(|&node| still(node).is_some()).map(turns).max().unwrap_or(1);

        let mut allocator = Allocator::new(model);
        let mut homes: Vec<Option<Home>> = vec![None; of.nodes.len()];
        for (node, home) in homes.iter_mut().enumerate() {
            let Some(file) = files[node] else { continue };
            if still(node).is_none() {
                let (before, names) = names(of, plan, node);
                let mut first = allocator.rotating(file, before + names);
                first.number += before;
                *home = Some(Home::Rotating(first));
            } else if is_carried(node) {
                // Iterations take the registers by turns in every copy alike.
                let n = (turns(node)..=copies).find(|n| copies % n == 0).expect("a number divides itself");
                *home = Some(Home::Turns(allocator.still(file, n as usize)));
            }
        }
        let mut invariants = Vec::new();
        for &value in &of.invariants {
            invariants.push(allocator.still(file_for(body.cx(), model, body.ty(value))?, 1)[0]);
        }
        let counter = match of.goes_on {
            Some(_) => None,
            None => Some(allocator.still(file_for(body.cx(), model, Type::INDEX)?, 1)[0]),
        };
        let circle = Circle { length: copies * plan.ii, ii: plan.ii, copies };
        // Code names a register with the type that it holds: results of different types do not share one.
        let mut left: Vec<usize> =
            (0..of.nodes.len()).filter(|&node| still(node).is_some() && !is_carried(node)).collect();
        while let Some(&first) = left.first() {
            let ty = of.nodes[first].result;
            let (nodes, others): (Vec<usize>, Vec<usize>) = left.iter().partition(|&&node| of.nodes[node].result == ty);
            let file = still(first).expect("nodes with results have a file");
            let colors = circle.colors(&nodes, |node| (plan.start[node], lengths[node]));
            let registers = allocator.still(file, colors.iter().flatten().max().map_or(0, |most| most + 1));
            for (&node, colors) in nodes.iter().zip(&colors) {
                homes[node] = Some(Home::Turns(colors.iter().map(|&color| registers[color]).collect()));
            }
            left = others;
        }
        let taken = allocator.finish()?;
        let stages = (0..of.nodes.len()).map(|node| plan.stage(node)).collect();
        Ok(Self { homes, ii: plan.ii, stages, copies, invariants, counter, taken })
    }

    /// The register that holds the result of `node` of iteration `iteration`, which may be -1, as code names it in the
    /// interval of `time`.
    pub fn at(&self, node: usize, iteration: i64, time: i64) -> Register {
        match self.homes[node].as_ref().expect("what is read has a register") {
            Home::Turns(registers) => registers[iteration.rem_euclid(registers.len() as i64) as usize],
            Home::Rotating(name) => {
                let rotated = time.div_euclid(self.ii) - iteration - self.stages[node];
                Register { number: (name.number as i64 + rotated) as usize, ..*name }
            }
        }
    }

    /// Whether any register rotates.
    pub fn rotate(&self) -> bool {
        self.taken.iter().any(|&(_, rotating)| rotating > 0)
    }
}

/// All copies of a kernel, whose end is its begin.
struct Circle {
    length: i64,
    ii: i64,
    copies: i64,
}

impl Circle {
    /// For each node a color for each of its arcs, one a copy, so that arcs of one color do not overlap. Arcs are colored in
    /// the order in which they begin, each with the color that was free for the shortest time.
    fn colors(&self, nodes: &[usize], arc: impl Fn(usize) -> (i64, i64)) -> Vec<Vec<usize>> {
        let mut arcs = Vec::new();
        for (place, &node) in nodes.iter().enumerate() {
            let (start, length) = arc(node);
            arcs.extend(
                (0..self.copies).map(|copy| ((start + copy * self.ii).rem_euclid(self.length), length, place, copy)),
            );
        }
        arcs.sort_unstable();
        let mut colors = vec![vec![0; self.copies as usize]; nodes.len()];
        let mut busy: Vec<Vec<bool>> = Vec::new();
        for (start, length, place, copy) in arcs {
            let at = |offset: i64| (start + offset).rem_euclid(self.length) as usize;
            let is_free = |color: &usize| (0..length).all(|cycle| !busy[*color][at(cycle)]);
            let idle = |color: &usize| (1..self.length).take_while(|&before| !busy[*color][at(-before)]).count();
            let color = (0..busy.len()).filter(is_free).min_by_key(idle).unwrap_or(busy.len());
            if color == busy.len() {
                busy.push(vec![false; self.length as usize]);
            }
            (0..length).for_each(|cycle| busy[color][at(cycle)] = true);
            colors[place][copy as usize] = color;
        }
        colors
    }
}

/// From the start of a node until its result is read last, or is there.
fn length(of: &LoopBody, plan: &Plan, model: &Model, node: usize) -> i64 {
    let reads = of.readers(node).map(|(reader, distance)| plan.start[reader] + i64::from(distance) * plan.ii);
    let lands = plan.start[node] + model.classes[of.nodes[node].class].latency;
    reads.chain([lands]).max().unwrap_or(lands) - plan.start[node]
}

/// How many names before the one that is written, and from that on, hold a result of `node`.
fn names(of: &LoopBody, plan: &Plan, node: usize) -> (usize, usize) {
    let stage = plan.stage(node);
    let reads = of.readers(node).map(|(reader, distance)| plan.stage(reader) + i64::from(distance) - stage);
    let carried = of.carried.iter().any(|carried| carried.node == node);
    // What it starts with stands there from the first interval on; what it is at the end stays to the last one.
    let (before, last) = if carried { ((stage - 1).max(0), plan.stages - stage) } else { (0, 0) };
    let last = reads.chain([last, i64::from(carried)]).max().unwrap_or(0);
    (before as usize, last as usize + 1)
}

fn file_for(cx: &Context, model: &Model, ty: Type) -> Result<usize, Declined> {
    model.file_for(ty).ok_or_else(|| Declined::NoFile(cx.show_type(ty).to_string()))
}

struct Allocator<'m> {
    model: &'m Model,
    taken: Vec<(usize, usize)>,
}

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

    /// The first of `n` that do.
    fn rotating(&mut self, file: usize, n: usize) -> Register {
        let number = self.taken[file].1;
        self.taken[file].1 += n;
        Register { file, number, rotating: true }
    }

    fn finish(self) -> Result<Vec<(usize, usize)>, Declined> {
        for (file, &(still, rotating)) in self.model.files.iter().zip(&self.taken) {
            let name = &file.name;
            if still > file.size - file.rotating {
                let (needed, size) = (still, file.size - file.rotating);
                return Err(Declined::Registers { file: name.clone(), needed, size });
            }
            if rotating > file.rotating {
                let (needed, size) = (rotating, file.rotating);
                return Err(Declined::Registers { file: name.clone(), needed, size });
            }
        }
        Ok(self.taken)
    }
}
