//! Loop tiling: loops over tiles around loops over the points of each tile.
//!
//! Steps: 1. `bands` finds perfect nests at the top level of the function; 2. `legality` tests whether tiling preserves
//! all of their dependences; 3. sizes are chosen; 4. `nest` builds the loops; 5. `separate` separates full from partial
//! tiles, if requested.

mod legality;
mod nest;
mod separate;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::nest::perfectly_nested_loops;
use rmlir_affine::analysis::region::footprint_in_bytes;
use rmlir_affine::trip_count::static_trip_count;

use self::legality::why_not_tileable;
pub(crate) use self::legality::why_not_tileable_inside;
use self::nest::tile_perfectly_nested;
pub(crate) use self::separate::separate_full_tiles;

/// The default tile size, as upstream.
const DEFAULT_TILE_SIZE: u32 = 4;

/// Tile affine loop nests.
///
/// Perfect nests at the top level of functions are tiled, unless that would reverse a dependence: then a remark of the
/// category `affine` names it (`--remarks-filter-missed=affine`).
///
/// ```mlir
/// affine.for %i = 0 to 256 { .. }
/// // becomes, with tile-size=32
/// affine.for %t = 0 to 256 step 32 {
///   affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 32)>(%t) { .. }
/// }
/// ```
#[pass(name = "affine-loop-tile", title = "AffineLoopTiling", anchor = "func.func")]
pub struct AffineLoopTile {
    /// Set size of cache to tile for in KiB (default: 512)
    #[option(name = "cache-size", default = 512)]
    cache_size_in_kib: u64,
    /// Separate full and partial tiles (default: false)
    #[option(default = false)]
    separate: bool,
    /// Use this tile size for all loops
    #[option(default = 0)]
    tile_size: u32,
    /// List of tile sizes for each perfect nest (overridden by -tile-size)
    tile_sizes: Vec<u32>,
}

impl Pass for AffineLoopTile {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if self.tile_sizes.contains(&0) {
            let root = cx.body().root();
            let place = cx.body().loc(root).place(cx.cx());
            cx.emit_about(root, Diagnostic::error(place, "Invalid option: 'tile-sizes' should be greater than 0"));
            return cx.signal_failure();
        }
        for band in self.bands(cx) {
            let sizes = self.sizes(cx, &band);
            let mut rw = Rewriter::new(cx.body_mut());
            let loc = rw.loc(band[0].id());
            let Some(tiled) = tile_perfectly_nested(&mut rw, &band, &sizes) else {
                cx.missed_at(loc, "affine", "its loops cannot be tiled");
                continue;
            };
            if self.separate {
                separate_full_tiles(&mut rw, &tiled[band.len()..]);
            }
            let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
            cx.remark(Remark::passed(loc, "affine").text("tiled").arg("TileSizes", sizes.join("x")));
        }
        Ok(())
    }
}

impl AffineLoopTile {
    /// The nests to tile.
    fn bands(&self, cx: &mut PassCx) -> Vec<Vec<ForOp>> {
        let mut nests = Vec::new();
        let body = cx.body();
        for block in body.blocks(body.region(body.root(), 0)) {
            let loops = body.ops(block).filter_map(|op| OpRef::new(body, op).cast::<ForOp>());
            nests.extend(loops.map(|root| perfectly_nested_loops(body, root)));
        }
        let mut bands = Vec::new();
        for nest in nests {
            let Some(reason) = why_not_tileable(cx.body(), &nest, false) else {
                bands.push(nest);
                continue;
            };
            let sizes = self.sizes(cx, &nest);
            let keeps_order = sizes[..sizes.len() - 1].iter().all(|&size| size == 1);
            if keeps_order && why_not_tileable(cx.body(), &nest, true).is_none() {
                bands.push(nest);
                continue;
            }
            cx.missed(nest[0].id(), "affine", reason);
        }
        bands
    }

    fn sizes(&self, cx: &mut PassCx, band: &[ForOp]) -> Vec<u32> {
        if self.tile_size != 0 {
            return vec![self.tile_size; band.len()];
        }
        if !self.tile_sizes.is_empty() {
            let mut sizes = self.tile_sizes.clone();
            sizes.resize(band.len(), DEFAULT_TILE_SIZE);
            return sizes;
        }
        if self.cache_size_in_kib == 0 {
            return vec![1; band.len()];
        }
        let footprint = match footprint_in_bytes(cx.body(), band[0].id()) {
            Ok(bytes) => bytes,
            Err(why) => {
                for (op, severity, message) in why {
                    let place = cx.body().loc(op).place(cx.cx());
                    cx.emit_about(op, Diagnostic::new(severity, place, message));
                }
                None
            }
        };
        let Some(bytes) = footprint else {
            return adjusted(cx.body(), band, vec![DEFAULT_TILE_SIZE; band.len()]);
        };
        let excess = (bytes as u64).div_ceil(self.cache_size_in_kib.wrapping_mul(1024).max(1));
        if excess <= 1 {
            return vec![1; band.len()];
        }
        adjusted(cx.body(), band, sizes_for_excess(excess, band.len()))
    }
}

/// Sizes whose product is about the factor by which the footprint exceeds the cache.
fn sizes_for_excess(excess: u64, n_loops: usize) -> Vec<u32> {
    let each = (excess as f64).powf(1.0 / n_loops as f64).floor() as u32;
    let mut product: u32 = 1;
    let mut sizes = Vec::new();
    for index in 0..n_loops {
        let last = (excess / u64::from(product.max(1))) as u32;
        let size = if index + 1 < n_loops { each } else { last.max(1) };
        sizes.push(size);
        product = product.wrapping_mul(size);
    }
    sizes
}

/// Adjusts sizes to divisors of trip counts, where these are known, of at most half of them.
fn adjusted(body: &Body, band: &[ForOp], mut sizes: Vec<u32>) -> Vec<u32> {
    for (size, &op) in sizes.iter_mut().zip(band) {
        let Some(count) = static_trip_count(body, op) else { continue };
        if count > 1 && u64::from(*size) > count / 2 {
            *size = (count / 2) as u32;
        }
        while *size > 1 && !count.is_multiple_of(u64::from(*size)) {
            *size -= 1;
        }
    }
    sizes
}
