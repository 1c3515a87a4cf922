//! Types of functions.
//!
//! A memref argument is converted to the fields of its descriptor, one argument each, or to a bare pointer. Several
//! results are returned as one structure.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::SignatureConversion;
use rmlir_llvm::types::{FunctionType, PointerType, StructType, VoidType};

use super::types::{LlvmTypes, literal_struct, pointer};

/// The converted type of a function, and the mapping of its arguments.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The type.
    pub ty: FunctionType,
    /// The arguments.
    pub arguments: SignatureConversion,
    /// For each argument that is passed by pointer without being a pointer itself: the pointee type.
    pub behind_pointers: Vec<Option<Type>>,
}

/// The converted results of a function.
#[derive(Clone, Debug)]
pub struct PackedResults {
    /// The type of the only result; a structure if there are several.
    pub ty: Type,
    /// The converted types of each result.
    pub groups: Vec<Vec<Type>>,
}

/// The calling convention of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calling {
    /// Whether memrefs are passed as pointers.
    pub bare_pointers: bool,
    /// Whether the function is variadic.
    pub variadic: bool,
}

impl LlvmTypes {
    /// Converts the type of a function. `by_pointer` has the pointee types of arguments that are passed by pointer.
    pub fn convert_signature(
        &self,
        cx: &Context,
        inputs: &[Type],
        results: &[Type],
        calling: Calling,
        by_pointer: &[Option<Type>],
    ) -> Option<Signature> {
        let bare = calling.bare_pointers || self.options.bare_pointers;
        let mut arguments = SignatureConversion::new(inputs.len());
        let mut behind_pointers = vec![None; inputs.len()];
        for (index, &input) in inputs.iter().enumerate() {
            let mut types = self.convert_argument(cx, input, bare)?;
            if let (Some(&Some(behind)), [ty]) = (by_pointer.get(index), types.as_mut_slice())
                && PointerType::from_type(cx, *ty).is_none()
            {
                *ty = pointer(cx);
                behind_pointers[index] = Some(behind);
            }
            arguments.add_inputs_for(index, &types);
        }
        let result = match results {
            [] => VoidType::get(cx).ty(),
            results => self.pack_function_results(cx, results, bare)?.ty,
        };
        let ty = FunctionType::get(cx, result, arguments.types().to_vec(), calling.variadic);
        Some(Signature { ty, arguments, behind_pointers })
    }

    /// The converted types of an argument.
    fn convert_argument(&self, cx: &Context, ty: Type, bare: bool) -> Option<Vec<Type>> {
        match ty.data(cx) {
            TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. } if bare => {
                self.bare_pointer(cx, ty).map(|ty| vec![ty])
            }
            TypeData::MemRef { element, .. } => {
                self.convert(cx, *element)?;
                self.options.unpacked_descriptor(cx, ty)
            }
            TypeData::UnrankedMemRef { .. } => Some(self.options.unpacked_unranked_descriptor(cx)),
            _ => self.convert_to_many(cx, ty).map(|types| types.to_vec()),
        }
    }

    /// The converted results of a function; there is at least one.
    pub fn pack_function_results(&self, cx: &Context, types: &[Type], bare: bool) -> Option<PackedResults> {
        let bare = bare || self.options.bare_pointers;
        let mut groups = Vec::with_capacity(types.len());
        for &ty in types {
            groups.push(match bare && ty.is_memref(cx) {
                true => vec![self.bare_pointer(cx, ty)?],
                false => self.convert_to_many(cx, ty)?.to_vec(),
            });
        }
        let ty = match groups.concat().as_slice() {
            [] => return None,
            &[ty] => ty,
            members => literal_struct(cx, members),
        };
        Some(PackedResults { ty, groups })
    }

    /// The type of a function for callers in C, where memrefs are pointers to descriptors and a structure is returned
    /// through the first argument; and that structure.
    pub fn c_signature(
        &self,
        cx: &Context,
        inputs: &[Type],
        results: &[Type],
    ) -> Option<(FunctionType, Option<StructType>)> {
        let void = VoidType::get(cx).ty();
        let mut result = match results {
            [] => void,
            results => self.pack_function_results(cx, results, false)?.ty,
        };
        let mut types = Vec::new();
        let structure = StructType::from_type(cx, result);
        if structure.is_some() {
            types.push(pointer(cx));
            result = void;
        }
        for &input in inputs {
            let converted = self.convert_compatible(cx, input)?;
            types.push(if input.is_memref(cx) { pointer(cx) } else { converted });
        }
        Some((FunctionType::get(cx, result, types, false), structure))
    }
}
