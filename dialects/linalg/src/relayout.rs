//! `linalg.pack` and `linalg.unpack`: conversion to and from tiled layouts.

mod eval;

use rmlir::core::interfaces::{Speculatability, Speculatable};
use rmlir::core::mixed_index::{MixedIndex, mixed, parse_dynamic_index_list, print_dynamic_index_list, split};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_tensor::tensor_type;

use crate::softmax::are_compatible;

fn no_dims(cx: &Context) -> Attr {
    cx.i64_array(&[])
}

fn same(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// Splits dimensions into tiles: the dimensions of the tiles become the innermost ones.
///
/// Incomplete tiles are filled with the padding value.
///
/// ```mlir
/// %p = linalg.pack %a inner_dims_pos = [1, 0] inner_tiles = [32, 8] into %b
///   : tensor<128x256xf32> -> tensor<16x8x32x8xf32>
/// ```
#[op(name = "linalg.pack", eval, traits(AttrSizedOperandSegments, NoMemoryEffect),
     interfaces(AsmNames, DestinationStyle, Speculatable), verify = verify_pack, verify_regions,
     fold, canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? \
               (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` `=` \
               custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) \
               `->` type($dest)")]
pub struct PackOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    dest: AnyRankedTensor,
    #[operand]
    padding_value: Option<AnyType>,
    /// The permutation of the outer dimensions, relative to the source.
    #[prop(default = no_dims)]
    outer_dims_perm: Option<DenseI64ArrayAttr>,
    /// The dimensions of the source that are tiled.
    #[prop]
    inner_dims_pos: DenseI64ArrayAttr,
    #[operand]
    inner_tiles: Vec<Index>,
    /// The static sizes of the tiles.
    #[prop]
    static_inner_tiles: DenseI64ArrayAttr,
    #[result(derive(from = "dest", with = same, summary = "result type matches type of dest"))]
    result: AnyRankedTensor,
}

/// Merges tiles: the inverse of `linalg.pack`.
///
/// ```mlir
/// %u = linalg.unpack %p inner_dims_pos = [1, 0] inner_tiles = [32, 8] into %a
///   : tensor<16x8x32x8xf32> -> tensor<128x256xf32>
/// ```
#[op(name = "linalg.unpack", eval, traits(NoMemoryEffect), interfaces(AsmNames, DestinationStyle, Speculatable),
     verify = verify_unpack, verify_regions, fold,
     canonicalize,
     custom(DynamicIndexList = (parse_dynamic_index_list, print_dynamic_index_list)),
     format = "$source (`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos `inner_tiles` \
               `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` \
               type($source) `->` type($dest)")]
pub struct UnPackOp {
    #[operand]
    source: AnyRankedTensor,
    #[operand]
    dest: AnyRankedTensor,
    /// The permutation of the outer dimensions, relative to the result.
    #[prop(default = no_dims)]
    outer_dims_perm: Option<DenseI64ArrayAttr>,
    /// The dimensions of the result that are tiled.
    #[prop]
    inner_dims_pos: DenseI64ArrayAttr,
    #[operand]
    inner_tiles: Vec<Index>,
    /// The static sizes of the tiles.
    #[prop]
    static_inner_tiles: DenseI64ArrayAttr,
    #[result(derive(from = "dest", with = same, summary = "result type matches type of dest"))]
    result: AnyRankedTensor,
}

/// The tiled layout of a `linalg.pack` or `linalg.unpack`.
#[derive(Clone, Debug)]
pub struct Tiling {
    /// The unpacked shape.
    pub unpacked: Vec<i64>,
    /// The packed shape.
    pub packed: Vec<i64>,
    /// The permutation of the outer dimensions, empty if it is the identity.
    pub order: Vec<i64>,
    /// The dimensions that are tiled.
    pub dims: Vec<i64>,
    /// The sizes of the tiles.
    pub tiles: Vec<MixedIndex>,
}

