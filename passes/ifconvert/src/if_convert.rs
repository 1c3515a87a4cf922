//! `if-convert`: if-conversion of the regions of a function.

use rmlir::pass::Remark;
use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir_pvec::{CmppOp, GuardOp, SelectOp};

use crate::graph::linear::Coding;
use crate::region::cost::{Costs, Target};
use crate::region::emit::convert_region;
use crate::region::hyperblock::{Limits, form_hyperblocks};
use crate::region::level::{Declined, Shape};
use crate::region::parts::{convert_chosen, convert_loops};
use crate::region::structured::{flatten, is_choice};

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

/// The selection of converted regions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// All that can be converted.
    All,
    /// Those with an estimated gain.
    Profitable(Target),
    /// Their profitable parts.
    Hyperblocks(Limits),
    /// Their innermost loops.
    Loops,
}

/// [`Selection`] as an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Select {
    All,
    Profitable,
    Hyperblock,
    Loops,
}

impl OptionType for Select {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "all", doc: "All that can be" },
        EnumCase { name: "profitable", doc: "Those that take less time by an estimate" },
        EnumCase { name: "hyperblock", doc: "The frequent and short parts of them, with tail duplication" },
        EnumCase { name: "loops", doc: "Their innermost loops, which then branch back to themselves" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Self::All, Self::Profitable, Self::Hyperblock, Self::Loops])
    }
}

/// The category of remarks.
const CATEGORY: &str = "if-convert";

/// The result of if-conversion of a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conversion {
    /// The declined regions, with the location of the operation around it, or of the branch at its end if it is a
    /// block.
    pub declined: Vec<(Loc, Declined)>,
    /// The remarks on converted regions.
    pub remarks: Vec<Remark>,
}

/// Counts of a region before and after if-conversion.
struct Counts {
    blocks: usize,
    predicates: usize,
    compares: usize,
    guards: usize,
    selects: usize,
}

impl Counts {
    fn of(body: &Body, region: RegionId) -> Self {
        let blocks = body.blocks(region).count();
        let mut counts = Self { blocks, predicates: 0, compares: 0, guards: 0, selects: 0 };
        for op in body.blocks(region).flat_map(|block| body.ops(block)) {
            body.walk_preorder(op, |inner| {
                let view = OpRef::new(body, inner);
                if view.is::<CmppOp>() {
                    counts.compares += 1;
                    counts.predicates += view.n_results();
                }
                counts.guards += usize::from(view.is::<GuardOp>());
                counts.selects += usize::from(view.is::<SelectOp>());
            });
        }
        counts
    }

    /// The remark on a region with these counts before and `after` afterwards; `None` if nothing was converted.
    fn remark(&self, after: &Self, loc: Loc) -> Option<Remark> {
        let is_same = self.blocks == after.blocks && self.compares == after.compares && self.guards == after.guards;
        let remark = Remark::passed(loc, CATEGORY)
            .text("converted branches to predicates")
            .arg("BlocksBefore", self.blocks)
            .arg("BlocksAfter", after.blocks)
            .arg("Predicates", after.predicates.saturating_sub(self.predicates))
            .arg("Compares", after.compares.saturating_sub(self.compares))
            .arg("Guards", after.guards.saturating_sub(self.guards))
            .arg("Selects", after.selects.saturating_sub(self.selects));
        (!is_same).then_some(remark)
    }
}

/// The regions of `body` with several blocks, and those with structured conditionals if these are converted, inner
/// before outer. The regions of conditionals are part of the surrounding region.
pub(crate) fn regions(body: &Body, structured: bool) -> Vec<RegionId> {
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

/// Convert control flow between blocks to guarded code in one block.
///
/// Branches become definitions of predicates, and their successors are executed under these. Cycles, reducible or not,
/// become `scf.while` loops whose body is one block. Remarks of the category `if-convert` give the predicates, compares
/// and guards of each region that was converted (`--remarks-filter-passed`), and the reason for each that was not
/// (`--remarks-filter-missed`).
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
    /// How predicates become 0 that no definition sets
    #[option(default = "clears")]
    coding: Coding,
    /// Convert scf.if and scf.index_switch as well
    #[option(default = true)]
    structured: bool,
    /// Which regions to convert
    #[option(default = "all")]
    select: Select,
    /// Convert these blocks of the function only, by their indices, 0 the first; they have a single entry
    blocks: Vec<u32>,
    /// Cycles lost by a branch misprediction
    #[option(default = 16)]
    mispredict_penalty: u32,
    /// Guards are free: the machine has predicates
    predicated: bool,
    /// Hyperblocks: the minimum value of a block in percent of the main path's
    #[option(default = 10)]
    min_block_value: u32,
    /// Hyperblocks: the maximum number of cycles of all operations together
    #[option(default = 200)]
    max_cycles: u32,
    /// Hyperblocks: the maximum number of operations that are duplicated for one
    #[option(default = 32)]
    max_duplicated: u32,
    /// Hyperblocks: the factor on the value of a block with calls or loops, in percent
    #[option(default = 0)]
    call_factor: u32,
    /// Hyperblocks: the factor on the value of a block with side effects or possible traps, in percent
    #[option(default = 50)]
    guard_factor: u32,
}

