//! Specialization: copies of pieces of a function for some masks, created in its lowered copy before vectorization.
//!
//! Votes count the active lanes at a branch that take it into a piece. Their results are uniform, so the branch on them
//! stays one: to a scalar copy for few lanes ([`few`](mod@crate::branching::few)), to an unmasked copy if all lanes take the
//! branch ([`coherent`](mod@crate::branching::coherent)), and else to the original branch.

use rmlir::prelude::*;

use crate::analysis::plan::Plan;
use crate::branching::branches::Branches;
use crate::branching::coherent::coherent;
use crate::branching::few::few;
use crate::branching::pieces::pieces;
use crate::clauses::Clauses;
use crate::declined::Declined;
use crate::options::Options;
use crate::symbols::symbols;

/// The minimum cost of a piece for a scalar copy: cheaper ones do not pay for the extraction of lanes.
const LEAST_SCALAR: u64 = 16;

/// Creates the copies requested by `options` in `body`, the lowered function called `name`; returns the outlined
/// functions, which are detached in `module`.
pub fn specialize<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    name: &str,
    clauses: &Clauses,
    options: Options,
) -> Result<Vec<OpId>, Declined> {
    let mut made = Vec::new();
    let Some(variant) = clauses.variants.first().filter(|_| options.few > 0 || options.coherent > 0) else {
        return Ok(made);
    };
    let plan = Plan::new(body, clauses, variant.width, None)?;
    let scalar = if options.few > 0 { pieces(&plan, LEAST_SCALAR) } else { Vec::new() };
    let whole = if options.coherent > 0 { pieces(&plan, options.coherent) } else { Vec::new() };
    drop(plan);
    let mut branches = Branches::default();
    let symbols = symbols(module);
    let mut names = (0..).map(|number| format!("{name}_few{number}")).filter(|name| !symbols.contains_key(name));
    for piece in &scalar {
        let name = names.next().expect("there are more names than symbols");
        made.push(few(module, body, &name, piece, options.few, &mut branches));
    }
    for piece in &whole {
        coherent(body, piece, &mut branches);
    }
    Ok(made)
}
