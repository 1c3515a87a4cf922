//! Convolutions.
//!
//! The rows use the notation of the parent module. Layouts are named by letters: batch N, depth D, height H, width W,
//! group G, channel C, feature F, and M for the channel multiplier.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use super::row::{Named, named_ops};
use crate::attrs::{TypeFn, WindowNumbers1, WindowNumbers2, WindowNumbers3};
use crate::computation::Computation::{self, MultiplyAdd, QuantizedMultiplyAdd as QUANTIZED};
use crate::structured::Structured;

const MULTIPLY_ADD: Computation = MultiplyAdd(TypeFn::CastSigned);

named_ops! {
    /// Convolution in one dimension.
    Conv1DOp "linalg.conv_1d" =
        Named::new("W w : W+w | w | W", MULTIPLY_ADD);
    /// Convolution in two dimensions.
    Conv2DOp "linalg.conv_2d" =
        Named::new("H W h w : H+h W+w | h w | H W", MULTIPLY_ADD);
    /// Convolution in three dimensions.
    Conv3DOp "linalg.conv_3d" =
        Named::new("D H W d h w : D+d H+h W+w | d h w | D H W", MULTIPLY_ADD);
    /// Convolution in one dimension, of an input NWC by a filter WCF.
    Conv1DNwcWcfOp "linalg.conv_1d_nwc_wcf" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W F w c : N W+w c | w c F | N W F", MULTIPLY_ADD);
    /// Convolution in one dimension, of an input NCW by a filter FCW.
    Conv1DNcwFcwOp "linalg.conv_1d_ncw_fcw" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N F W c w : N c W+w | F c w | N F W", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NHWC by a filter HWCF.
    Conv2DNhwcHwcfOp "linalg.conv_2d_nhwc_hwcf" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W F h w c : N H+h W+w c | h w c F | N H W F", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NHWC by a filter FHWC.
    Conv2DNhwcFhwcOp "linalg.conv_2d_nhwc_fhwc" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W F h w c : N H+h W+w c | F h w c | N H W F", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NHWC by a filter HWCF, less zero points.
    Conv2DNhwcHwcfQOp "linalg.conv_2d_nhwc_hwcf_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W F h w c : N H+h W+w c | h w c F | () | () | N H W F", QUANTIZED);
    /// Convolution in two dimensions, of an input NHWC by a filter FHWC, less zero points.
    Conv2DNhwcFhwcQOp "linalg.conv_2d_nhwc_fhwc_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W F h w c : N H+h W+w c | F h w c | () | () | N H W F", QUANTIZED);
    /// Convolution in two dimensions, of an input NCHW by a filter FCHW, less zero points.
    Conv2DNchwFchwQOp "linalg.conv_2d_nchw_fchw_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N F H W c h w : N c H+h W+w | F c h w | () | () | N F H W", QUANTIZED);
    /// Convolution in two dimensions, of an input NCHW by a filter FCHW.
    Conv2DNchwFchwOp "linalg.conv_2d_nchw_fchw" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N F H W c h w : N c H+h W+w | F c h w | N F H W", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NGCHW by a filter FGCHW.
    Conv2DNgchwFgchwOp "linalg.conv_2d_ngchw_fgchw" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N G F H W c h w : N G c H+h W+w | F G c h w | N G F H W", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NGCHW by a filter GFCHW.
    Conv2DNgchwGfchwOp "linalg.conv_2d_ngchw_gfchw" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N G F H W c h w : N G c H+h W+w | G F c h w | N G F H W", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NHWGC by a filter GFHWC.
    Conv2DNhwgcGfhwcOp "linalg.conv_2d_nhwgc_gfhwc" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W G F h w c : N H+h W+w G c | G F h w c | N H W G F", MULTIPLY_ADD);
    /// Convolution in two dimensions, of an input NHWGC by a filter GFHWC, less zero points.
    Conv2DNhwgcGfhwcQOp "linalg.conv_2d_nhwgc_gfhwc_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W G F h w c : N H+h W+w G c | G F h w c | () | () | N H W G F", QUANTIZED);
    /// Convolution in two dimensions, of an input NGCHW by a filter GFCHW, less zero points.
    Conv2DNgchwGfchwQOp "linalg.conv_2d_ngchw_gfchw_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N G F H W c h w : N G c H+h W+w | G F c h w | () | () | N G F H W", QUANTIZED);
    /// Convolution in three dimensions, of an input NDHWC by a filter DHWCF.
    Conv3DNdhwcDhwcfOp "linalg.conv_3d_ndhwc_dhwcf" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W F d h w c : N D+d H+h W+w c | d h w c F | N D H W F", MULTIPLY_ADD);
    /// Convolution in three dimensions, of an input NDHWC by a filter DHWCF, less zero points.
    Conv3DNdhwcDhwcfQOp "linalg.conv_3d_ndhwc_dhwcf_q" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W F d h w c : N D+d H+h W+w c | d h w c F | () | () | N D H W F", QUANTIZED);
    /// Convolution in three dimensions, of an input NCDHW by a filter FCDHW.
    Conv3DNcdhwFcdhwOp "linalg.conv_3d_ncdhw_fcdhw" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N F D H W c d h w : N c D+d H+h W+w | F c d h w | N F D H W", MULTIPLY_ADD);
    /// Convolution of each channel in one dimension, of an input NWC by filters WC.
    DepthwiseConv1DNwcWcOp "linalg.depthwise_conv_1d_nwc_wc" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N W+w C | w C | N W C", MULTIPLY_ADD);
    /// Convolution of each channel in one dimension, of an input NCW by filters CW.
    DepthwiseConv1DNcwCwOp "linalg.depthwise_conv_1d_ncw_cw" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C w : N C W+w | C w | N C W", MULTIPLY_ADD);
    /// Convolution of each channel in one dimension, of an input NWC by filters WCM.
    DepthwiseConv1DNwcWcmOp "linalg.depthwise_conv_1d_nwc_wcm" [strides: WindowNumbers1, dilations: WindowNumbers1] =
        Named::new("N W C M w : N W+w C | w C M | N W C M", MULTIPLY_ADD);
    /// Convolution of each channel in two dimensions, of an input NHWC by filters HWC.
    DepthwiseConv2DNhwcHwcOp "linalg.depthwise_conv_2d_nhwc_hwc" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w C | N H W C", MULTIPLY_ADD);
    /// Convolution of each channel in two dimensions, of an input NCHW by filters CHW.
    DepthwiseConv2DNchwChwOp "linalg.depthwise_conv_2d_nchw_chw" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N C H+h W+w | C h w | N C H W", MULTIPLY_ADD);
    /// Convolution of each channel in two dimensions, of an input NHWC by filters HWC, less zero points.
    DepthwiseConv2DNhwcHwcQOp "linalg.depthwise_conv_2d_nhwc_hwc_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C h w : N H+h W+w C | h w C | () | () | N H W C", QUANTIZED);
    /// Convolution of each channel in two dimensions, of an input NHWC by filters HWCM.
    DepthwiseConv2DNhwcHwcmOp "linalg.depthwise_conv_2d_nhwc_hwcm" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C M h w : N H+h W+w C | h w C M | N H W C M", MULTIPLY_ADD);
    /// Convolution of each channel in two dimensions, of an input NHWC by filters HWCM, less zero points.
    DepthwiseConv2DNhwcHwcmQOp "linalg.depthwise_conv_2d_nhwc_hwcm_q" [strides: WindowNumbers2, dilations: WindowNumbers2] =
        Named::new("N H W C M h w : N H+h W+w C | h w C M | () | () | N H W C M", QUANTIZED);
    /// Convolution of each channel in three dimensions, of an input NDHWC by filters DHWC.
    DepthwiseConv3DNdhwcDhwcOp "linalg.depthwise_conv_3d_ndhwc_dhwc" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W d h w C : N D+d H+h W+w C | d h w C | N D H W C", MULTIPLY_ADD);
    /// Convolution of each channel in three dimensions, of an input NCDHW by filters CDHW.
    DepthwiseConv3DNcdhwCdhwOp "linalg.depthwise_conv_3d_ncdhw_cdhw" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W d h w C : N C D+d H+h W+w | C d h w | N C D H W", MULTIPLY_ADD);
    /// Convolution of each channel in three dimensions, of an input NDHWC by filters DHWCM.
    DepthwiseConv3DNdhwcDhwcmOp "linalg.depthwise_conv_3d_ndhwc_dhwcm" [strides: WindowNumbers3, dilations: WindowNumbers3] =
        Named::new("N D H W M d h w C : N D+d H+h W+w C | d h w C M | N D H W C M", MULTIPLY_ADD);
}
