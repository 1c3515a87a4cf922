//! A machine as plain data, read from its description.

use rmlir::prelude::*;

use crate::{ClassOp, Crossing, MachineOp, RegistersOp, Timing, UnitOp, UseAttr};

/// Identical units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The name of the units.
    pub name: String,
    /// The number of units.
    pub count: usize,
    /// The cluster of the units.
    pub cluster: Option<usize>,
    /// The direction of the paths, if the units are paths between clusters.
    pub crosses: Option<Crossing>,
}

/// A register file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The name of the file.
    pub name: String,
    /// The number of registers.
    pub size: usize,
    /// The number of rotating registers.
    pub rotating: usize,
    /// The cluster of the file.
    pub cluster: Option<usize>,
    /// The number of registers, from the first one on, that may hold values that are written
    /// in several clusters at a time.
    pub crossed: usize,
    /// The types of the values; `None` for all.
    pub holds: Option<Vec<Type>>,
    /// The types of values that occupy two registers, the first one with an even number.
    pub pairs: Vec<Type>,
}

impl File {
    /// The number of registers that a value of a type occupies: 1, or 2 from an even number on.
    pub fn width(&self, ty: Type) -> usize {
        if self.pairs.contains(&ty) { 2 } else { 1 }
    }
}

/// The reservation of a unit for some cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The index of the units in [`Model::units`].
    pub unit: usize,
    /// The first cycle, relative to the issue of the operation.
    pub offset: u32,
    /// The number of cycles.
    pub cycles: u32,
}

/// A class of operations with the same timing and resources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The name of the class.
    pub name: String,
    /// The latency of results, in cycles.
    pub latency: i64,
    /// The names of its operations.
    pub runs: Vec<String>,
    /// The types of its operations; `None` for all.
    pub of: Option<Vec<Type>>,
    /// The first and the last numbers of the register ranges that operands are read from; empty for all.
    pub within: Vec<(usize, usize)>,
    /// The reservation alternatives, in order of preference.
    pub ways: Vec<Vec<Usage>>,
}

impl Class {
    /// Whether an operand may be in the `width` registers from `number` on.
    pub fn reads_from(&self, number: usize, width: usize) -> bool {
        let is_inside = |&(first, last): &(usize, usize)| first <= number && number + width <= last + 1;
        self.within.is_empty() || self.within.iter().any(is_inside)
    }
}

/// A machine; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The name of the machine.
    pub name: String,
    /// The issue width: the maximum number of operations per cycle.
    pub issue: usize,
    /// The number of delay slots: bundles after a branch that are still executed.
    pub delay: usize,
    /// The minimum initiation interval of a loop.
    pub min_ii: i64,
    /// The time at which writes become visible.
    pub writes: Timing,
    /// The units, by kind.
    pub units: Vec<Unit>,
    /// The register files.
    pub files: Vec<File>,
    /// The classes of operations.
    pub classes: Vec<Class>,
}

impl Model {
    /// The model of `op`, a verified `vliw.machine`.
    pub fn of(op: OpRef) -> Model {
        let op = op.resolve();
        let mut model = Model {
            name: name(op),
            issue: op.get(MachineOp::issue) as usize,
            delay: op.get(MachineOp::delay) as usize,
            min_ii: op.get(MachineOp::min_ii),
            writes: op.get(MachineOp::writes),
            units: Vec::new(),
            files: Vec::new(),
            classes: Vec::new(),
        };
        let ops = || op.region(0).blocks().flat_map(|block| block.ops());
        for op in ops().filter(|op| op.is::<UnitOp>()) {
            let crosses = op.get(UnitOp::crosses);
            let cluster = count(op.get(UnitOp::cluster));
            model.units.push(Unit { name: name(op), count: op.get(UnitOp::count) as usize, cluster, crosses });
        }
        for op in ops().filter(|op| op.is::<RegistersOp>()) {
            let size = op.get(RegistersOp::size) as usize;
            let rotating = op.get(RegistersOp::rotating).unwrap_or(0) as usize;
            let cluster = count(op.get(RegistersOp::cluster));
            let crossed = count(op.get(RegistersOp::crossed)).unwrap_or(size);
            let holds = op.get(RegistersOp::holds);
            let pairs = op.get(RegistersOp::pairs).unwrap_or_default();
            model.files.push(File { name: name(op), size, rotating, cluster, crossed, holds, pairs });
        }
        for op in ops().filter(|op| op.is::<ClassOp>()) {
            let class = Class {
                name: name(op),
                latency: op.get(ClassOp::latency),
                runs: op.get(ClassOp::runs).into_iter().map(str::to_owned).collect(),
                of: op.get(ClassOp::of),
                within: ranges(&op.get(ClassOp::within).unwrap_or_default()),
                ways: model.ways_of(op),
            };
            model.classes.push(class);
        }
        model
    }

