//! Syntax that several operations share: bodies.

use rmlir::prelude::*;

/// Prints a region without its arguments, which are printed elsewhere.
pub(crate) fn print_body(printer: &mut dyn AsmPrinter, region: RegionRef, terminators: bool) {
    printer.region(region, RegionPrint { entry_args: false, terminators, empty_block: false });
}
