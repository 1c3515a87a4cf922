//! The mapping from IR to its text: the position of each operation, and the names of values.

use rmlir_core::{OpId, OpRef, ValueRef};

use super::PrintOptions;
use super::names::{Names, number};
use super::op_info::OpInfos;
use super::printer::Printer;

/// The position of an operation in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpPlace {
    /// The id of the operation's body.
    pub body: u32,
    /// The operation; of an isolated one the proxy, except for the outermost.
    pub op: OpId,
    /// The line, counted from 1.
    pub line: u32,
    /// The indentation of the line.
    pub col: u32,
}

/// As [`super::print`], with the position of every operation that is printed on its own line, in order.
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

/// The names of values in the text of an operation.
pub struct ValueNames(Names);

impl ValueNames {
    /// The names of the values in `op`.
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
