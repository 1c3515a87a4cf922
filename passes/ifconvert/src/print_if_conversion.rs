//! `print-if-conversion`: the results of the stages, as tables or graphs.

use std::fmt::Write;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use crate::explain::Explained;
use crate::graph::linear::Coding;
use crate::if_convert::regions;
use crate::region::level::Shape;

/// Print the stages of if-conversion: control dependence, predicates, code.
///
/// The IR is not changed. There is a table for each region with several blocks and one for each of its cycles, with the
/// columns of the paper: immediate post-dominators, CD, R, K and augmented K.
#[pass(name = "print-if-conversion", anchor = "func.func")]
pub struct PrintIfConversion {
    /// How predicates become 0 that no definition sets
    #[option(default = "clears")]
    coding: Coding,
    /// Print graphs for Graphviz
    dot: bool,
    /// Print graphs as drawings, an SVG each
    svg: bool,
}

impl Pass for PrintIfConversion {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut text = String::new();
        for region in regions(cx.body(), false) {
            match Shape::new(cx.body(), region) {
                Ok(shape) => {
                    for level in Explained::of_region(cx.body(), &shape, self.coding) {
                        text.push_str(&match (self.svg, self.dot) {
                            (true, _) => level.svg(),
                            (false, true) => level.dot(),
                            (false, false) => level.table(),
                        });
                    }
                }
                Err(reason) => _ = writeln!(text, "not converted: {reason}"),
            }
        }
        cx.emit_text(text);
        Ok(())
    }
}
