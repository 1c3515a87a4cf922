//! Operations of transform scripts for the patterns of this crate, and for its type converter.

use std::any::Any;

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::pass::options::IntWidth;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionTarget};
use rmlir_transform::{ConversionPatternDescriptor, PatternDescriptor, TransformState, TypeConverterBuilder};

use crate::llvm_common::data_layout::PointerLayout;
use crate::llvm_common::options::{Allocation, LlvmOptions};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;
use crate::to_llvm::conversion_of;
use crate::vector_to_llvm::VectorOptions;
use crate::{func_to_llvm, vector_to_llvm, vector_to_scf};

/// The extensions of the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[
    &DialectExtension {
        dialect: rmlir_transform::Transform::DEF,
        ops: &[
            ApplyFuncToLlvmConversionPatternsOp::DEF,
            ApplyToLlvmConversionPatternsOp::DEF,
            ApplyVectorToLlvmConversionPatternsOp::DEF,
            MemRefToLlvmTypeConverterOp::DEF,
        ],
        depends: &[rmlir_llvm::Llvm::DEF],
    },
    &DialectExtension {
        dialect: rmlir_transform::Transform::DEF,
        ops: &[ApplyTransferToScfPatternsOp::DEF],
        depends: &[rmlir_vector::Vector::DEF],
    },
];

/// The type of the converter, by upstream's name.
const CONVERTER: &str = "LLVMTypeConverter";

/// The type converter to LLVM with these options.
#[op(
    name = "transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter",
    interfaces(TypeConverterBuilder),
    format = "attr-dict"
)]
pub struct MemRefToLlvmTypeConverterOp {
    /// Whether `aligned_alloc` allocates.
    #[prop]
    use_aligned_alloc: Option<BoolAttr>,
    /// The width of `index`: 64 bits by default; 0 means the width of a machine word.
    #[prop]
    index_bitwidth: Option<I64Attr>,
    /// Whether allocation calls functions with generic names.
    #[prop]
    use_generic_functions: Option<BoolAttr>,
    /// Whether memrefs of static shape are passed as bare pointers.
    #[prop]
    use_bare_ptr_call_conv: Option<BoolAttr>,
    /// The data layout, in LLVM's syntax.
    #[prop]
    data_layout: Option<StrAttr>,
}

fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

fn one(cx: &Context) -> Attr {
    cx.i64_attr(1)
}

fn yes(_cx: &Context) -> Attr {
    Attr::TRUE
}

impl TypeConverterBuilder for MemRefToLlvmTypeConverterOp<()> {
    fn converter_type(&self) -> &'static str {
        CONVERTER
    }

    fn build(&self, op: OpRef) -> Result<Box<dyn Any>, Box<Diagnostic>> {
        let is_set = |slot: usize| op.prop(slot) == Some(Attr::TRUE);
        let width = op.get(MemRefToLlvmTypeConverterOp::index_bitwidth).unwrap_or(64);
        let width = u32::try_from(width).ok().and_then(IntWidth::new);
        let width = width.ok_or_else(|| op.error("expects a width that an index can have"))?;
        let layout = op.get(MemRefToLlvmTypeConverterOp::data_layout).unwrap_or_default();
        let options = LlvmOptions {
            allocation: if is_set(MemRefToLlvmTypeConverterOp::USE_ALIGNED_ALLOC) {
                Allocation::AlignedAlloc
            } else {
                Allocation::Malloc
            },
            generic_functions: is_set(MemRefToLlvmTypeConverterOp::USE_GENERIC_FUNCTIONS),
            bare_pointers: is_set(MemRefToLlvmTypeConverterOp::USE_BARE_PTR_CALL_CONV),
            pointers: PointerLayout::parse(layout).map_err(|why| op.plain_error(why))?,
            ..LlvmOptions::of_width(width)
        };
        Ok(Box::new(LlvmTypes::new(options)))
    }
}

/// Adds to `patterns` those that `add` adds for the converter.
fn populate(converter: &dyn Any, patterns: &mut ConversionPatterns, add: impl FnOnce(&mut LlvmPatterns)) {
    let types = converter.downcast_ref::<LlvmTypes>().expect("the kind of the converter was verified");
    let mut own = LlvmPatterns::new(types.clone());
    add(&mut own);
    patterns.extend(own.patterns);
}

/// Functions, calls and returns.
#[op(
    name = "transform.apply_conversion_patterns.func.func_to_llvm",
    interfaces(ConversionPatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyFuncToLlvmConversionPatternsOp {}

impl ConversionPatternDescriptor for ApplyFuncToLlvmConversionPatternsOp<()> {
    fn converter_type(&self) -> Option<&'static str> {
        Some(CONVERTER)
    }

    fn populate(
        &self,
        _op: OpRef,
        converter: &dyn Any,
        patterns: &mut ConversionPatterns,
        _target: &mut ConversionTarget,
    ) -> Checked {
        populate(converter, patterns, func_to_llvm::add_patterns);
        Ok(())
    }
}

