//! The modulo reservation table: the operations on each unit in each row. A use of a unit in a cycle repeats every II
//! cycles.

use crate::machine::{Alternative, Machine, Usage};

/// The binding of an operation to an alternative and to instances of its units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// The index of the alternative.
    pub alternative: usize,
    /// The instance of the unit for each of its usages.
    pub instances: Vec<usize>,
}

/// The rows of one instance of a unit that an operation occupies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken {
    /// The first row of the instance.
    base: usize,
    row: usize,
    cycles: usize,
}

/// The mark of a free row.
const NOBODY: u32 = u32::MAX;

/// The modulo reservation table.
#[derive(Clone, Debug)]
pub struct Table<'m> {
    machine: &'m Machine,
    ii: i64,
    /// For each kind of unit the index of its first instance among all instances.
    first: Vec<usize>,
    /// The occupying operation, by instance and row.
    rows: Vec<u32>,
    /// The class and the start of each operation that is placed.
    placed: Vec<Option<(usize, i64)>>,
    bindings: Vec<Binding>,
}

impl<'m> Table<'m> {
    /// An empty table for operations with indices below `n_nodes`.
    pub fn new(machine: &'m Machine, ii: i64, n_nodes: usize) -> Self {
        let n_rows = usize::try_from(ii).expect("an initiation interval is positive");
        let mut n_instances = 0;
        let mut first = Vec::with_capacity(machine.units.len());
        for unit in &machine.units {
            first.push(n_instances);
            n_instances += unit.count as usize;
        }
        Self {
            machine,
            ii,
            first,
            rows: vec![NOBODY; n_instances * n_rows],
            placed: vec![None; n_nodes],
            bindings: vec![Binding::default(); n_nodes],
        }
    }

    /// The number of rows.
    pub fn ii(&self) -> i64 {
        self.ii
    }

    fn row(&self, time: i64, offset: u32) -> usize {
        (time + i64::from(offset)).rem_euclid(self.ii) as usize
    }

    fn instances(&self, unit: usize) -> std::ops::Range<usize> {
        0..self.machine.units[unit].count as usize
    }

    fn base(&self, unit: usize, instance: usize) -> usize {
        (self.first[unit] + instance) * self.ii as usize
    }

    /// The operations in the rows of `taken`.
    fn there(&self, taken: Taken) -> impl Iterator<Item = u32> {
        let rows = &self.rows[taken.base..taken.base + self.ii as usize];
        rows.iter().cycle().skip(taken.row).take(taken.cycles).copied()
    }

    fn is_free(&self, taken: Taken) -> bool {
        match taken.cycles {
            1 => self.rows[taken.base + taken.row] == NOBODY,
            _ => self.there(taken).all(|who| who == NOBODY),
        }
    }

    /// The rows that `usage` occupies on `instance` when the operation starts at `time`; `None` if it is longer than
    /// II.
    fn takes(&self, usage: &Usage, instance: usize, time: i64) -> Option<Taken> {
        let fits = i64::from(usage.cycles) <= self.ii;
        let (base, row) = (self.base(usage.unit, instance), self.row(time, usage.offset));
        fits.then_some(Taken { base, row, cycles: usage.cycles as usize })
    }

    fn mark(&mut self, taken: Taken, who: u32) {
        let n_rows = self.ii as usize;
        let rows = &mut self.rows[taken.base..taken.base + n_rows];
        // The rows past the last one wrap around once at most.
        let (end, round) = (taken.row + taken.cycles, (taken.row + taken.cycles).saturating_sub(n_rows));
        rows[taken.row..end.min(n_rows)].fill(who);
        rows[..round].fill(who);
    }

    /// The first instance that is free for `usage`, with the rows.
    fn first_free(&self, usage: &Usage, time: i64) -> Option<(usize, Taken)> {
        let zeroth = self.takes(usage, 0, time)?;
        let on = |instance: usize| Taken { base: zeroth.base + instance * self.ii as usize, ..zeroth };
        self.instances(usage.unit).map(|instance| (instance, on(instance))).find(|&(_, taken)| self.is_free(taken))
    }

    /// Places `node` of `class` at `time`. Returns whether units were free.
    pub fn place(&mut self, node: usize, class: usize, time: i64) -> bool {
        let n_ways = self.machine.classes[class].alternatives.len();
        (0..n_ways).any(|number| self.place_as(node, class, number, time))
    }

    fn place_as(&mut self, node: usize, class: usize, number: usize, time: i64) -> bool {
        let machine = self.machine;
        self.bindings[node].alternative = number;
        self.bindings[node].instances.clear();
        self.placed[node] = Some((class, time));
        for usage in &machine.classes[class].alternatives[number].usages {
            let Some((instance, taken)) = self.first_free(usage, time) else {
                self.remove(node);
                return false;
            };
            self.mark(taken, node as u32);
            self.bindings[node].instances.push(instance);
        }
        true
    }