impl Tiling {
    /// The tiled layout of `op`, which is a `linalg.pack` or `linalg.unpack`.
    pub fn of(op: OpRef) -> Self {
        let cx = op.cx();
        let is_pack = op.is::<PackOp>();
        let [order, dims, sizes] = match is_pack {
            true => [PackOp::OUTER_DIMS_PERM, PackOp::INNER_DIMS_POS, PackOp::STATIC_INNER_TILES],
            false => [UnPackOp::OUTER_DIMS_PERM, UnPackOp::INNER_DIMS_POS, UnPackOp::STATIC_INNER_TILES],
        }
        .map(|slot| op.prop(slot).and_then(|numbers| numbers.as_int_array(cx)).unwrap_or_default());
        let field = if is_pack { PackOp::INNER_TILES_OPERAND } else { UnPackOp::INNER_TILES_OPERAND };
        let [source, dest] = [0, 1].map(|index| op.operand(index).ty().shape(cx).unwrap_or_default().to_vec());
        let (unpacked, packed) = if is_pack { (source, dest) } else { (dest, source) };
        Self { unpacked, packed, order, dims, tiles: mixed(&sizes, &value_ids(op.operand_field(field))) }
    }

    /// The position of the unpacked dimension `dim` among the outer dimensions.
    pub fn outer_place(&self, dim: i64) -> usize {
        self.order.iter().position(|&other| other == dim).unwrap_or(dim as usize)
    }

    /// The number of tiles along a dimension, or its size if it is not tiled.
    pub fn outer_size(&self, dim: i64) -> i64 {
        self.packed[self.outer_place(dim)]
    }

    /// The packed shape that follows from the unpacked shape and the tiles.
    fn inferred_shape(&self) -> Vec<i64> {
        let mut outer = self.unpacked.clone();
        for (&dim, tile) in self.dims.iter().zip(&self.tiles) {
            let size = &mut outer[dim as usize];
            *size = match (*size, tile) {
                (DYNAMIC, _) | (_, MixedIndex::Dynamic(_)) => DYNAMIC,
                (size, MixedIndex::Static(tile)) => div_ceil(size, *tile),
            };
        }
        if !self.order.is_empty() {
            outer = self.order.iter().map(|&dim| outer[dim as usize]).collect();
        }
        outer.into_iter().chain(self.tiles.iter().map(|tile| tile.static_or_dynamic())).collect()
    }
}

/// The number of tiles of size `tile`, which is not 0, that cover `size`.
fn div_ceil(size: i64, tile: i64) -> i64 {
    size.div_euclid(tile) + i64::from(size.rem_euclid(tile) != 0)
}

/// The optional property of a permutation, absent for the empty one.
fn order_prop(cx: &Context, order: &[i64]) -> Option<Attr> {
    (!order.is_empty()).then(|| cx.i64_array(order))
}

impl PackOp {
    /// The builder of the operation with a tiled layout.
    pub(crate) fn of(
        cx: &Context,
        ty: Type,
        operands: [Value; 2],
        padding: Option<Value>,
        tiling: &Tiling,
    ) -> Build<Self> {
        let (numbers, values) = split(&tiling.tiles);
        let [source, dest] = operands;
        let padding: Vec<Value> = padding.into_iter().collect();
        let build = Build::<Self>::new().operands(&[source]).operands(&[dest]).operands(&padding).operands(&values);
        let build = build.results(&[ty]).prop(Self::INNER_DIMS_POS, cx.i64_array(&tiling.dims));
        let build = build.prop(Self::STATIC_INNER_TILES, cx.i64_array(&numbers));
        order_prop(cx, &tiling.order).into_iter().fold(build, |build, order| build.prop(Self::OUTER_DIMS_PERM, order))
    }
}

impl UnPackOp {
    /// The builder of the operation with a tiled layout.
    pub(crate) fn of(cx: &Context, ty: Type, operands: [Value; 2], tiling: &Tiling) -> Build<Self> {
        let (numbers, values) = split(&tiling.tiles);
        let build = Build::<Self>::new().operands(&operands).operands(&values).results(&[ty]);
        let build = build.prop(Self::INNER_DIMS_POS, cx.i64_array(&tiling.dims));
        let build = build.prop(Self::STATIC_INNER_TILES, cx.i64_array(&numbers));
        order_prop(cx, &tiling.order).into_iter().fold(build, |build, order| build.prop(Self::OUTER_DIMS_PERM, order))
    }
}

macro_rules! relayouts {
    ($($op:ident $name:literal;)*) => {$(
        impl AsmNames for $op<()> {
            fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                name(0, $name);
            }
        }
        impl DestinationStyle for $op<()> {
            fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
                op.operand_range($op::DEST_OPERAND)
            }
            /// The sizes of tiles follow from types, so casts have patterns of their own.
            fn may_skip_casts(&self) -> bool {
                false
            }
        }
        impl Speculatable for $op<()> {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                if has_known_tiles(op) { Speculatability::Yes } else { Speculatability::No }
            }
        }
    )*};
}