/// Operations on vectors.
#[op(
    name = "transform.apply_conversion_patterns.vector.vector_to_llvm",
    interfaces(ConversionPatternDescriptor),
    format = "attr-dict"
)]
pub struct ApplyVectorToLlvmConversionPatternsOp {
    /// Whether floats may be added in any order.
    #[prop(default = no)]
    reassociate_fp_reductions: BoolAttr,
    /// Whether indices are known to fit into 32 bits.
    #[prop(default = yes)]
    force_32bit_vector_indices: BoolAttr,
    /// Whether memory is aligned as the vector type prefers it, not its elements.
    #[prop(default = no)]
    use_vector_alignment: BoolAttr,
}

impl ConversionPatternDescriptor for ApplyVectorToLlvmConversionPatternsOp<()> {
    fn converter_type(&self) -> Option<&'static str> {
        Some(CONVERTER)
    }

    fn populate(
        &self,
        op: OpRef,
        converter: &dyn Any,
        patterns: &mut ConversionPatterns,
        _target: &mut ConversionTarget,
    ) -> Checked {
        let is_set = |slot: usize| op.prop(slot) == Some(Attr::TRUE);
        let options = VectorOptions {
            reassociate_fp_reductions: is_set(ApplyVectorToLlvmConversionPatternsOp::REASSOCIATE_FP_REDUCTIONS),
            force_32_bit_indices: is_set(ApplyVectorToLlvmConversionPatternsOp::FORCE_32BIT_VECTOR_INDICES),
            use_vector_alignment: is_set(ApplyVectorToLlvmConversionPatternsOp::USE_VECTOR_ALIGNMENT),
        };
        populate(converter, patterns, |own| vector_to_llvm::add_patterns(own, options));
        Ok(())
    }
}

/// Operations of a dialect that implements its conversion.
#[op(
    name = "transform.apply_conversion_patterns.dialect_to_llvm",
    interfaces(ConversionPatternDescriptor),
    verify = verify_dialect,
    format = "$dialect_name attr-dict"
)]
pub struct ApplyToLlvmConversionPatternsOp {
    #[prop]
    dialect_name: StrAttr,
}

fn dialect_name(op: OpRef<'_>) -> &str {
    op.get(ApplyToLlvmConversionPatternsOp::dialect_name)
}

fn verify_dialect(op: OpRef) -> Checked {
    let name = dialect_name(op);
    let Some(dialect) = op.cx().dialect(name) else {
        return Err(op.error(format!("unknown dialect or dialect not loaded: {name}")));
    };
    match conversion_of(dialect) {
        Some(_) => Ok(()),
        None => {
            let why = "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded";
            Err(op.error(format!("{why}: {name}")))
        }
    }
}

impl ConversionPatternDescriptor for ApplyToLlvmConversionPatternsOp<()> {
    fn converter_type(&self) -> Option<&'static str> {
        Some(CONVERTER)
    }

    /// The legality of the dialect's conversion is ignored: the script defines it.
    fn populate(
        &self,
        op: OpRef,
        converter: &dyn Any,
        patterns: &mut ConversionPatterns,
        _target: &mut ConversionTarget,
    ) -> Checked {
        let conversion = op.cx().dialect(dialect_name(op)).and_then(conversion_of);
        let conversion = conversion.expect("a verified operation names a dialect that is converted");
        let mut ignored = ConversionTarget::new(op.cx());
        populate(converter, patterns, |own| conversion.add(&mut ignored, own));
        Ok(())
    }
}

/// Lowers transfers of several dimensions to loops.
#[op(
    name = "transform.apply_patterns.vector.transfer_to_scf",
    interfaces(PatternDescriptor),
    format = "oilist(`max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` $full_unroll) attr-dict"
)]
pub struct ApplyTransferToScfPatternsOp {
    #[prop(default = one)]
    max_transfer_rank: I64Attr,
    #[prop(default = no)]
    full_unroll: BoolAttr,
}

impl PatternDescriptor for ApplyTransferToScfPatternsOp<()> {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        let options = vector_to_scf::Options {
            full_unroll: op.get(ApplyTransferToScfPatternsOp::full_unroll),
            target_rank: u32::try_from(op.get(ApplyTransferToScfPatternsOp::max_transfer_rank)).unwrap_or(u32::MAX),
            ..vector_to_scf::Options::default()
        };
        patterns.extend(vector_to_scf::patterns(options));
    }
}
