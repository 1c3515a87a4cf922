//! `vector` to `llvm`.
//!
//! A one-dimensional vector is a vector of LLVM; further dimensions are arrays. First operations on vectors are lowered
//! to simpler ones, as far as patterns of `passes/vector` do that; the remaining ones are converted to LLVM.
//!
//! Files: `alignment` alignment of memory; `memory` loads, stores, gathers and the like; `reduce` reductions, also
//! under a mask; `elements` extraction, insertion, broadcast; `shape` shuffles and casts; `mask` masks and steps;
//! `print` printing; `matrix` intrinsics on matrices; `arm_sve` those of Arm's scalable vector extension.

mod alignment;
mod arm_sve;
mod elements;
mod mask;
pub mod matrix;
mod memory;
mod print;
mod reduce;
mod shape;

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue, Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_arith::Arith;
use rmlir_arm_neon::ArmNeon;
use rmlir_arm_passes::contract::{neon, sve};
use rmlir_arm_sve::ArmSve;
use rmlir_llvm::Llvm;
use rmlir_memref::MemRef;
use rmlir_vector_passes::lower;
use rmlir_vector_passes::lower::contract::ContractLowering;
use rmlir_vector_passes::lower::transpose::TransposeLowering;

use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;

/// Lower the operations from the vector dialect into the LLVM dialect.
///
/// Deviation: there are no dialects of Intel's architectures; options that ask for them are accepted and have no effect.
#[pass(
    name = "convert-vector-to-llvm",
    title = "ConvertVectorToLLVMPass",
    depends(Llvm, Arith, MemRef, ArmNeon, ArmSve)
)]
pub struct ConvertVectorToLlvm {
    /// Allows llvm to reassociate floating-point reductions for speed
    #[option(name = "reassociate-fp-reductions", default = false)]
    reassociate_fp_reductions: bool,
    /// Allows compiler to assume vector indices fit in 32-bit if that yields faster code
    #[option(name = "force-32bit-vector-indices", default = true)]
    force_32_bit_vector_indices: bool,
    /// Use the preferred alignment of a vector type in load/store operations instead of the alignment of the element type of the memref. This flag is intended for use with hardware which requiresvector alignment, or in application contexts where it is known all vector access are naturally aligned. If operations have an alignment attribute set, the alignment attribute takes priority over this option
    #[option(default = false)]
    use_vector_alignment: bool,
    /// Enables the use of AMX dialect while lowering the vector dialect.
    #[option(name = "enable-amx", default = false)]
    _amx: bool,
    /// Enables the use of ArmNeon dialect while lowering the vector dialect.
    #[option(name = "enable-arm-neon", default = false)]
    arm_neon: bool,
    /// Enables the use of ArmSVE dialect while lowering the vector dialect.
    #[option(name = "enable-arm-sve", default = false)]
    arm_sve: bool,
    /// Enables the use of Arm FEAT_I8MM instructions while lowering the vector dialect.
    #[option(name = "enable-arm-i8mm", default = false)]
    arm_i8mm: bool,
    /// Enables the use of Arm FEAT_BF16 instructions while lowering the vector dialect.
    #[option(name = "enable-arm-bf16", default = false)]
    arm_bf16: bool,
    /// Enables the use of X86Vector dialect while lowering the vector dialect.
    #[option(name = "enable-x86vector", default = false)]
    _x86_vector: bool,
    /// control the lowering of `vector.contract` operations.
    #[option(default = "dot")]
    vector_contract_lowering: ContractOption,
    /// control the lowering of `vector.transpose` operations.
    #[option(default = "eltwise")]
    vector_transpose_lowering: TransposeOption,
}

/// The option `vector-contract-lowering`.
#[derive(Clone, Copy)]
struct ContractOption(ContractLowering);

impl OptionType for ContractOption {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase {
            name: "dot",
            doc: "Progressively lower to finer grained `vector.contract` and dot-products. (default)",
        },
        EnumCase { name: "llvmintr", doc: "Lower directly to `llvm.intr.matrix.multiply`." },
        EnumCase { name: "outerproduct", doc: "Lower to `vector.outerproduct`." },
        EnumCase {
            name: "parallelarith",
            doc: "Lower contract with all reduction dimensions unrolled to 1 to a vector elementwise operations.",
        },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use ContractLowering::*;
        value.case(&[Dot, LlvmIntr, OuterProduct, ParallelArith]).map(Self)
    }
}

/// The option `vector-transpose-lowering`.
#[derive(Clone, Copy)]
struct TransposeOption(TransposeLowering);