relayouts! {
    PackOp "pack";
    UnPackOp "unpack";
}

/// Whether the result is fully defined: elements beyond the source are padding, or all sizes, and
/// so those of tiles, are static.
fn has_known_tiles(op: OpRef) -> bool {
    if op.is::<PackOp>() && PackOp::from_id(op.id).padding_value(op.body).is_some() {
        return true;
    }
    let is_known = |value: ValueRef| value.ty().shape(op.cx()).is_some_and(|shape| !shape.contains(&DYNAMIC));
    op.operands().filter(|operand| operand.ty().is_tensor(op.cx())).all(is_known)
}

/// Whether `dims` are distinct dimensions of a tensor of rank `rank`.
fn are_dims(dims: &[i64], rank: usize) -> bool {
    let is_new = |(index, dim): (usize, &i64)| (0..rank as i64).contains(dim) && !dims[..index].contains(dim);
    dims.len() <= rank && dims.iter().enumerate().all(is_new)
}

fn verify_tiling(op: OpRef, tiling: &Tiling, element: Type) -> Checked {
    let rank = tiling.unpacked.len();
    let n_tiles = tiling.tiles.len();
    let error = |message: String| Err(op.plain_error(message));
    if tiling.tiles.contains(&MixedIndex::Static(0)) {
        return error("invalid zero tile factor".into());
    }
    if !are_dims(&tiling.dims, rank) {
        return error("invalid inner_dims_pos vector".into());
    }
    if !are_dims(&tiling.order, rank) {
        return error("invalid outer_dims_perm vector".into());
    }
    if !tiling.order.is_empty() && tiling.order.len() != rank {
        return error("outer_dims_perm must be a permutation or empty".into());
    }
    if n_tiles > rank {
        return error(
            "tiling factors must be less than or equal to the input rank for pack or output rank for unpack".into(),
        );
    }
    if n_tiles != tiling.dims.len() {
        return error("tiling factors must equal the number of dimensions to tile".into());
    }
    if tiling.packed.len() != rank + n_tiles {
        let (found, wanted) = (tiling.packed.len(), rank + n_tiles);
        return error(format!("packed rank != (unpacked rank + num tiling factors), got {found} != {wanted}"));
    }
    let fits = |(&size, tile): (&i64, &MixedIndex)| tile.static_or_dynamic() == size;
    if !tiling.packed[rank..].iter().zip(&tiling.tiles).all(fits) {
        return error("mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type".into());
    }
    let wanted = tiling.inferred_shape();
    if !are_compatible(&wanted, &tiling.packed) {
        let [wanted, found] =
            [&wanted, &tiling.packed].map(|shape| op.cx().show_type(tensor_type(op.cx(), shape, element)));
        return error(format!("expected '{wanted}' for the packed domain value, got '{found}'"));
    }
    Ok(())
}

fn verify_pack(op: OpRef) -> Checked {
    let cx = op.cx();
    let tiling = Tiling::of(op);
    let element = op.value(PackOp::source).ty().element_or_self(cx);
    verify_tiling(op, &tiling, element)?;
    let padding = PackOp::from_id(op.id).padding_value(op.body);
    if let Some(found) = padding.map(|value| op.body.ty(value)) {
        if found == element {
            return Ok(());
        }
        let (element, found) = (cx.show_type(element), cx.show_type(found));
        return Err(op.error(format!("expected padding_value has '{element}' but got: '{found}'")));
    }
    if needs_padding(op, &tiling) {
        return Err(op.error(
            "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set",
        ));
    }
    Ok(())
}

/// Whether a tile size is known not to divide its dimension.
pub(crate) fn needs_padding(op: OpRef, tiling: &Tiling) -> bool {
    tiling.dims.iter().zip(&tiling.tiles).any(|(&dim, tile)| {
        let size = tiling.unpacked[dim as usize];
        let divisor = tile.constant(op.body).unwrap_or_else(|| tiling.outer_size(dim));
        size != DYNAMIC && divisor != DYNAMIC && divisor != 0 && size % divisor != 0
    })
}

fn verify_unpack(op: OpRef) -> Checked {
    verify_tiling(op, &Tiling::of(op), op.value(UnPackOp::source).ty().element_or_self(op.cx()))
}
