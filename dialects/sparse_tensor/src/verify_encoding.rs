//! Verification of encodings by themselves.
//!
//! Deviation: a dimension that is divided into blocks without a level for the remainder is an error, where upstream
//! crashes.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;

use crate::blocks::{block_sizes, infer_lvl_to_dim, is_block_structure};
use crate::level::{LevelFormat, LevelType};

/// The widths of positions and coordinates; 0 stands for `index`.
const WIDTHS: [i64; 5] = [0, 8, 16, 32, 64];

/// Verifies the parameters of an encoding.
pub(crate) fn verify(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let &[levels, map, inverse, pos_width, crd_width, _, _, slices] = params else { return Ok(()) };
    for (what, width) in [("position", pos_width), ("coordinate", crd_width)] {
        let width = width.as_i64(cx).unwrap_or(0);
        if !WIDTHS.contains(&width) {
            return Err(format!("unexpected {what} bitwidth: {width}"));
        }
    }
    let levels: Vec<LevelType> =
        levels.as_int_array(cx).unwrap_or_default().into_iter().map(LevelType::of_bits).collect();
    let map_of = |attr: Attr| attr.present().and_then(|attr| attr.as_affine_map(cx));
    let (map, inverse) = (map_of(map), map_of(inverse));
    check_singletons(&levels)?;
    check_batches(&levels)?;
    check_structured(&levels, map)?;
    check_map(&levels, map, inverse)?;
    let n_slices = slices.as_array(cx).map_or(0, <[Attr]>::len);
    check_slices(n_slices, map.map_or(levels.len(), |map| map.n_dims() as usize), levels.len())
}

/// Verifies that singleton levels follow a level with positions, and are stored alike.
fn check_singletons(levels: &[LevelType]) -> Result<(), String> {
    let is_singleton = |level: &LevelType| level.is(LevelFormat::Singleton);
    for (index, level) in levels.iter().enumerate().filter(|(_, level)| is_singleton(level)) {
        let before = index.checked_sub(1).map(|before| levels[before]);
        if !before.is_some_and(|before| before.has_positions() || is_singleton(&before)) {
            return Err("expected compressed or loose_compressed level before singleton level".to_owned());
        }
        if before.is_some_and(|before| is_singleton(&before) && before.is_soa() != level.is_soa()) {
            return Err("expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).".to_owned());
        }
    }
    Ok(())
}

fn check_batches(levels: &[LevelType]) -> Result<(), String> {
    let is_batch = |level: &LevelType| level.is(LevelFormat::Batch);
    if levels.iter().skip_while(|level| is_batch(level)).any(is_batch) {
        return Err("Batch lvlType can only be leading levels.".to_owned());
    }
    if levels.iter().any(|level| level.is_soa() && !level.is(LevelFormat::Singleton)) {
        return Err("SoA is only applicable to singleton lvlTypes.".to_owned());
    }
    Ok(())
}

/// Verifies that a structured level is the last one, after dense levels, and that blocks have its size.
fn check_structured(levels: &[LevelType], map: Option<&AffineMap>) -> Result<(), String> {
    let Some(at) = levels.iter().position(|level| level.is(LevelFormat::Structured)) else { return Ok(()) };
    if at + 1 != levels.len() {
        return Err("expected n_out_of_m to be the last level type".to_owned());
    }
    if !levels[..at].iter().all(|level| level.is(LevelFormat::Dense)) {
        return Err("expected all dense lvlTypes before a n_out_of_m level".to_owned());
    }
    let Some(map) = map.filter(|map| map.n_dims() as usize != map.n_results()) else { return Ok(()) };
    if !is_block_structure(map) {
        return Err("expected 1xm block structure for n_out_of_m level".to_owned());
    }
    let sizes = block_sizes(map);
    if sizes.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err("expected only one blocked level with the same coefficients".to_owned());
    }
    if sizes.first().map_or(0, |&size| size as u64) != levels[at].m() {
        let message = "expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level";
        return Err(message.to_owned());
    }
    Ok(())
}

fn check_map(levels: &[LevelType], map: Option<&AffineMap>, inverse: Option<&AffineMap>) -> Result<(), String> {
    let level_rank = levels.len();
    if level_rank == 0 {
        return Err("expected a non-empty array for lvlTypes".to_owned());
    }
    let Some(map) = map else { return Ok(()) };
    if map.n_results() != level_rank {
        let found = map.n_results();
        return Err(format!("level-rank mismatch between dimToLvl and lvlTypes: {found} != {level_rank}"));
    }
    let inferred = infer_lvl_to_dim(map);
    if inferred.is_none() && map.n_symbols() == 0 {
        return Err("failed to infer lvlToDim from dimToLvl".to_owned());
    }
    if inverse.is_some() && inverse != inferred.as_ref() {
        return Err("expected lvlToDim to be an inverse of dimToLvl".to_owned());
    }
    let dim_rank = map.n_dims();
    if dim_rank as usize > level_rank {
        return Err(format!("unexpected dimToLvl mapping from {dim_rank} to {level_rank}"));
    }
    Ok(())
}

fn check_slices(n_slices: usize, dim_rank: usize, level_rank: usize) -> Result<(), String> {
    if n_slices == 0 {
        return Ok(());
    }
    if n_slices != dim_rank {
        return Err(format!("dimension-rank mismatch between dimSlices and dimToLvl: {n_slices} != {dim_rank}"));
    }
    if dim_rank != level_rank {
        return Err(format!("dimSlices expected dimension-rank to match level-rank: {dim_rank} != {level_rank}"));
    }
    Ok(())
}
