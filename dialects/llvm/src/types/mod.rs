//! The types of the dialect.
//!
//! In reading order: the declarations, here; [`compatible`] which types are LLVM's; [`constraint`] type constraints of
//! the operations; [`syntax`] parsing and printing of types, where nested types omit the dialect's prefix.
//!
//! Integers, floats and vectors of one dimension are the builtin ones.

pub mod compatible;
pub mod constraint;
pub mod syntax;

use rmlir::interp::RuntimeType;
use rmlir::prelude::*;

use self::compatible::is_valid_element;
pub(crate) use self::compatible::own_name;
pub use self::syntax::StructBody;

/// No value.
#[ty(name = "llvm.void", interfaces(RuntimeType))]
pub struct VoidType {}

/// A token: an opaque value that cannot be inspected.
#[ty(name = "llvm.token", interfaces(RuntimeType))]
pub struct TokenType {}

/// The address of a block.
#[ty(name = "llvm.label")]
pub struct LabelType {}

/// Metadata.
#[ty(name = "llvm.metadata")]
pub struct MetadataType {}

/// A tile of the AMX extension.
#[ty(name = "llvm.x86_amx")]
pub struct X86AmxType {}

/// A pair of floats as PowerPC has them.
#[ty(name = "llvm.ppc_fp128")]
pub struct PpcFp128Type {}

/// A pointer into an address space.
#[ty(name = "llvm.ptr", interfaces(RuntimeType), parse = syntax::parse_pointer, print = syntax::print_pointer, summary = "LLVM pointer type")]
pub struct PointerType {
    /// The address space; 0 is the generic one.
    pub address_space: i64,
}

/// An array of a fixed size.
#[ty(name = "llvm.array", interfaces(RuntimeType), parse = syntax::parse_array, print = syntax::print_array, verify = verify_array)]
pub struct ArrayType {
    /// The number of elements.
    pub n_elements: i64,
    /// The element type.
    pub element: Type,
}

/// A function with one result, which may be `void`.
#[ty(name = "llvm.func", parse = syntax::parse_function, print = syntax::print_function, verify = verify_function,
     summary = "LLVM function type")]
pub struct FunctionType {
    /// The result type.
    pub result: Type,
    /// The parameter types.
    pub inputs: Vec<Type>,
    /// Whether the function is variadic.
    pub variadic: bool,
}

/// A structure: literal, or identified by a name.
///
/// A recursive reference inside an identified structure consists of its name alone.
#[ty(name = "llvm.struct", interfaces(RuntimeType), parse = syntax::parse_struct, print = syntax::print_struct,
     summary = "LLVM structure type")]
pub struct StructType {
    /// The name of an identified structure.
    pub name: Option<&str>,
    /// The kind of its body.
    pub body: StructBody,
    /// The types of its members.
    pub members: Vec<Type>,
}

impl StructType {
    /// Whether the members are unknown.
    pub fn is_opaque(self, cx: &Context) -> bool {
        self.body(cx) == StructBody::Opaque
    }
}

/// A target extension type.
#[ty(name = "llvm.target", parse = syntax::parse_target, print = syntax::print_target,
     summary = "LLVM target extension type")]
pub struct TargetExtType {
    /// The name that the target defines.
    pub name: &str,
    /// The type parameters.
    pub types: Vec<Type>,
    /// The integer parameters.
    pub numbers: Vec<i64>,
}

impl TargetExtType {
    /// Whether values of the type can be in memory.
    pub fn supports_memory(self, cx: &Context) -> bool {
        self.name(cx).starts_with("spirv.") || self.name(cx).starts_with("aarch64.")
    }
}

fn verify_array(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[1].as_type(cx) {
        Some(element) if !is_valid_element(cx, element) => {
            Err(format!("invalid array element type: '{}'", cx.show_type(element)))
        }
        _ => Ok(()),
    }
}

fn verify_function(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let result = params[0].as_type(cx).unwrap_or(Type::NONE);
    if matches!(own_name(cx, result), Some("func" | "metadata" | "label")) {
        return Err(format!("invalid function result type: '{}'", cx.show_type(result)));
    }
    for param in params[1].as_array(cx).unwrap_or_default() {
        let ty = param.as_type(cx).unwrap_or(Type::NONE);
        let is_opaque = StructType::from_type(cx, ty).is_some_and(|ty| ty.is_opaque(cx));
        if is_opaque || matches!(own_name(cx, ty), Some("void" | "func")) {
            return Err(format!("invalid function argument type: '{}'", cx.show_type(ty)));
        }
    }
    Ok(())
}
