//! The `linalg` dialect: structured operations on tensors and memrefs.
//!
//! [`structured`] has the common interface, `verify` the verification of all of them, `syntax` their common syntax, and
//! `shared` what they declare and implement in the same way. Then there is one file for each operation with a structure
//! of its own, and [`named`] for those that are rows of a table. `computation` lists the computations of regions that
//! are not part of the textual format, `compute` builds these regions, `eval` evaluates the operations.

mod attrs;
pub mod canonicalize;
mod computation;
mod compute;
mod contract;
mod elementwise;
mod eval;
mod fold;
mod generic;
mod index;
mod map;
mod matmul;
pub mod named;
mod names;
mod permute;
mod reduce;
pub mod relayout;
mod shared;
mod sizes;
mod softmax;
pub mod structured;
mod syntax;
mod verify;
mod winograd;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::attrs::{BinaryFn, ElementwiseKind, IteratorType, TernaryFn, TypeFn, UnaryFn};
pub use self::canonicalize::fill::fill;
pub use self::computation::Computation;
pub use self::contract::ContractOp;
pub use self::elementwise::ElementwiseOp;
pub use self::generic::GenericOp;
pub use self::index::{IndexOp, YieldOp};
pub use self::map::MapOp;
pub use self::matmul::{BatchMatmulOp, BatchReduceMatmulOp, MatmulOp};
pub use self::named::*;
pub use self::permute::{BroadcastOp, TransposeOp};
pub use self::reduce::ReduceOp;
pub use self::relayout::{PackOp, UnPackOp};
pub use self::softmax::SoftmaxOp;
pub use self::winograd::{WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp};

dialect! {
    /// Structured operations: loop nests over tensors and memrefs that declare the computation, but not its schedule.
    ///
    /// Each is a loop nest whose bounds follow from the operands, a map from the iteration space to an element of each
    /// operand, and a region that computes the elements of the outputs.
    pub Linalg = "linalg" {
        attrs: [BinaryFn, ElementwiseKind, IteratorType, TernaryFn, TypeFn, UnaryFn],
        ops: [
            AbsOp, AddOp, BatchMatmulOp, BatchMatvecOp, BatchMmt4DOp, BatchReduceMatmulOp, BatchVecmatOp, BroadcastOp,
            CeilOp, ContractOp, Conv1DOp, Conv1DNcwFcwOp, Conv1DNwcWcfOp, Conv2DOp, Conv2DNchwFchwOp, Conv2DNchwFchwQOp,
            Conv2DNgchwFgchwOp, Conv2DNgchwGfchwOp, Conv2DNgchwGfchwQOp, Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp,
            Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp, Conv2DNhwgcGfhwcOp, Conv2DNhwgcGfhwcQOp, Conv3DOp, Conv3DNcdhwFcdhwOp,
            Conv3DNdhwcDhwcfOp, Conv3DNdhwcDhwcfQOp, CopyOp, DepthwiseConv1DNcwCwOp, DepthwiseConv1DNwcWcOp,
            DepthwiseConv1DNwcWcmOp, DepthwiseConv2DNchwChwOp, DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcQOp,
            DepthwiseConv2DNhwcHwcmOp, DepthwiseConv2DNhwcHwcmQOp, DepthwiseConv3DNcdhwCdhwOp,
            DepthwiseConv3DNdhwcDhwcOp, DepthwiseConv3DNdhwcDhwcmOp, DivOp, DivUnsignedOp, DotOp, ElementwiseOp, ErfOp,
            ExpOp, FillOp, FillRng2DOp, FloorOp, GenericOp, IndexOp, LogOp, MapOp, MatmulOp, MatvecOp, MaxOp, MinOp,
            Mmt4DOp, MulOp, NegFOp, PackOp, PoolingNchwMaxOp, PoolingNchwSumOp, PoolingNcwMaxOp, PoolingNcwSumOp,
            PoolingNdhwcMaxOp, PoolingNdhwcMinOp, PoolingNdhwcSumOp, PoolingNhwcMaxOp, PoolingNhwcMaxUnsignedOp,
            PoolingNhwcMinOp, PoolingNhwcMinUnsignedOp, PoolingNhwcSumOp, PoolingNwcMaxOp, PoolingNwcMaxUnsignedOp,
            PoolingNwcMinOp, PoolingNwcMinUnsignedOp, PoolingNwcSumOp, PowFOp, QuantizedBatchMatmulOp,
            QuantizedMatmulOp, ReciprocalOp, ReduceOp, RoundOp, RsqrtOp, SelectOp, SoftmaxOp, SqrtOp, SquareOp, SubOp,
            TanhOp, TransposeOp, UnPackOp, VecmatOp, WinogradFilterTransformOp, WinogradInputTransformOp,
            WinogradOutputTransformOp, YieldOp,
        ],
        depends: [rmlir_affine::Affine, rmlir_arith::Arith, rmlir_complex::Complex, rmlir_math::Math, rmlir_memref::MemRef, rmlir_tensor::Tensor],
        hooks: Hooks,
    }
}

struct Hooks;

/// Constants are materialized as those of `arith`; all operations may be inlined.
impl DialectHooks for Hooks {
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        cx.dialect("arith")?.hooks().materialize_constant(cx, value, ty)
    }
    fn verify_op_attr(&self, op: OpRef, name: &str, _value: Attr) -> Checked {
        if name == syntax::KEPT_MAPS {
            return Ok(());
        }
        Err(op.plain_error(format!("attribute '{name}' not supported by the linalg dialect")))
    }
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }
    fn canonicalize(&self, patterns: &mut PatternSet) {
        canonicalize::structured::add_patterns(patterns);
    }
}
