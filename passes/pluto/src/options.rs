//! The options of the transformation.

use rmlir_polyhedral::code::Style;
use rmlir_polyhedral::limits::Limits;
use rmlir_polyhedral::tiles::order::Tiling;

use crate::choice::Tiles;
use crate::extract::Assumptions;
use crate::plan::Search;

/// The options of the transformation.
#[derive(Clone, Debug)]
pub struct Options {
    /// The assumptions on aliasing.
    pub assumptions: Assumptions,
    /// The options of the search for a schedule.
    pub search: Search,
    /// The tiling of bands.
    pub tiles: Tiles,
    /// The number of tiles of a loop in a second-level tile, if there is a second level.
    pub second_level: Option<i64>,
    /// The tiling of bands that have diamonds, if these are requested.
    pub diamonds: Option<Tiling>,
    /// Whether the outermost parallel loops become `affine.parallel`.
    pub parallel: bool,
    /// The style of generated loops, as far as the code size allows.
    pub style: Style,
    /// Whether loop iterations may get private memory for that.
    pub privatize: bool,
    /// The limits of searches.
    pub limits: Limits,
}
