//! The pass.

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;

use crate::emit::convert_region;
use crate::linear::Coding;

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

/// Turn control flow between blocks into guarded code in one block.
#[pass(name = "if-convert", depends(rmlir_arith::Arith, rmlir_pvec::Pvec, rmlir_scf::Scf, rmlir_ub::Ub))]
pub struct IfConvert {
    /// How predicates that no definition sets become 0
    #[option(default = "clears")]
    coding: Coding,
}

impl Pass for IfConvert {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let regions: Vec<RegionId> = {
            let body = cx.body();
            let mut found = Vec::new();
            body.walk_postorder(body.root(), |op| found.extend(body.regions(op).iter().copied()));
            found.retain(|&region| !body.has_one_block(region) && !body.is_region_empty(region));
            found
        };
        for region in regions {
            let owner = cx.body().region_owner(region);
            let declined = convert_region(&mut cx.rewriter(), region, self.coding);
            if let Err(reason) = declined {
                cx.missed(owner, "if-convert", reason);
            }
        }
        Ok(())
    }
}
