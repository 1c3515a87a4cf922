//! The modulo reservation table: what runs on which unit in which row. What takes a unit at a cycle takes it every II
//! cycles.

use crate::machine::{Alternative, Machine, Usage};

/// One unit taken for an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken {
    unit: usize,
    instance: usize,
    row: usize,
    cycles: usize,
}

/// How an operation runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// The number of the alternative.
    pub alternative: usize,
    /// The instance of the unit for each of its usages.
    pub instances: Vec<usize>,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Table<'m> {
    machine: &'m Machine,
    ii: i64,
    /// Who is there, by unit, instance and row.
    rows: Vec<Vec<Vec<Option<usize>>>>,
    /// What each operation takes.
    taken: Vec<Vec<Taken>>,
    bindings: Vec<Binding>,
}

impl<'m> Table<'m> {
    /// A table without operations, for numbers of operations below `n_nodes`.
    pub fn new(machine: &'m Machine, ii: i64, n_nodes: usize) -> Self {
        let n_rows = usize::try_from(ii).expect("an initiation interval is positive");
        let unit = |unit: &crate::machine::Unit| vec![vec![None; n_rows]; unit.count as usize];
        Self {
            machine,
            ii,
            rows: machine.units.iter().map(unit).collect(),
            taken: vec![Vec::new(); n_nodes],
            bindings: vec![Binding::default(); n_nodes],
        }
    }

    /// How many rows it has.
    pub fn ii(&self) -> i64 {
        self.ii
    }

    fn row(&self, time: i64, offset: u32) -> usize {
        (time + i64::from(offset)).rem_euclid(self.ii) as usize
    }

    fn is_free(&self, taken: &Taken) -> bool {
        let rows = &self.rows[taken.unit][taken.instance];
        (0..taken.cycles).all(|cycle| rows[(taken.row + cycle) % rows.len()].is_none())
    }

    /// What `usage` takes on `instance` when the operation starts at `time`; `None` if it takes longer than II.
    fn takes(&self, usage: &Usage, instance: usize, time: i64) -> Option<Taken> {
        let fits = i64::from(usage.cycles) <= self.ii;
        let row = self.row(time, usage.offset);
        fits.then_some(Taken { unit: usage.unit, instance, row, cycles: usage.cycles as usize })
    }

    fn mark(&mut self, taken: Taken, who: Option<usize>) {
        let rows = &mut self.rows[taken.unit][taken.instance];
        let n_rows = rows.len();
        (0..taken.cycles).for_each(|cycle| rows[(taken.row + cycle) % n_rows] = who);
    }

    /// Runs `node` of `class` from `time` on, if there are units.
    pub fn place(&mut self, node: usize, class: usize, time: i64) -> bool {
        let machine = self.machine;
        machine.classes[class].alternatives.iter().enumerate().any(|(number, alternative)| {
            let found = self.place_as(node, alternative, time);
            if found {
                self.bindings[node].alternative = number;
            }
            found
        })
    }

    fn place_as(&mut self, node: usize, alternative: &Alternative, time: i64) -> bool {
        for usage in &alternative.usages {
            let n_instances = self.rows[usage.unit].len();
            let free = (0..n_instances)
                .find_map(|instance| self.takes(usage, instance, time).filter(|taken| self.is_free(taken)));
            let Some(taken) = free else {
                self.remove(node);
                return false;
            };
            self.mark(taken, Some(node));
            self.taken[node].push(taken);
        }
        self.bindings[node].instances = self.taken[node].iter().map(|taken| taken.instance).collect();
        true
    }

    /// Whether units are free for an operation of `class` at `time`: so for each of its usages by itself.
    pub fn has_room(&self, class: usize, time: i64) -> bool {
        let free = |usage: &Usage| {
            let mut instances = 0..self.rows[usage.unit].len();
            instances.any(|instance| self.takes(usage, instance, time).is_some_and(|taken| self.is_free(&taken)))
        };
        self.machine.classes[class].alternatives.iter().any(|way| way.usages.iter().all(free))
    }

