//! The type of a field: `X`, `Option<X>` or `Vec<X>`.

use proc_macro2::TokenStream;
use quote::quote;
pub use rmlir_format::Arity;
use syn::{Error, GenericArgument, Path, PathArguments, Result, Type};

/// The value of `rmlir::core::opdef::Arity`.
pub fn arity(arity: Arity) -> TokenStream {
    let name = match arity {
        Arity::One => quote!(One),
        Arity::Optional => quote!(Optional),
        Arity::Variadic => quote!(Variadic),
    };
    quote!(::rmlir::core::opdef::Arity::#name)
}

/// Splits the type of a field into its arity and the path `X`.
pub fn split(ty: &Type) -> Result<(Arity, Path)> {
    let path = plain_path(ty)?;
    let last = path.segments.last().expect("a path has a segment");
    let arity = match last.ident.to_string().as_str() {
        "Option" => Arity::Optional,
        "Vec" => Arity::Variadic,
        _ => return Ok((Arity::One, path.clone())),
    };
    let PathArguments::AngleBracketed(args) = &last.arguments else {
        return Err(Error::new_spanned(ty, "expected the name of a constraint between `<` and `>`"));
    };
    match args.args.first() {
        Some(GenericArgument::Type(inner)) if args.args.len() == 1 => Ok((arity, plain_path(inner)?.clone())),
        _ => Err(Error::new_spanned(args, "expected the name of one constraint")),
    }
}

/// `ty` without the invisible groups of declarative macros.
pub fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        _ => ty,
    }
}

fn plain_path(ty: &Type) -> Result<&Path> {
    match ungrouped(ty) {
        Type::Path(path) if path.qself.is_none() => Ok(&path.path),
        _ => Err(Error::new_spanned(ty, "expected a constraint: the path of a `static`")),
    }
}

/// The last segment of a path.
pub fn last(path: &Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}
