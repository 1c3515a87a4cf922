//! Lowering of `vector.contract`: one parallel or reduction dimension at a time, down to a dot product; or directly to
//! outer products, dot products or arithmetic.
//!
//! Files: `strategy` has the options; `arithmetic` sums and products; `layout` has the layout given by the maps;
//! `progressive` lowers one dimension at a time; `outer`, `dot` and `elementwise` are direct.

mod arithmetic;
mod dot;
mod elementwise;
mod layout;
mod outer;
mod progressive;
mod strategy;

use rmlir::prelude::*;

use crate::maskable::maskable;

pub(super) use self::arithmetic::multiply_and_combine;
pub use self::strategy::ContractLowering;

/// The patterns for contractions, with those for outer products.
pub fn patterns(lowering: ContractLowering, benefit: u16, disable_outer_product: bool) -> PatternSet {
    let mut set = PatternSet::new();
    if !disable_outer_product {
        set.extend(super::outer_product::patterns(benefit));
    }
    set.add(maskable("ContractionOpLowering", benefit, move |op, mask, rw| progressive::lower(op, mask, rw, lowering)));
    set.add(maskable("ContractionOpToOuterProductOpLowering", benefit, move |op, mask, rw| {
        outer::lower(op, mask, rw, lowering)
    }));
    set
}
