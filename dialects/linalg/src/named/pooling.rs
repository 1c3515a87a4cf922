//! Pooling: the elements of each window of the input are combined.
//!
//! The rows use the notation of the parent module. Of the second input only the shape is used: the size of windows.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use super::row::{Named, named_ops};
use crate::attrs::{BinaryFn, TypeFn, WindowNumbers1, WindowNumbers2, WindowNumbers3};
use crate::computation::Computation::{self, Combine};
use crate::structured::Structured;

const SUM: Computation = Combine(BinaryFn::Add, TypeFn::CastSigned);
const MAX: Computation = Combine(BinaryFn::MaxSigned, TypeFn::CastSigned);
const MIN: Computation = Combine(BinaryFn::MinSigned, TypeFn::CastSigned);
const MAX_UNSIGNED: Computation = Combine(BinaryFn::MaxUnsigned, TypeFn::CastUnsigned);
const MIN_UNSIGNED: Computation = Combine(BinaryFn::MinUnsigned, TypeFn::CastUnsigned);

named_ops! {
    /// The sum of each window of an input NHWC.
    PoolingNhwcSumOp "linalg.pooling_nhwc_sum" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w | N H W C", SUM);
    /// The sum of each window of an input NCHW.
    PoolingNchwSumOp "linalg.pooling_nchw_sum" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N C H W h w : N C H+h W+w | h w | N C H W", SUM);
    /// The greatest element of each window of an input NHWC.
    PoolingNhwcMaxOp "linalg.pooling_nhwc_max" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w | N H W C", MAX);
    /// The greatest element of each window of an input NHWC, as unsigned integers.
    PoolingNhwcMaxUnsignedOp "linalg.pooling_nhwc_max_unsigned" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w | N H W C", MAX_UNSIGNED);
    /// The greatest element of each window of an input NCHW.
    PoolingNchwMaxOp "linalg.pooling_nchw_max" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N C H W h w : N C H+h W+w | h w | N C H W", MAX);
    /// The least element of each window of an input NHWC.
    PoolingNhwcMinOp "linalg.pooling_nhwc_min" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w | N H W C", MIN);
    /// The least element of each window of an input NHWC, as unsigned integers.
    PoolingNhwcMinUnsignedOp "linalg.pooling_nhwc_min_unsigned" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w | N H W C", MIN_UNSIGNED);
    /// The sum of each window of an input NWC.
    PoolingNwcSumOp "linalg.pooling_nwc_sum" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w | N W C", SUM);
    /// The sum of each window of an input NCW.
    PoolingNcwSumOp "linalg.pooling_ncw_sum" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N C W w : N C W+w | w | N C W", SUM);
    /// The greatest element of each window of an input NWC.
    PoolingNwcMaxOp "linalg.pooling_nwc_max" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w | N W C", MAX);
    /// The greatest element of each window of an input NWC, as unsigned integers.
    PoolingNwcMaxUnsignedOp "linalg.pooling_nwc_max_unsigned" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w | N W C", MAX_UNSIGNED);
    /// The greatest element of each window of an input NCW.
    PoolingNcwMaxOp "linalg.pooling_ncw_max" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N C W w : N C W+w | w | N C W", MAX);
    /// The least element of each window of an input NWC.
    PoolingNwcMinOp "linalg.pooling_nwc_min" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w | N W C", MIN);
    /// The least element of each window of an input NWC, as unsigned integers.
    PoolingNwcMinUnsignedOp "linalg.pooling_nwc_min_unsigned" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w | N W C", MIN_UNSIGNED);
    /// The sum of each window of an input NDHWC.
    PoolingNdhwcSumOp "linalg.pooling_ndhwc_sum" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W C d h w : N D+d H+h W+w C | d h w | N D H W C", SUM);
    /// The greatest element of each window of an input NDHWC.
    PoolingNdhwcMaxOp "linalg.pooling_ndhwc_max" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W C d h w : N D+d H+h W+w C | d h w | N D H W C", MAX);
    /// The least element of each window of an input NDHWC.
    PoolingNdhwcMinOp "linalg.pooling_ndhwc_min" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W C d h w : N D+d H+h W+w C | d h w | N D H W C", MIN);
}