    /// All ways for `node` of `class` to run from `time` on. Of instances that are taken alike the first one stands for
    /// the others.
    pub fn ways(&mut self, node: usize, class: usize, time: i64) -> Vec<Binding> {
        let machine = self.machine;
        let mut found = Vec::new();
        for (number, way) in machine.classes[class].alternatives.iter().enumerate() {
            self.bindings[node].alternative = number;
            self.add_ways(node, &way.usages, time, &mut found);
        }
        found
    }

    fn add_ways(&mut self, node: usize, usages: &[Usage], time: i64, found: &mut Vec<Binding>) {
        let Some((usage, rest)) = usages.split_first() else {
            let instances = self.taken[node].iter().map(|taken| taken.instance).collect();
            found.push(Binding { alternative: self.bindings[node].alternative, instances });
            return;
        };
        for instance in 0..self.rows[usage.unit].len() {
            let Some(taken) = self.takes(usage, instance, time).filter(|taken| self.is_free(taken)) else { continue };
            let is_known = (0..instance).any(|before| self.are_alike(usage.unit, before, instance));
            if is_known {
                continue;
            }
            self.mark(taken, Some(node));
            self.taken[node].push(taken);
            self.add_ways(node, rest, time, found);
            self.taken[node].pop();
            self.mark(taken, None);
        }
    }

    fn are_alike(&self, unit: usize, a: usize, b: usize) -> bool {
        let is_taken = |instance: usize| self.rows[unit][instance].iter().map(Option::is_some);
        is_taken(a).eq(is_taken(b))
    }

    /// Runs `node` of `class` from `time` on in one of its [`Self::ways`].
    pub fn place_by(&mut self, node: usize, class: usize, time: i64, way: &Binding) {
        let usages = &self.machine.classes[class].alternatives[way.alternative].usages;
        for (usage, &instance) in usages.iter().zip(&way.instances) {
            let Some(taken) = self.takes(usage, instance, time) else { continue };
            self.mark(taken, Some(node));
            self.taken[node].push(taken);
        }
        self.bindings[node].clone_from(way);
    }

    /// How many instances of `unit` are free in the row of `time`.
    pub fn n_free(&self, unit: usize, time: i64) -> usize {
        let row = self.row(time, 0);
        self.rows[unit].iter().filter(|rows| rows[row].is_none()).count()
    }

    /// Takes `node` out.
    pub fn remove(&mut self, node: usize) {
        for taken in std::mem::take(&mut self.taken[node]) {
            self.mark(taken, None);
        }
    }

    /// How `node` runs, once it is placed.
    pub fn binding(&self, node: usize) -> &Binding {
        &self.bindings[node]
    }

    /// Who is in the way of `node` starting at `time`, in the way of running it that is least so; `None` if it can
    /// never run at this II.
    pub fn in_the_way(&self, class: usize, time: i64) -> Option<Vec<usize>> {
        let alternatives = &self.machine.classes[class].alternatives;
        let blockers = alternatives.iter().filter_map(|alternative| self.blockers(alternative, time));
        blockers.min_by_key(Vec::len)
    }

    fn blockers(&self, alternative: &Alternative, time: i64) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        // Usages of one operation that clash with each other cannot be told here: callers bound their tries.
        for usage in &alternative.usages {
            let on = |instance| {
                let taken = self.takes(usage, instance, time)?;
                let rows = &self.rows[taken.unit][taken.instance];
                let mut found: Vec<usize> =
                    (0..taken.cycles).filter_map(|cycle| rows[(taken.row + cycle) % rows.len()]).collect();
                found.sort_unstable();
                found.dedup();
                Some(found)
            };
            let best = (0..self.rows[usage.unit].len()).filter_map(on).min_by_key(Vec::len)?;
            all.extend(best);
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }
}
