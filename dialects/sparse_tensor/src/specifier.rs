//! Metadata of sparse tensors: the sizes of levels and buffers, and the numbers of slices.

use rmlir::prelude::*;

use crate::kinds::StorageSpecifierKind;
use crate::level::LevelFormat;
use crate::types::{LevelAttr, StorageSpecifierType};

/// Creates initial metadata; with `with`, a copy of another tensor's, of which it may be a slice.
///
/// ```mlir
/// %0 = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#csr>
/// %1 = sparse_tensor.storage_specifier.init with %0
///   : from !sparse_tensor.storage_specifier<#csr> to !sparse_tensor.storage_specifier<#slice>
/// ```
#[op(
    name = "sparse_tensor.storage_specifier.init",
    traits(Pure),
    format = "attr-dict (`with` $source^)? `:` (`from` qualified(type($source))^ `to`)? qualified(type($result))"
)]
pub struct StorageSpecifierInitOp {
    #[operand]
    source: Option<StorageSpecifierType>,
    #[result]
    result: StorageSpecifierType,
}

/// One number of the metadata.
///
/// ```mlir
/// %n = sparse_tensor.storage_specifier.get %0 crd_mem_sz at 1 : !sparse_tensor.storage_specifier<#csr>
/// ```
#[op(
    name = "sparse_tensor.storage_specifier.get",
    traits(Pure),
    fold,
    verify = verify_access,
    format = "$specifier $specifierKind (`at` $level^)? attr-dict `:` qualified(type($specifier))"
)]
pub struct GetStorageSpecifierOp {
    #[operand]
    specifier: StorageSpecifierType,
    #[prop]
    specifierKind: StorageSpecifierKind,
    #[prop]
    level: Option<LevelAttr>,
    #[result]
    result: Index,
}

/// The metadata with one number replaced.
///
/// ```mlir
/// %1 = sparse_tensor.storage_specifier.set %0 crd_mem_sz at 1 with %n : !sparse_tensor.storage_specifier<#csr>
/// ```
#[op(
    name = "sparse_tensor.storage_specifier.set",
    traits(Pure),
    verify = verify_access,
    format = "$specifier $specifierKind (`at` $level^)? `with` $value attr-dict `:` qualified(type($result))"
)]
pub struct SetStorageSpecifierOp {
    #[operand(derive(from = "result", with = same_type, summary = "all of {result, specifier} have same type"))]
    specifier: StorageSpecifierType,
    #[prop]
    specifierKind: StorageSpecifierKind,
    #[prop]
    level: Option<LevelAttr>,
    #[operand]
    value: Index,
    #[result]
    result: StorageSpecifierType,
}

fn same_type(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// Verifies that the kind of number exists for the level.
fn verify_access(op: OpRef) -> Checked {
    use StorageSpecifierKind as Kind;
    let (kind, level) = (op.get(GetStorageSpecifierOp::specifierKind), op.get(GetStorageSpecifierOp::level));
    if kind == Kind::ValuesSize {
        return match level {
            Some(_) => Err(op.plain_error("redundant level argument for querying value memory size")),
            None => Ok(()),
        };
    }
    let cx = op.cx();
    let specifier = StorageSpecifierType::from_type(cx, op.operand(0).ty());
    let Some(encoding) = specifier.map(|specifier| specifier.encoding(cx)) else { return Ok(()) };
    if matches!(kind, Kind::DimOffset | Kind::DimStride) && !encoding.is_slice(cx) {
        return Err(op.plain_error("requested slice data on non-slice tensor"));
    }
    let Some(level) = level else { return Err(op.plain_error("missing level argument")) };
    let levels = encoding.level_types(cx);
    let Some(level) = usize::try_from(level).ok().and_then(|level| levels.get(level)) else {
        return Err(op.plain_error("requested level is out of bounds"));
    };
    if kind == Kind::PositionsSize && level.is(LevelFormat::Singleton) {
        return Err(op.plain_error("requested position memory size on a singleton level"));
    }
    Ok(())
}
