//! Whether there are rows for the remaining operations, each in its window: a bipartite matching of operations and free
//! rows.

use crate::graph::Graph;
use crate::machine::Machine;
use crate::place::table::Table;

/// The limit of operations of one kind: the check of more takes too long.
const MAX_OPERATIONS: usize = 96;

/// Units for which the check is exact: all operations that use them do so for one cycle and use nothing else.
pub struct Room {
    /// The unit of each class that uses one of them.
    unit_of: Vec<Option<usize>>,
    n_units: usize,
}

impl Room {
    /// The exact units of a machine.
    pub fn of(machine: &Machine) -> Self {
        let only = |class: &crate::machine::Class| match class.alternatives.as_slice() {
            [way] => match way.usages.as_slice() {
                [usage] if usage.cycles == 1 && usage.offset == 0 => Some(usage.unit),
                _ => None,
            },
            _ => None,
        };
        Self { unit_of: machine.classes.iter().map(only).collect(), n_units: machine.units.len() }
    }

    /// Returns an operation of `open` for which there is no row.
    pub fn check(
        &self,
        graph: &Graph,
        table: &Table,
        ii: i64,
        open: &[usize],
        early: &[i64],
        late: &[i64],
    ) -> Result<(), usize> {
        for unit in 0..self.n_units {
            let is_here = |&&node: &&usize| {
                self.unit_of[graph.node(node).class] == Some(unit) && late[node] - early[node] + 1 < ii
            };
            let mut nodes: Vec<usize> = open.iter().filter(is_here).copied().collect();
            if nodes.len() < 2 || nodes.len() > MAX_OPERATIONS {
                continue;
            }
            nodes.sort_by_key(|&node| (late[node] - early[node], node));
            let free: Vec<usize> = (0..ii).map(|row| table.n_free(unit, row)).collect();
            let mut matching = Matching { ii, early, late, free: &free, held: vec![Vec::new(); ii as usize] };
            for node in nodes {
                let mut seen = vec![false; ii as usize];
                if !matching.seat(node, &mut seen) {
                    return Err(node);
                }
            }
        }
        Ok(())
    }
}

struct Matching<'a> {
    ii: i64,
    early: &'a [i64],
    late: &'a [i64],
    free: &'a [usize],
    held: Vec<Vec<usize>>,
}

impl Matching<'_> {
    /// Matches `node` with a row, along an augmenting path.
    fn seat(&mut self, node: usize, seen: &mut [bool]) -> bool {
        for time in self.early[node]..=self.late[node] {
            let row = time.rem_euclid(self.ii) as usize;
            if std::mem::replace(&mut seen[row], true) || self.free[row] == 0 {
                continue;
            }
            if self.held[row].len() < self.free[row] {
                self.held[row].push(node);
                return true;
            }
            for place in 0..self.held[row].len() {
                let other = self.held[row][place];
                if self.seat(other, seen) {
                    self.held[row][place] = node;
                    return true;
                }
            }
        }
        false
    }
}
