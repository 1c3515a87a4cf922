//! The machine model: units, reservation tables and classes of operations.

/// Identical units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The name, for reports.
    pub name: String,
    /// The number of instances.
    pub count: u32,
}

/// The use of one instance of a unit for some cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The index of the unit.
    pub unit: usize,
    /// The first cycle, relative to the start of the operation.
    pub offset: u32,
    /// The number of cycles: 1 on a pipelined unit.
    pub cycles: u32,
}

/// A reservation table: one alternative of executing an operation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The units that are used, all of them; empty for an operation that needs none.
    pub usages: Vec<Usage>,
}

/// A class of operations with the same reservation tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The name, for reports.
    pub name: String,
    /// The alternatives, best first.
    pub alternatives: Vec<Alternative>,
}

/// A machine. Units and classes are identified by index.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The name, for reports.
    pub name: String,
    /// The kinds of units.
    pub units: Vec<Unit>,
    /// The classes of operations.
    pub classes: Vec<Class>,
    /// A lower bound of the II of all loops, due to branches.
    pub min_ii: i64,
}

impl Machine {
    /// A machine without units.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), units: Vec::new(), classes: Vec::new(), min_ii: 1 }
    }

    /// Adds a kind of unit and returns its index.
    pub fn add_unit(&mut self, name: impl Into<String>, count: u32) -> usize {
        self.units.push(Unit { name: name.into(), count });
        self.units.len() - 1
    }

    /// Adds a class that uses one instance of `unit` for some cycles, or nothing, and returns its index.
    pub fn add_class(&mut self, name: impl Into<String>, unit: Option<(usize, u32)>) -> usize {
        let usages = unit.into_iter().map(|(unit, cycles)| Usage { unit, offset: 0, cycles }).collect();
        self.add_class_with(name, vec![Alternative { usages }])
    }

    /// Adds a class with several alternatives and returns its index.
    pub fn add_class_with(&mut self, name: impl Into<String>, alternatives: Vec<Alternative>) -> usize {
        self.classes.push(Class { name: name.into(), alternatives });
        self.classes.len() - 1
    }

    /// Whether the machine has the units of an alternative.
    pub(crate) fn has_units(&self, alternative: &Alternative) -> bool {
        alternative.usages.iter().all(|usage| self.units[usage.unit].count > 0)
    }
}
