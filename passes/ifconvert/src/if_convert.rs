//! The passes: one converts, one shows how.

use std::fmt::Write;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use crate::cost::{Costs, Target};
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
        value.case(&[Self::Clears, Self::FirstUnconditional, Self::Or])
    }
}

/// Which regions are converted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// Those that can be.
    All,
    /// Those that are estimated to gain.
    Profitable(Target),
}

/// [`Selection`] as an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Select {
    All,
    Profitable,
}

impl OptionType for Select {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "all", doc: "All that can be" },
        EnumCase { name: "profitable", doc: "Those that take less time by an estimate" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Self::All, Self::Profitable])
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
    /// Which regions to convert
    #[option(default = "all")]
    select: Select,
    /// Cycles lost when a branch was guessed wrong
    #[option(default = 16)]
    mispredict_penalty: u32,
    /// Guards cost nothing: the machine has predicates
    predicated: bool,
}

impl Pass for IfConvert {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let target = Target { mispredict_penalty: self.mispredict_penalty, predicated: self.predicated };
        let selection = match self.select {
            Select::All => Selection::All,
            Select::Profitable => Selection::Profitable(target),
        };
        for (owner, reason) in convert_body(&mut cx.rewriter(), self.coding, self.structured, selection) {
            cx.missed(owner, "if-convert", reason);
        }
        Ok(())
    }
}

/// Converts the regions of a body that are selected, with choices between regions if they count; what was declined, with
/// the operation around it.
pub fn convert_body(
    rw: &mut Rewriter,
    coding: Coding,
    structured: bool,
    selection: Selection,
) -> Vec<(OpId, Declined)> {
    let mut declined = Vec::new();
    for region in regions(rw, structured) {
        let selected = Shape::new(rw, region).and_then(|shape| match selection {
            Selection::All => Ok(()),
            Selection::Profitable(target) => Costs::of(rw, &shape, target, structured).check(),
        });
        if let Err(reason) = selected {
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
