//! Tiles of bands: `order` (tiles and wavefronts), `diamond` (tiles with concurrent start).

pub mod diamond;
pub mod order;
