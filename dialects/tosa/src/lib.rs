//! The `tosa` dialect: the tensor operator set architecture, operations on whole tensors as models use them.
//!
//! In reading order: [`types`] and [`attrs`] types, attributes and constraints; [`elementwise`], [`contraction`],
//! [`reduce`], [`layout`], [`convert`], [`control`] and [`shape`] the operations; `rules` their traits, [`interfaces`] their
//! interfaces, `verify` their verification, [`mod@infer`] the shapes of results, by `sizes`; `syntax` is what formats do not declare, `fold`
//! and `canonicalize` simplify, `eval` is the evaluation of operations, `hooks` the dialect's hooks.

pub mod attrs;
mod canonicalize;
pub mod contraction;
pub mod control;
pub mod convert;
pub mod elementwise;
mod eval;
mod fold;
mod hooks;
pub mod infer;
pub mod interfaces;
pub mod layout;
pub mod reduce;
mod rules;
pub mod shape;
mod sizes;
mod syntax;
pub mod types;
mod verify;

use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::contraction::*;
pub use self::control::*;
pub use self::convert::CastOp;
pub use self::convert::*;
pub use self::elementwise::*;
pub use self::infer::constant_sizes;
pub use self::interfaces::{InferShapes, ShapeOperator};
pub use self::layout::*;
pub use self::reduce::*;
pub use self::shape::*;
pub use self::syntax::index_tensor;
pub use self::types::{MxInt8Type, ShapeType};

dialect! {
    /// Operations on whole tensors, as machine learning models use them (TOSA: tensor operator set architecture).
    ///
    /// Quantized values are integers with a scale and a zero point, which are operands or attributes. Sizes are operands
    /// of type `!tosa.shape`.
    pub Tosa = "tosa" {
        types: [MxInt8Type, ShapeType],
        attrs: [
            BlockSize, Extension, Level, NanPropagationMode, Profile, ResizeMode, RoundingMode, SpecificationVersion,
            TargetEnvAttr,
        ],
        ops: [
            AbsOp, AddOp, AddShapeOp, ApplyScaleOp, ArgMaxOp, ArithmeticRightShiftOp, AvgPool2DOp, BitwiseAndOp,
            BitwiseNotOp, BitwiseOrOp, BitwiseXorOp, CastFromBlockScaledOp, CastOp, CastToBlockScaledOp, CeilOp, ClampOp,
            ClzOp, ConcatOp, ConcatShapeOp, ConstOp, ConstShapeOp, Conv2DOp, Conv3DOp, CosOp, CustomOp, DepthwiseConv2DOp,
            DimOp, DivCeilShapeOp, DivFloorShapeOp, EqualOp, ErfOp, Exp2ShapeOp, ExpOp, FFT2DOp, FloorOp, GatherOp,
            GreaterEqualOp, GreaterOp, IdentityOp, IfOp, IntDivOp, Log2CeilShapeOp, Log2FloorShapeOp, LogOp, LogicalAndOp,
            LogicalLeftShiftOp, LogicalNotOp, LogicalOrOp, LogicalRightShiftOp, LogicalXorOp, MatMulOp,
            MatmulTBlockScaledOp, MaxPool2DOp, MaxShapeOp, MaximumOp, MinShapeOp, MinimumOp, ModShapeOp, MulOp, MulShapeOp,
            NegateOp, PadOp, PowOp, RFFT2DOp, ReciprocalOp, ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp,
            ReduceProductOp, ReduceSumOp, RescaleOp, ReshapeOp, ResizeOp, ReverseOp, RsqrtOp, ScatterOp, SelectOp,
            SigmoidOp, SinOp, SliceOp, SliceShapeOp, SubOp, SubShapeOp, TableOp, TanhOp, TileOp, TransposeConv2DOp,
            TransposeOp, VariableOp, VariableReadOp, VariableWriteOp, WhileOp, YieldOp,
        ],
        depends: [rmlir_tensor::Tensor],
        hooks: hooks::Hooks,
    }
}
