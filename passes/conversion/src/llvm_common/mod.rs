//! The parts that all conversions to the `llvm` dialect share.
//!
//! In reading order: [`options`] the options, [`data_layout`] the properties of the target, [`type_size`] sizes in
//! memory; [`type_converter`] types, [`complaints`] why some cannot be converted, [`descriptor`] memrefs as values,
//! [`emit`] common LLVM operations, [`symbols`] functions that generated code calls; [`patterns`] the form of
//! patterns, [`one_to_one`] the simple ones; [`interface`] the interface of dialects that can be converted.

pub mod complaints;
pub mod data_layout;
pub mod descriptor;
pub mod emit;
pub mod interface;
pub mod one_to_one;
pub mod options;
pub mod patterns;
pub mod symbols;
pub mod type_converter;
pub mod type_size;
