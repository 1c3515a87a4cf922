//! What a text says about the IR it was made from: where each operation stands in it, and what values are called.

use rmlir_core::{OpId, OpRef, ValueRef};

use super::PrintOptions;
use super::names::{Names, number};
use super::op_info::OpInfos;
use super::printer::Printer;

/// Where an operation starts in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpPlace {
    /// The number of the operation's body.
    pub body: u32,
    /// The operation there; of an isolated one the proxy, but for the outermost.
    pub op: OpId,
    /// The line, from 1 on.
    pub line: u32,
    /// How far the line is indented.
    pub col: u32,
}

/// As [`super::print`], with the place of every operation that is printed as a line of its own, in order.
pub fn print_with_places(op: OpRef, options: &PrintOptions) -> (String, Vec<OpPlace>) {
    let mut out = String::new();
    let mut starts = Vec::new();
    Printer::with(op.cx(), options, &mut out, |printer| {
        printer.starts = Some(Vec::new());
        printer.outermost(op);
        starts = printer.starts.take().unwrap_or_default();
    });
    let mut line = 1;
    let mut counted = 0;
    let places = starts.into_iter().map(|start| {
        line += out[counted..start.offset].bytes().filter(|&byte| byte == b'\n').count() as u32;
        counted = start.offset;
        OpPlace { body: start.body, op: start.op, line, col: start.indentation as u32 }
    });
    let places = places.collect();
    (out, places)
}

/// Where an operation starts, as the printer notes it.
pub(super) struct Start {
    pub body: u32,
    pub op: OpId,
    pub offset: usize,
    pub indentation: usize,
}

/// The names that values have in the text of an operation.
pub struct ValueNames(Names);

impl ValueNames {
    /// Of the values under `op`.
    pub fn new(op: OpRef, options: &PrintOptions) -> Self {
        let mut names = Names::default();
        number(&mut names, &mut OpInfos::default(), op, options, options.generic, None);
        Self(names)
    }

    /// The name of `value`, such as `%0#1`.
    pub fn get(&mut self, value: ValueRef) -> String {
        let mut text = String::new();
        self.0.write_value(&mut text, value, true);
        text
    }
}