    /// Whether a unit is free for each usage of `class` at `time` by itself, a necessary condition.
    pub fn has_room(&self, class: usize, time: i64) -> bool {
        let free = |usage: &Usage| self.first_free(usage, time).is_some();
        self.machine.classes[class].alternatives.iter().any(|way| way.usages.iter().all(free))
    }

    /// All bindings of `node` of `class` at `time`. Of instances with the same occupied rows only the first one is
    /// listed.
    pub fn ways(&mut self, node: usize, class: usize, time: i64) -> Vec<Binding> {
        let machine = self.machine;
        let mut found = Vec::new();
        for (alternative, way) in machine.classes[class].alternatives.iter().enumerate() {
            let mut part = Binding { alternative, instances: Vec::new() };
            self.add_ways(node, &way.usages, time, &mut part, &mut found);
        }
        found
    }

    fn add_ways(&mut self, node: usize, usages: &[Usage], time: i64, part: &mut Binding, found: &mut Vec<Binding>) {
        let Some((usage, rest)) = usages.split_first() else {
            found.push(part.clone());
            return;
        };
        for instance in self.instances(usage.unit) {
            let Some(taken) = self.takes(usage, instance, time).filter(|&taken| self.is_free(taken)) else { continue };
            let is_known = (0..instance).any(|before| self.are_alike(usage.unit, before, instance));
            if is_known {
                continue;
            }
            self.mark(taken, node as u32);
            part.instances.push(instance);
            self.add_ways(node, rest, time, part, found);
            part.instances.pop();
            self.mark(taken, NOBODY);
        }
    }

    fn are_alike(&self, unit: usize, a: usize, b: usize) -> bool {
        let is_taken = |instance: usize| {
            let base = self.base(unit, instance);
            self.rows[base..base + self.ii as usize].iter().map(|&who| who == NOBODY)
        };
        is_taken(a).eq(is_taken(b))
    }

    /// Places `node` of `class` at `time` with one of the bindings of [`Self::ways`].
    pub fn place_by(&mut self, node: usize, class: usize, time: i64, way: &Binding) {
        self.placed[node] = Some((class, time));
        self.bindings[node].clone_from(way);
        self.mark_all(node, node as u32);
    }

    /// Writes `who` to the rows of `node`.
    fn mark_all(&mut self, node: usize, who: u32) {
        let (machine, binding) = (self.machine, &self.bindings[node]);
        let Some((class, time)) = self.placed[node] else { return };
        // A usage without an instance occupies nothing.
        let usages = &machine.classes[class].alternatives[binding.alternative].usages[..binding.instances.len()];
        for (number, usage) in usages.iter().enumerate() {
            let instance = self.bindings[node].instances[number];
            if let Some(taken) = self.takes(usage, instance, time) {
                self.mark(taken, who);
            }
        }
    }

    /// The number of instances of `unit` that are free in the row of `time`.
    pub fn n_free(&self, unit: usize, time: i64) -> usize {
        let row = self.row(time, 0);
        self.instances(unit).filter(|&instance| self.rows[self.base(unit, instance) + row] == NOBODY).count()
    }

    /// Removes `node`.
    pub fn remove(&mut self, node: usize) {
        self.mark_all(node, NOBODY);
        self.placed[node] = None;
    }

    /// The binding of `node`, which is placed.
    pub fn binding(&self, node: usize) -> &Binding {
        &self.bindings[node]
    }

    /// The bindings of all operations, which are placed.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// As [`Self::bindings`], consuming the table.
    pub fn into_bindings(self) -> Vec<Binding> {
        self.bindings
    }

    /// The operations in conflict with a start at `time`, for the alternative with the fewest; `None` if no alternative
    /// fits in this II.
    pub fn in_the_way(&self, class: usize, time: i64) -> Option<Vec<usize>> {
        let alternatives = &self.machine.classes[class].alternatives;
        let blockers = alternatives.iter().filter_map(|alternative| self.blockers(alternative, time));
        blockers.min_by_key(Vec::len)
    }

    fn blockers(&self, alternative: &Alternative, time: i64) -> Option<Vec<usize>> {
        let mut all = Vec::new();
        // Usages of one operation that conflict with each other are not detected here: callers limit their attempts.
        for usage in &alternative.usages {
            let on = |instance| {
                let there = self.there(self.takes(usage, instance, time)?);
                let mut found: Vec<usize> = there.filter(|&who| who != NOBODY).map(|who| who as usize).collect();
                found.sort_unstable();
                found.dedup();
                Some(found)
            };
            let best = self.instances(usage.unit).filter_map(on).min_by_key(Vec::len)?;
            all.extend(best);
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }
}