impl OptionType for TransposeOption {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "eltwise", doc: "Lower transpose into element-wise extract and inserts (default)" },
        EnumCase { name: "llvmintr", doc: "Lower 2-D transpose directly to `llvm.intr.matrix.transpose`" },
        EnumCase { name: "shuffle1d", doc: "Lower 2-D transpose to `vector.shuffle` on 1-D vector." },
        EnumCase { name: "shuffle16x16", doc: "Lower 2-D transpose to `vector.shuffle` on 16x16 vector." },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use TransposeLowering::*;
        value.case(&[EltWise, LlvmIntr, Shuffle1D, Shuffle16x16]).map(Self)
    }
}

impl Pass for ConvertVectorToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let patterns = FrozenPatterns::new(cx.cx(), self.vector_patterns());
        // If the iteration limit of the driver is reached, the remaining operations are left unchanged, as in upstream.
        let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());

        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::default()));
        patterns.plain(lower::transfer::patterns(None, 1));
        let choices = VectorOptions {
            reassociate_fp_reductions: self.reassociate_fp_reductions,
            force_32_bit_indices: self.force_32_bit_vector_indices,
            use_vector_alignment: self.use_vector_alignment,
        };
        add_patterns(&mut patterns, choices);
        mask::add_step_patterns(&mut patterns);
        let mut target = llvm_target(cx.cx());
        target.legal_dialects(&["arith", "memref"]);
        if self.arm_neon {
            target.legal_dialects(&["arm_neon"]);
        }
        if self.arm_sve {
            arm_sve::configure(&mut target);
            arm_sve::add_patterns(&mut patterns);
        }
        patterns.convert_partially(cx, &target)
    }
}

impl ConvertVectorToLlvm {
    /// The patterns that lower to operations that LLVM has.
    fn vector_patterns(&self) -> PatternSet {
        let (contract, transpose) = (self.vector_contract_lowering.0, self.vector_transpose_lowering.0);
        let mut set = rmlir_vector::vector_to_vector_patterns();
        set.extend(lower::bitcast::patterns(1, 1));
        set.extend(lower::broadcast::patterns(1));
        set.extend(lower::contract::patterns(contract, 1, false));
        if contract == ContractLowering::LlvmIntr {
            set.extend(matrix::multiply_patterns(100));
        }
        set.extend(lower::lower_vector_mask::mask_patterns(1));
        set.extend(lower::shape_cast::patterns(1));
        set.extend(lower::interleave::patterns(1, 1));
        set.extend(lower::transpose::patterns(transpose, 1));
        if transpose == TransposeLowering::LlvmIntr {
            set.extend(matrix::transpose_patterns(100));
        }
        set.extend(lower::transfer::patterns(Some(1), 1));
        set.extend(lower::materialize_mask::patterns(self.force_32_bit_vector_indices, 1));
        set.extend(lower::strided_slice::patterns(1));
        set.extend(lower::step::patterns(1));
        set.extend(lower::fma::rank_reducing_patterns());
        set.extend(lower::gather::patterns(1));
        set.extend(lower::elements::from_elements_unroll_patterns(1));
        set.extend(lower::elements::to_elements_unroll_patterns(1));
        set.extend(self.matrix_patterns());
        set
    }

    /// The patterns for matrix products that instructions compute.
    fn matrix_patterns(&self) -> PatternSet {
        let mut set = PatternSet::new();
        if self.arm_i8mm && self.arm_neon {
            set.extend(neon::i8mm_patterns());
        }
        if self.arm_i8mm && self.arm_sve {
            set.extend(sve::i8mm_patterns());
        }
        if self.arm_bf16 && self.arm_neon {
            set.extend(neon::bfmmla_patterns());
        }
        if self.arm_bf16 && self.arm_sve {
            set.extend(sve::bfmmla_patterns());
        }
        set
    }
}

/// The options of a conversion of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VectorOptions {
    /// Whether float reductions may be reassociated.
    pub reassociate_fp_reductions: bool,
    /// Whether indices are assumed to fit into 32 bits.
    pub force_32_bit_indices: bool,
    /// Whether accesses have the preferred alignment of the vector type, instead of that of its elements.
    pub use_vector_alignment: bool,
}

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns, options: VectorOptions) {
    reduce::add_patterns(patterns, options.reassociate_fp_reductions);
    mask::add_patterns(patterns, options.force_32_bit_indices);
    memory::add_patterns(patterns, options.use_vector_alignment);
    shape::add_patterns(patterns);
    elements::add_patterns(patterns);
    print::add_patterns(patterns);
}
