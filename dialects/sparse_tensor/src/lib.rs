//! The `sparse_tensor` dialect: tensors of which only some elements are stored.
//!
//! In reading order: [`level`] level types, `slice` slices, `map` the map of dimensions to levels, `blocks` its inverse,
//! [`encoding`] the encoding of tensors with its `syntax`, `verify_encoding` its verification and `tensor_encoding` that with
//! a tensor; [`tensor`] tensors and their buffers; [`kinds`] enumerations; [`types`] types and constraints. Then the
//! operations: [`convert`] creation and conversion, [`buffers`] and [`specifier`] storage, [`coordinates`] levels,
//! [`insertion`] insertion and output, [`sort`] sorting, [`regions`] computations on elements, [`iteration`] and
//! [`coiteration`] loops, which share `loops`. `fold` and `canonicalize` simplify operations; `hooks` has the dialect's hooks.

mod blocks;
pub mod buffers;
mod canonicalize;
pub mod coiteration;
pub mod convert;
pub mod coordinates;
pub mod encoding;
mod fold;
mod hooks;
pub mod insertion;
pub mod iteration;
pub mod kinds;
pub mod level;
mod list;
mod loops;
mod map;
pub mod regions;
pub mod slice;
pub mod sort;
pub mod specifier;
mod syntax;
pub mod tensor;
mod tensor_encoding;
pub mod types;
mod verify_encoding;

use rmlir::prelude::*;

pub use self::buffers::{
    NumberOfEntriesOp, ToCoordinatesBufferOp, ToCoordinatesOp, ToPositionsOp, ToSliceOffsetOp, ToSliceStrideOp,
    ToValuesOp,
};
pub use self::coiteration::CoIterateOp;
pub use self::convert::{AssembleOp, ConcatenateOp, ConvertOp, DisassembleOp, NewOp, ReinterpretMapOp};
pub use self::coordinates::{CrdTranslateOp, LvlOp};
pub use self::encoding::EncodingAttr;
pub use self::insertion::{CompressOp, ExpandOp, HasRuntimeLibraryOp, LoadOp, OutOp, PrintOp, PushBackOp};
pub use self::iteration::{ExtractIterSpaceOp, ExtractValOp, IterateOp};
pub use self::kinds::{CrdTransDirection, SortKind, StorageSpecifierKind};
pub use self::regions::{BinaryOp, ForeachOp, ReduceOp, SelectOp, UnaryOp, YieldOp};
pub use self::slice::DimSliceAttr;
pub use self::sort::{ReorderCOOOp, SortOp};
pub use self::specifier::{GetStorageSpecifierOp, SetStorageSpecifierOp, StorageSpecifierInitOp};
pub use self::types::{IterSpaceType, IteratorType, StorageSpecifierType};

dialect! {
    /// Tensors of which only some elements are stored.
    ///
    /// The encoding of a tensor maps its dimensions to levels of storage, each of which stores all coordinates or those of
    /// elements only. Operations convert between encodings, compute with the elements that are stored, and access the
    /// buffers.
    pub SparseTensor = "sparse_tensor" {
        types: [IterSpaceType, IteratorType, StorageSpecifierType],
        attrs: [CrdTransDirection, DimSliceAttr, EncodingAttr, SortKind, StorageSpecifierKind],
        ops: [
            AssembleOp, BinaryOp, CoIterateOp, CompressOp, ConcatenateOp, ConvertOp, CrdTranslateOp, DisassembleOp, ExpandOp,
            ExtractIterSpaceOp, ExtractValOp, ForeachOp, GetStorageSpecifierOp, HasRuntimeLibraryOp, IterateOp, LoadOp, LvlOp,
            NewOp, NumberOfEntriesOp, OutOp, PrintOp, PushBackOp, ReduceOp, ReinterpretMapOp, ReorderCOOOp, SelectOp,
            SetStorageSpecifierOp, SortOp, StorageSpecifierInitOp, ToCoordinatesBufferOp, ToCoordinatesOp, ToPositionsOp,
            ToSliceOffsetOp, ToSliceStrideOp, ToValuesOp, UnaryOp, YieldOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_complex::Complex],
        hooks: hooks::Hooks,
    }
}
