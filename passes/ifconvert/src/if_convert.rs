//! The passes: one converts, one shows how.

use std::fmt::Write;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use crate::emit::convert_region;
use crate::explain::Explained;
use crate::level::{Declined, Shape};
use crate::linear::Coding;
use crate::structured::{flatten, is_choice};

impl OptionType for Coding {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "clears", doc: "Conditional definitions, clears at the start" },
        EnumCase { name: "first-unconditional", doc: "The first definition sets both outcomes, nothing is cleared" },
        EnumCase { name: "or", doc: "Disjunctions, whose definitions may run in any order" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        let OptionValue::Case(case) = value else { return None };
        [Self::Clears, Self::FirstUnconditional, Self::Or].get(*case).copied()
    }
}

/// The regions of `body` with several blocks, and those with choices between regions if these count, inner before outer.
/// The regions of choices are part of the region around.
fn regions(body: &Body, structured: bool) -> Vec<RegionId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if !(structured && is_choice(OpRef::new(body, op))) {
            found.extend(body.regions(op).iter().copied());
        }
    });
    let has_choice =
        |region| body.blocks(region).flat_map(|block| body.ops(block)).any(|op| is_choice(OpRef::new(body, op)));
    found.retain(|&region| body.blocks(region).count() > 1 || (structured && has_choice(region)));
    found
}

/// Turn control flow between blocks into guarded code in one block.
///
/// Branches become definitions of predicates, and what they choose between is
/// executed under these. Cycles, reducible or not, become `scf.while` loops whose
/// body is one block.
///
/// ```mlir
///   cf.cond_br %c, ^then, ^end
/// ^then:
///   memref.store %v, %m[] : memref<i32>
///   cf.br ^end
/// // becomes
///   %p = pvec.cmpp un %c : !pvec.pred
///   pvec.guard %p {
///     memref.store %v, %m[] : memref<i32>
///   }
/// ```
#[pass(
    name = "if-convert",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_pvec::Pvec, rmlir_scf::Scf, rmlir_ub::Ub)
)]
pub struct IfConvert {
    /// How predicates that no definition sets become 0
    #[option(default = "clears")]
    coding: Coding,
    /// Convert scf.if and scf.index_switch as well
    #[option(default = true)]
    structured: bool,
}

impl Pass for IfConvert {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        for (owner, reason) in convert_body(&mut cx.rewriter(), self.coding, self.structured) {
            cx.missed(owner, "if-convert", reason);
        }
        Ok(())
    }
}

/// Converts all regions of a body, with choices between regions if they count; what was declined, with the operation
/// around it.
pub fn convert_body(rw: &mut Rewriter, coding: Coding, structured: bool) -> Vec<(OpId, Declined)> {
    let mut declined = Vec::new();
    for region in regions(rw, structured) {
        if let Err(reason) = Shape::new(rw, region) {
            declined.push((rw.region_owner(region), reason));
            continue;
        }
        if structured {
            flatten(rw, region);
        }
        convert_region(rw, region, coding).expect("choices add branches of known kinds only");
    }
    declined
}

/// Print what if-conversion finds: control dependence, predicates, code.
///
/// Nothing is changed. There is a table for each region with several blocks and
/// one for each of its cycles, with the columns of the paper: immediate
/// post-dominators, CD, R, K and augmented K.
#[pass(name = "print-if-conversion", anchor = "func.func")]
pub struct PrintIfConversion {
    /// How predicates that no definition sets become 0
    #[option(default = "clears")]
    coding: Coding,
    /// Print graphs for Graphviz
    dot: bool,
}

impl Pass for PrintIfConversion {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut text = String::new();
        for region in regions(cx.body(), false) {
            match Shape::new(cx.body(), region) {
                Ok(shape) => {
                    for level in Explained::of_region(cx.body(), &shape, self.coding) {
                        text.push_str(&if self.dot { level.dot() } else { level.table() });
                    }
                }
                Err(reason) => _ = writeln!(text, "not converted: {reason}"),
            }
        }
        cx.emit_text(text);
        Ok(())
    }
}