    fn ways_of(&self, op: OpRef) -> Vec<Vec<Usage>> {
        let cx = op.cx();
        let usage = |attr: &Attr| {
            let usage = UseAttr::from_attr(cx, *attr)?;
            let unit = self.unit(usage.unit(cx))?;
            Some(Usage { unit, offset: usage.offset(cx) as u32, cycles: usage.cycles(cx) as u32 })
        };
        let ways = op.get(ClassOp::ways);
        ways.iter().map(|way| way.as_array(cx).unwrap_or(&[]).iter().filter_map(usage).collect()).collect()
    }

    /// The index of the units called `name`.
    pub fn unit(&self, name: &str) -> Option<usize> {
        self.units.iter().position(|unit| unit.name == name)
    }

    /// The index of the register file called `name`.
    pub fn file(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|file| file.name == name)
    }

    /// The index of the class called `name`.
    pub fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }

    /// The number of clusters; 0 for a machine without clusters.
    pub fn n_clusters(&self) -> usize {
        let clusters = self.units.iter().map(|unit| unit.cluster).chain(self.files.iter().map(|file| file.cluster));
        clusters.flatten().map(|cluster| cluster + 1).max().unwrap_or(0)
    }

    /// The index of the register file for values of type `ty` in a cluster, or in any.
    pub fn file_for(&self, ty: Type, cluster: Option<usize>) -> Option<usize> {
        self.files.iter().position(|file| {
            let is_here = file.cluster.is_none() || cluster.is_none() || file.cluster == cluster;
            is_here && file.holds.as_ref().is_none_or(|types| types.contains(&ty))
        })
    }

    /// The cluster of an operation that reserves these units; `None` if they are in no cluster.
    pub fn cluster_of(&self, way: &[Usage]) -> Option<usize> {
        way.iter().find_map(|usage| self.units[usage.unit].cluster)
    }

    /// The reservation alternatives of a class in a cluster, or in any: with paths in one direction, or without paths.
    pub fn ways(&self, class: usize, cluster: Option<usize>, crossing: Option<Crossing>) -> Vec<usize> {
        let is_one = |way: &[Usage]| {
            let of = self.cluster_of(way);
            let takes = |it| self.n_paths(way, it) > 0;
            let is_here = of.is_none() || cluster.is_none() || of == cluster;
            is_here && [Crossing::Reads, Crossing::Writes].iter().all(|&it| takes(it) == (crossing == Some(it)))
        };
        let ways = &self.classes[class].ways;
        (0..ways.len()).filter(|&way| is_one(&ways[way])).collect()
    }

    /// The number of reserved paths in a direction.
    pub fn n_paths(&self, way: &[Usage], crossing: Crossing) -> usize {
        way.iter().filter(|usage| self.units[usage.unit].crosses == Some(crossing)).count()
    }

    /// The index of the class that executes operations called `name` of type `ty`.
    pub fn class_for(&self, name: &str, ty: Option<Type>) -> Option<usize> {
        self.classes.iter().position(|class| {
            let runs = class.runs.iter().any(|run| run == name || (run == "*" && !APART.contains(&name)));
            runs && class.of.as_ref().is_none_or(|types| ty.is_some_and(|ty| types.contains(&ty)))
        })
    }

    /// The index of the class of branches.
    pub fn branch_class(&self) -> Option<usize> {
        self.class_for(BRANCH, None)
    }

    /// The first index of each kind of unit among all units, and the total number of units.
    pub fn numbered_units(&self) -> (Vec<usize>, usize) {
        let mut first = Vec::with_capacity(self.units.len());
        let mut n = 0;
        for unit in &self.units {
            first.push(n);
            n += unit.count;
        }
        (first, n)
    }
}

/// The name of branches in classes.
pub const BRANCH: &str = crate::BranchOp::NAME;

/// The name of copies from another cluster in classes.
pub const CROSS: &str = "vliw.cross";

/// Operations that `"*"` does not match: a class has to list them.
const APART: [&str; 3] = [BRANCH, CROSS, crate::DismissibleLoadOp::NAME];

fn name(op: OpRef) -> String {
    op.symbol_name().map_or(String::new(), |name| name.str(op.cx()).to_owned())
}

fn count(number: Option<i64>) -> Option<usize> {
    usize::try_from(number?).ok()
}

fn ranges(ends: &[i64]) -> Vec<(usize, usize)> {
    let ends: Vec<usize> = ends.iter().filter_map(|&end| usize::try_from(end).ok()).collect();
    ends.chunks_exact(2).map(|ends| (ends[0], ends[1])).collect()
}
