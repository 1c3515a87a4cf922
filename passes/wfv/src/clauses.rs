//! Clauses of a function and its arguments, and the names of its variants.
//!
//! Names follow the vector function ABI: `_ZGV`, the instruction set, `M` or `N` for masked and unmasked, the number of
//! lanes, a letter for each argument (`u` uniform, `l` linear with its step, `v` varying, `a` with an alignment), `_`
//! and the name. Variants use vectors independent of the target, so the instruction set is `_LLVM_`.

use rmlir::core::function::attrs_of;
use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rmlir_pvec::{AlignedAttr, FunctionAttr, LinearAttr, UniformAttr, Variants};

/// The attribute of functions with variants.
pub const FUNCTION: &str = "pvec.function";

/// The relation between the values of an argument in neighbouring lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The difference from lane to lane, 0 for uniform arguments; `None` if nothing is known.
    pub step: Option<i64>,
    /// A divisor of the value in the first lane, 1 if nothing is known.
    pub alignment: u64,
}

/// A variant of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The number of lanes.
    pub width: i64,
    /// Whether it has a mask as its last argument.
    pub masked: bool,
}

/// The clauses of a function.
#[derive(Clone, Debug)]
pub struct Clauses {
    /// The clauses by argument.
    pub arguments: Vec<Clause>,
    /// The variants to generate.
    pub variants: Vec<Variant>,
}

impl Clauses {
    /// Reads the clauses of `function`; `None` if it requests no variants. A `width` other than 0 replaces the number
    /// of lanes.
    pub fn of(function: OpRef, width: i64) -> Option<Self> {
        let cx = function.cx();
        let said = FunctionAttr::from_attr(cx, function.attr(FUNCTION)?)?;
        let width = if width == 0 { said.lanes(cx) } else { width };
        let masked: &[bool] = match said.variants(cx) {
            Variants::Both => &[false, true],
            Variants::Masked => &[true],
            Variants::Unmasked => &[false],
        };
        let variants = masked.iter().map(|&masked| Variant { width, masked }).collect();
        let (inputs, _) = signature(function);
        let attrs = attrs_of(function, FuncOp::ARG_ATTRS, inputs.len());
        let arguments = inputs.iter().zip(attrs).map(|(&ty, attrs)| Clause::of(cx, ty, attrs)).collect();
        Some(Self { arguments, variants })
    }

    /// Treats linear arguments as varying.
    pub fn forget_strides(&mut self) {
        for clause in self.arguments.iter_mut().filter(|clause| clause.step != Some(0)) {
            *clause = Clause { step: None, alignment: 1 };
        }
    }

    /// The name of a variant of the function called `name`.
    pub fn variant_name(&self, name: &str, variant: Variant) -> String {
        let mask = if variant.masked { 'M' } else { 'N' };
        let parameters: String = self.arguments.iter().map(|clause| clause.letter()).collect();
        format!("_ZGV_LLVM_{mask}{}{parameters}_{name}", variant.width)
    }
}

impl Clause {
    fn of(cx: &Context, ty: Type, attrs: Attr) -> Self {
        let said = attrs.dict_get(cx, cx.ident("pvec.clause"));
        let said = said.map_or(Vec::new(), |said| said.as_array(cx).map_or_else(|| vec![said], <[Attr]>::to_vec));
        // A memref as a descriptor is uniform; its elements need not be.
        let is_scalar = ty.int_or_index_width(cx).is_some() || ty.float_kind(cx).is_some();
        let mut clause = Self { step: (!is_scalar).then_some(0), alignment: 1 };
        for said in said {
            if UniformAttr::from_attr(cx, said).is_some() {
                clause.step = Some(0);
            }
            if let Some(linear) = LinearAttr::from_attr(cx, said) {
                clause.step = Some(linear.step(cx));
            }
            if let Some(aligned) = AlignedAttr::from_attr(cx, said) {
                clause.alignment = aligned.bytes(cx) as u64;
            }
        }
        clause
    }

    fn letter(&self) -> String {
        let mut letter = match self.step {
            None => "v".to_owned(),
            Some(0) => "u".to_owned(),
            Some(1) => "l".to_owned(),
            Some(step) if step < 0 => format!("ln{}", step.unsigned_abs()),
            Some(step) => format!("l{step}"),
        };
        if self.alignment > 1 {
            letter.push_str(&format!("a{}", self.alignment));
        }
        letter
    }
}

/// The types of a function's arguments and results.
pub fn signature(function: OpRef) -> (Vec<Type>, Vec<Type>) {
    let (inputs, results) = rmlir::core::function::types_of(function, FuncOp::FUNCTION_TYPE);
    (inputs.to_vec(), results.to_vec())
}
