//! Enumerations.

use rmlir::prelude::*;

/// A part of the metadata of a sparse tensor's storage.
#[attr(
    name = "sparse_tensor.kind",
    summary = "sparse tensor storage specifier kind",
    called = "::mlir::sparse_tensor::StorageSpecifierKind",
    format = "$value"
)]
pub enum StorageSpecifierKind {
    /// The size of a level.
    #[case("lvl_sz")]
    LevelSize,
    /// The size of the buffer of positions of a level.
    #[case("pos_mem_sz")]
    PositionsSize,
    /// The size of the buffer of coordinates of a level.
    #[case("crd_mem_sz")]
    CoordinatesSize,
    /// The size of the buffer of values.
    #[case("val_mem_sz")]
    ValuesSize,
    /// The offset of a slice.
    DimOffset,
    /// The stride of a slice.
    DimStride,
}

/// A sorting algorithm.
#[attr(
    name = "sparse_tensor.SparseTensorSortAlgorithm",
    summary = "sparse tensor sort algorithm",
    called = "::mlir::sparse_tensor::SparseTensorSortKind",
    format = "$value"
)]
pub enum SortKind {
    /// Quick sort, and insertion or heap sort of parts.
    HybridQuickSort,
    /// Insertion sort, which is stable.
    InsertionSortStable,
    /// Quick sort.
    QuickSort,
    /// Heap sort.
    HeapSort,
}

/// A direction of the translation of coordinates.
#[attr(
    name = "sparse_tensor.CrdTransDirection",
    summary = "sparse tensor coordinate translation direction",
    called = "::mlir::sparse_tensor::CrdTransDirectionKind",
    format = "$value"
)]
pub enum CrdTransDirection {
    /// From dimensions to levels.
    #[case("dim_to_lvl")]
    DimToLevel,
    /// From levels to dimensions.
    #[case("lvl_to_dim")]
    LevelToDim,
}
