//! What operations run on.

/// Identical units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// For people.
    pub name: String,
    /// How many there are.
    pub count: u32,
}

/// One unit of a kind is taken for some cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The kind of unit.
    pub unit: usize,
    /// The first cycle, counted from the start of the operation.
    pub offset: u32,
    /// How many cycles: 1 on a pipelined unit.
    pub cycles: u32,
}

/// A reservation table: one way to run an operation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// All of them are taken; none for an operation that takes nothing.
    pub usages: Vec<Usage>,
}

/// Operations that run alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// For people.
    pub name: String,
    /// The ways to run one, best first.
    pub alternatives: Vec<Alternative>,
}

/// A machine. Units and classes are known by their numbers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Machine {
    /// For people.
    pub name: String,
    /// The kinds of units.
    pub units: Vec<Unit>,
    /// The classes of operations.
    pub classes: Vec<Class>,
    /// No loop has a smaller II, because of how it branches.
    pub min_ii: i64,
}

impl Machine {
    /// A machine without units.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), units: Vec::new(), classes: Vec::new(), min_ii: 1 }
    }

    /// Adds a kind of unit; its number.
    pub fn add_unit(&mut self, name: impl Into<String>, count: u32) -> usize {
        self.units.push(Unit { name: name.into(), count });
        self.units.len() - 1
    }

    /// Adds a class that takes one of `unit` for `cycles` cycles, or nothing; its number.
    pub fn add_class(&mut self, name: impl Into<String>, unit: Option<(usize, u32)>) -> usize {
        let usages = unit.into_iter().map(|(unit, cycles)| Usage { unit, offset: 0, cycles }).collect();
        self.add_class_with(name, vec![Alternative { usages }])
    }

    /// Adds a class with several ways to run; its number.
    pub fn add_class_with(&mut self, name: impl Into<String>, alternatives: Vec<Alternative>) -> usize {
        self.classes.push(Class { name: name.into(), alternatives });
        self.classes.len() - 1
    }

    /// Whether an alternative asks for units that are there.
    pub(crate) fn has_units(&self, alternative: &Alternative) -> bool {
        alternative.usages.iter().all(|usage| self.units[usage.unit].count > 0)
    }
}
