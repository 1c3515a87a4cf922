//! The printer, from IR to text.
//!
//! Steps: 1. `names` numbers and names every value and block in the operation, before any output; 2. `alias` walks the
//! IR to print and collects the definitions at the top or at the end (`#map`, `#loc1`); the walk is skipped if nothing
//! in the context could have an alias; 3. `printer` prints: `ops`, `blocks` and `users` the operations, `types`,
//! `attrs`, `dense` and `locs` their components, `resources` the section at the end of the file.
//!
//! The output is one `String`, or is flushed whenever it is long and a line is complete; functions of a large module
//! are printed in parallel, see `functions`. Nesting of regions, types, attributes and locations is limited by memory
//! and not by the stack: see `stack`.

mod alias;
mod apart;
mod attrs;
mod blocks;
mod dense;
mod elide;
mod float;
mod format_hook;
mod functions;
mod locs;
mod names;
mod op_info;
mod ops;
mod options;
mod places;
mod printer;
mod resources;
mod text;
mod types;
mod used_keys;
mod users;

use rmlir_core::{Attr, Context, Loc, OpRef, Type};

use self::elide::Elide;
pub use self::options::{ExternalResources, ExternalValue, PrintOptions};
pub use self::places::{OpPlace, ValueNames, print_with_places};
use self::printer::Printer;
pub use self::text::is_bare_identifier;

/// The text of `op`. A top-level operation (one without a block around it, unless printed in local scope) includes its
/// aliases and a final newline, any other one has neither.
///
/// ```
/// use rmlir_core::{Body, Context, Loc, OpRef};
/// use rmlir_text::print::{PrintOptions, print};
///
/// let cx = Context::new(Default::default());
/// let body = Body::new(&cx, cx.op_name("toy.empty"), Loc::UNKNOWN, 0);
/// assert_eq!(print(OpRef::root(&body), &PrintOptions::default()), "\"toy.empty\"() : () -> ()\n");
/// ```
pub fn print(op: OpRef, options: &PrintOptions) -> String {
    let mut out = String::new();
    Printer::with(op.cx(), options, &mut out, |printer| printer.outermost(op));
    out
}

/// As [`print()`], in chunks: the whole text is never in memory.
pub fn print_in_pieces(op: OpRef, options: &PrintOptions, write: &mut (dyn FnMut(&str) + Send)) {
    let mut rest = String::new();
    Printer::with(op.cx(), options, &mut rest, |printer| {
        printer.sink = Some(&mut *write);
        printer.outermost(op);
        printer.sink = None;
    });
    write(&rest);
}

/// The text of a type.
pub fn print_type(cx: &Context, ty: Type) -> String {
    alone(cx, |printer| printer.write_type(ty))
}

/// The text of an attribute, with its type.
///
/// ```
/// use rmlir_core::DialectRegistry;
/// use rmlir_text::print::print_attr;
/// let cx = rmlir_text::context(DialectRegistry::default());
/// assert_eq!(print_attr(&cx, cx.i64_array(&[1, 2])), "array<i64: 1, 2>");
/// ```
pub fn print_attr(cx: &Context, attr: Attr) -> String {
    alone(cx, |printer| printer.write_attr(attr, Elide::Never))
}

/// The text of an attribute without its type.
pub fn print_attr_without_type(cx: &Context, attr: Attr) -> String {
    alone(cx, |printer| printer.write_attr(attr, Elide::Must))
}

/// The text of a location: `loc(..)`.
pub fn print_loc(cx: &Context, loc: Loc) -> String {
    alone(cx, |printer| printer.write_location(loc))
}

fn alone(cx: &Context, write: impl FnOnce(&mut Printer)) -> String {
    let mut out = String::new();
    Printer::with(cx, &PrintOptions::default(), &mut out, write);
    out
}