impl IfConvert {
    fn limits(&self) -> Limits {
        Limits {
            min_value: self.min_block_value,
            max_cycles: self.max_cycles,
            max_duplicated: self.max_duplicated,
            call_factor: self.call_factor,
            guard_factor: self.guard_factor,
        }
    }

    fn run_on_blocks(&self, cx: &mut PassCx) -> PassResult {
        let mut rw = cx.rewriter();
        let root = rw.root();
        let region = rw.region(root, 0);
        let before = Counts::of(&rw, region);
        match convert_chosen(&mut rw, region, &self.blocks, self.coding) {
            Ok(()) => {
                let remark = before.remark(&Counts::of(&rw, region), rw.loc(root));
                remark.into_iter().for_each(|remark| cx.remark(remark));
            }
            Err(reason) => cx.missed(root, CATEGORY, reason),
        }
        Ok(())
    }
}

impl Pass for IfConvert {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let target = Target { mispredict_penalty: self.mispredict_penalty, predicated: self.predicated };
        let selection = match self.select {
            Select::All => Selection::All,
            Select::Profitable => Selection::Profitable(target),
            Select::Hyperblock => Selection::Hyperblocks(self.limits()),
            Select::Loops => Selection::Loops,
        };
        if !self.blocks.is_empty() {
            return self.run_on_blocks(cx);
        }
        let conversion = convert_body(&mut cx.rewriter(), self.coding, self.structured, selection);
        for (loc, reason) in conversion.declined {
            cx.missed_at(loc, CATEGORY, reason);
        }
        conversion.remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// Converts the selected regions of a body, including structured conditionals if `structured`. Hyperblocks and loops
/// are parts of regions with several blocks only.
pub fn convert_body(rw: &mut Rewriter, coding: Coding, structured: bool, selection: Selection) -> Conversion {
    let mut conversion = Conversion::default();
    let structured = structured && !matches!(selection, Selection::Hyperblocks(_) | Selection::Loops);
    for region in regions(rw, structured) {
        let around = rw.loc(rw.region_owner(region));
        let before = Counts::of(rw, region);
        let done = match selection {
            Selection::All => convert_whole(rw, region, coding, structured, None).map(|()| Vec::new()),
            Selection::Profitable(target) => {
                convert_whole(rw, region, coding, structured, Some(target)).map(|()| Vec::new())
            }
            Selection::Hyperblocks(limits) => form_hyperblocks(rw, region, coding, limits),
            Selection::Loops => convert_loops(rw, region, coding),
        };
        match done {
            Ok(excluded) => {
                conversion.declined.extend(excluded);
                conversion.remarks.extend(before.remark(&Counts::of(rw, region), around));
            }
            Err(reason) => {
                let loc = if let Declined::Affine(op) = reason { rw.loc(op) } else { around };
                conversion.declined.push((loc, reason));
            }
        }
    }
    conversion
}

/// Converts a region, if it gains on `target`.
fn convert_whole(
    rw: &mut Rewriter,
    region: RegionId,
    coding: Coding,
    structured: bool,
    target: Option<Target>,
) -> Result<(), Declined> {
    let shape = Shape::new(rw, region)?;
    shape.check_affine(rw)?;
    if let Some(target) = target {
        Costs::of(rw, &shape, target, structured).check()?;
    }
    if structured {
        flatten(rw, region);
    }
    convert_region(rw, region, coding)
}
