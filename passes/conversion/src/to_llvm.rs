//! The conversion of all dialects to `llvm` at once, by an interface of each dialect.
//!
//! A dialect outside the workspace implements [`ConvertToLlvm`] and names it
//! among the interfaces of its hooks:
//! ```ignore
//! impl DialectHooks for Hooks {
//!     fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)] {
//!         &[&(&ToLlvm as &'static dyn ConvertToLlvm)]
//!     }
//! }
//! ```
//! The implementations for the dialects of this workspace are in a table, [`OWN`]: the dialects do not depend on
//! conversions.

use rmlir::core::dialect::DialectDef;
use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionTarget;
use rmlir_llvm::Llvm;

use crate::llvm_common::interface::ConvertToLlvm;
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;
use crate::{
    arith_to_llvm, cf_to_llvm, func_to_llvm, index_to_llvm, math_to_llvm, memref_to_llvm, openmp_to_llvm, ub_to_llvm,
    vector_to_llvm,
};

/// The dialects whose conversion this crate implements, by name.
pub const OWN: &[(&str, &dyn ConvertToLlvm)] = &[
    ("arith", &arith_to_llvm::add_patterns),
    ("cf", &cf_to_llvm::add_patterns),
    ("func", &func_to_llvm::add_patterns),
    ("index", &index_to_llvm::add_patterns),
    ("math", &|patterns: &mut LlvmPatterns| math_to_llvm::add_patterns(patterns, true)),
    ("memref", &memref_to_llvm::add_patterns),
    ("omp", &openmp_to_llvm::OpenMp),
    ("ub", &ub_to_llvm::add_patterns),
    ("vector", &|patterns: &mut LlvmPatterns| {
        vector_to_llvm::add_patterns(patterns, vector_to_llvm::VectorOptions::default())
    }),
];

/// The conversion of `dialect`.
pub fn conversion_of(dialect: &DialectDef) -> Option<&'static dyn ConvertToLlvm> {
    let own = OWN.iter().find(|(name, _)| *name == dialect.name);
    dialect.interface::<dyn ConvertToLlvm>().or(own.map(|&(_, conversion)| conversion))
}

/// Convert to LLVM via dialect interfaces found in the input IR.
///
/// Operations of all dialects that implement the interface are converted to those of LLVM, with the types of LLVM; all
/// others are left unchanged.
///
/// ```mlir
/// func.func @f(%a: index) -> index {
///   %0 = arith.addi %a, %a : index
///   return %0 : index
/// }
/// // becomes
/// llvm.func @f(%a: i64) -> i64 {
///   %0 = llvm.add %a, %a : i64
///   llvm.return %0 : i64
/// }
/// ```
#[pass(name = "convert-to-llvm", title = "ConvertToLLVMPass", depends(Llvm))]
pub struct ConvertToLlvmPass {
    /// Test conversion patterns of only the specified dialects
    filter_dialects: Vec<String>,
    /// Use op conversion attributes to configure the conversion
    #[option(default = false)]
    dynamic: bool,
    /// Experimental performance flag to disallow pattern rollback
    #[option(default = true)]
    allow_pattern_rollback: bool,
}

impl Pass for ConvertToLlvmPass {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        // Patterns can always be rolled back, so this option has no effect.
        let _ = self.allow_pattern_rollback;
        let options = match self.dynamic {
            true => LlvmOptions::of_layout(cx.op(), cx.ancestors(), IntWidth::default()),
            false => LlvmOptions::default(),
        };
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["llvm"]);
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(options));
        match self.conversions(cx.cx()) {
            Ok(conversions) => conversions.iter().for_each(|conversion| conversion.add(&mut target, &mut patterns)),
            Err(why) => {
                cx.emit(Diagnostic::error(Loc::UNKNOWN.place(cx.cx()), why));
                return cx.signal_failure();
            }
        }
        patterns.convert_partially(cx, &target)
    }
}

impl ConvertToLlvmPass {
    /// The conversions of all dialects, or of the selected ones.
    fn conversions(&self, cx: &Context) -> Result<Vec<&'static dyn ConvertToLlvm>, String> {
        if self.filter_dialects.is_empty() {
            let mut dialects = cx.dialects().to_vec();
            dialects.sort_by_key(|dialect| dialect.name);
            return Ok(dialects.into_iter().filter_map(conversion_of).collect());
        }
        let find = |name: &String| {
            let dialect = cx.dialect(name).ok_or_else(|| format!("dialect not loaded: {name}"))?;
            let missing = || format!("dialect does not implement ConvertToLLVMPatternInterface: {name}");
            conversion_of(dialect).ok_or_else(missing)
        };
        self.filter_dialects.iter().map(find).collect()
    }
}
