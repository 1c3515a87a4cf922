//! Names of analysed items, and the causes of their divergence, in words.
//!
//! The reason for an item is its cause and the reasons for the items in that, transitively down to inherently divergent
//! sources. Items without an operation, such as the iteration of a loop, have the location of the item that they
//! explain.

use rmlir::analysis::uniformity::from_ir::{Origin, Place};
use rmlir::analysis::uniformity::{Cause, FunctionFlow, ItemId, Uniformity};
use rmlir::prelude::*;
use rmlir::text::print::{PrintOptions, ValueNames};

/// One step of a reason.
pub struct Link {
    /// The divergent item, and its cause.
    pub words: String,
    /// Its location.
    pub loc: Loc,
}

/// The names of one function.
pub struct Words<'a> {
    function: OpRef<'a>,
    flow: &'a FunctionFlow<'a>,
    result: &'a Uniformity,
    names: ValueNames,
}

impl<'a> Words<'a> {
    /// The names of `function`, which was analysed.
    pub fn new(function: OpRef<'a>, flow: &'a FunctionFlow<'a>, result: &'a Uniformity) -> Self {
        Self { function, flow, result, names: ValueNames::new(function, &PrintOptions::default()) }
    }

    /// The name of a value.
    pub fn value(&mut self, value: Value) -> String {
        self.names.get(ValueRef::new(self.flow.body, value))
    }

    /// The name of a block of the flow.
    pub fn place(&self, block: u32) -> String {
        let body = self.flow.body;
        let name = |op| OpRef::new(body, op).name_str();
        match self.flow.places[block as usize] {
            Place::Block(block) => {
                let region = body.region_of(block).expect("a block of a function is in a region");
                let number = body.blocks(region).position(|other| other == block).unwrap_or(0);
                let owner = body.region_owner(region);
                match owner == self.function.id {
                    true => format!("^bb{number}"),
                    false => format!("{}:^bb{number}", name(owner)),
                }
            }
            Place::Header(op) => format!("{}:header", name(op)),
            Place::After(op) => format!("{}:after", name(op)),
        }
    }

    /// A cycle, by its blocks.
    pub fn cycle(&self, cycle: u32) -> String {
        self.result.cycles().show(cycle, &|block| self.place(block))
    }

    /// The name of an item.
    pub fn item(&mut self, item: ItemId) -> String {
        match self.flow.origins[item as usize] {
            Origin::Value(value) => self.value(value),
            Origin::Op(op) => format!("'{}'", OpRef::new(self.flow.body, op).name_str()),
            Origin::Hidden => "the iteration".to_owned(),
        }
    }

    /// The chain of causes of an item's divergence; empty if it is uniform.
    pub fn chain(&mut self, item: ItemId) -> Vec<Link> {
        let mut loc = self.function.loc();
        let mut found = Vec::new();
        for (item, cause) in self.result.explain(&self.flow.flow, item) {
            loc = self.loc(item).unwrap_or(loc);
            found.push(Link { words: self.cause(item, cause), loc });
        }
        found
    }

    /// The cause of an item's divergence, in words.
    fn cause(&mut self, item: ItemId, cause: Cause) -> String {
        let name = self.item(item);
        match cause {
            Cause::Source => format!("{name} is each thread's own"),
            Cause::Input(input) => format!("{name} takes {}", self.item(input)),
            Cause::Join { branch } => {
                format!("{name} depends on the way taken after the divergent branch in {}", self.place(branch))
            }
            Cause::Cycle { branch, .. } => format!(
                "{name} differs between iterations of a cycle that threads enter in different places after the \
                 divergent branch in {}",
                self.place(branch)
            ),
            Cause::Temporal { value, branch, .. } => {
                let value = self.item(value);
                let branch = self.place(branch);
                format!("{name} reads {value} after threads left a cycle at different times by the branch in {branch}")
            }
        }
    }

    /// The location of an item, unless it has no operation.
    fn loc(&self, item: ItemId) -> Option<Loc> {
        let body = self.flow.body;
        match self.flow.origins[item as usize] {
            Origin::Value(value) => Some(ValueRef::new(body, value).loc()),
            Origin::Op(op) => Some(OpRef::new(body, op).loc()),
            Origin::Hidden => None,
        }
    }
}
