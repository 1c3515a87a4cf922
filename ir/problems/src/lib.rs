//! Modulo scheduling problems as others write them: read, scheduled, and written with start times.
//!
//! Text stays as it is but for the numbers that a schedule gives ([`edit`]): comments, order and names are the author's.
//!
//! | module | form |
//! |---|---|
//! | [`graphml`] | HatScheT's graphs in GraphML, with resources in XML beside them |
//! | [`ssp`] | CIRCT's `ssp.instance` |

pub mod edit;
pub mod graphml;
pub mod ssp;

use rmlir_modulo::{Graph, Machine};

/// A graph and what it runs on.
pub struct Problem {
    /// The graph.
    pub graph: Graph,
    /// Its machine.
    pub machine: Machine,
}
