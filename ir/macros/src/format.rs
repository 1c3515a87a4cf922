//! Formats: parsed and checked when a declaration is expanded, and put into the definition as a table.
//!
//! An error is reported at the string; its message shows the position in it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use rmlir_format::{
    Clause, Custom, Element, Format, FormatError, Group, Kind, OpFields, ParamField, PropField, ValueField, Values,
    check_op, check_params,
};
use syn::{Error, LitStr, Result, Type};

use crate::op::fields::{Fields, ValueField as ValueDecl};
use crate::op::keys::Keys;
use crate::shape;

/// A format as an expression, and the assertions on constraints that it needs.
pub struct Expanded {
    pub format: TokenStream,
    pub assertions: TokenStream,
}

/// The format of an operation.
pub fn of_op(text: &LitStr, keys: &Keys, fields: &Fields) -> Result<Expanded> {
    let format = Format::of_op(text.value().leak()).map_err(|error| at(text, &error))?;
    let directives: Vec<String> = keys.custom.iter().map(|directive| directive.name.to_string()).collect();
    let sources: Vec<Option<String>> = fields.values().map(ValueDecl::derived_from).collect();
    let mut names = op_fields(keys, fields, &directives, &sources);
    // Whether only one type satisfies a constraint is known only where the constraint is declared.
    let buildable: Vec<Option<bool>> = fields.values().map(|field| field.fixed.then_some(true)).collect();
    let needs = needs(&buildable, |buildable| {
        let values = names.operands.iter_mut().chain(&mut names.results);
        values.zip(buildable).for_each(|(field, buildable)| field.buildable = *buildable);
        check_op(&format, &names).map(|_| ())
    });
    let fields: Vec<&ValueDecl> = fields.values().collect();
    let assertions = needs.map_err(|error| at(text, &error))?.into_iter().map(|(slot, message)| {
        let constraint = &fields[slot].constraint;
        assertion(text, quote!(#constraint.builds.is_some()), &message)
    });
    Ok(Expanded { format: table(&format), assertions: assertions.collect() })
}

fn at(text: &LitStr, error: &FormatError) -> Error {
    Error::new(text.span(), error.to_string())
}

fn assertion(text: &LitStr, condition: TokenStream, message: &FormatError) -> TokenStream {
    let message = message.to_string();
    quote_spanned!(text.span()=> const _: () = ::core::assert!(#condition, #message);)
}

/// The facts that `check` needs and that are unknown here, each with the error if it does not hold. An error that does
/// not depend on such facts is the result.
fn needs(
    known: &[Option<bool>],
    mut check: impl FnMut(&[bool]) -> std::result::Result<(), FormatError>,
) -> std::result::Result<Vec<(usize, FormatError)>, FormatError> {
    let mut facts: Vec<bool> = known.iter().map(|fact| fact.unwrap_or(true)).collect();
    check(&facts)?;
    let mut needs = Vec::new();
    for unknown in (0..known.len()).filter(|&fact| known[fact].is_none()) {
        facts[unknown] = false;
        if let Err(error) = check(&facts) {
            facts[unknown] = true;
            needs.push((unknown, error));
        }
    }
    Ok(needs)
}

fn op_fields<'a>(
    keys: &Keys,
    fields: &'a Fields,
    directives: &'a [String],
    sources: &'a [Option<String>],
) -> OpFields<'a> {
    let value = |(field, derived_from): (&'a ValueDecl, &'a Option<String>)| ValueField {
        name: &field.named.name,
        arity: field.arity,
        group: field.group,
        derived_from: derived_from.as_deref(),
        buildable: field.fixed,
    };
    let mut operands: Vec<ValueField> = fields.values().zip(sources).map(value).collect();
    let results = operands.split_off(fields.operands.len());
    OpFields {
        operands,
        results,
        props: fields.props.iter().map(|prop| PropField { name: &prop.named.name, optional: prop.optional }).collect(),
        regions: fields.regions.iter().map(|region| region.named.name.as_str()).collect(),
        successors: fields.successors.iter().map(|field| (field.named.name.as_str(), field.variadic)).collect(),
        directives: directives.iter().map(String::as_str).collect(),
        same_operands_and_results: keys.has_trait("SameOperandsAndResultType"),
        same_operands: keys.has_trait("SameTypeOperands"),
        infers: keys.infer.is_some(),
    }
}

/// A parameter in the view of its format.
pub struct Param<'a> {
    pub name: String,
    pub ty: &'a Type,
}

/// The format of the parameters of a type or attribute.
pub fn of_params(text: &LitStr, params: &[Param]) -> Result<Expanded> {
    let format = Format::of_params(text.value().leak()).map_err(|error| at(text, &error))?;
    let optional: Vec<Option<bool>> = params.iter().map(|param| is_optional(param.ty)).collect();
    let needs = needs(&optional, |optional| {
        let fields = params.iter().zip(optional);
        let fields = fields.map(|(Param { name, .. }, &optional)| ParamField { name, optional });
        check_params(&format, &fields.collect::<Vec<_>>())
    });
    let assertions = needs.map_err(|error| at(text, &error))?.into_iter().map(|(param, message)| {
        let ty = params[param].ty;
        assertion(text, quote!(<#ty as ::rmlir::core::params::Param<'static>>::OPTIONAL), &message)
    });
    Ok(Expanded { format: table(&format), assertions: assertions.collect() })
}

/// Whether a parameter of type `ty` may be absent, if that is decidable without resolving other names.
fn is_optional(ty: &Type) -> Option<bool> {
    const ALWAYS_THERE: [&str; 7] = ["bool", "i32", "i64", "str", "Type", "Attr", "Vec"];
    match shape::ungrouped(ty) {
        Type::Path(path) => match shape::last(&path.path).as_str() {
            "Option" => Some(true),
            name => ALWAYS_THERE.contains(&name).then_some(false),
        },
        Type::Reference(_) => Some(false),
        _ => None,
    }
}

fn table(format: &Format) -> TokenStream {
    let (text, elements) = (format.text, elements(format.elements));
    quote!(::rmlir::core::opdef::Format { text: #text, elements: #elements })
}

fn elements(elements: &[Element]) -> TokenStream {
    let elements = elements.iter().map(element);
    quote!(&[#(#elements),*])
}

fn element(element: &Element) -> TokenStream {
    let Element { at, kind } = element;
    let kind = self::kind(kind);
    quote!(::rmlir::core::opdef::format::Element { at: #at, kind: ::rmlir::core::opdef::format::Kind::#kind })
}

fn kind(kind: &Kind) -> TokenStream {
    match *kind {
        Kind::Literal(text) => quote!(Literal(#text)),
        Kind::Space => quote!(Space),
        Kind::NoSpace => quote!(NoSpace),
        Kind::Newline => quote!(Newline),
        Kind::Variable(name) => quote!(Variable(#name)),
        Kind::AttrDict { keyword } => quote!(AttrDict { keyword: #keyword }),
        Kind::PropDict => quote!(PropDict),
        Kind::Type(of) => {
            let of = values(of);
            quote!(Type(#of))
        }
        Kind::FunctionalType(types) => {
            let types = types.map(values);
            quote!(FunctionalType(&[#(#types),*]))
        }
        Kind::Qualified(inner) => {
            let inner = element(inner);
            quote!(Qualified(&#inner))
        }
        Kind::Operands => quote!(Operands),
        Kind::Regions => quote!(Regions),
        Kind::Successors => quote!(Successors),
        Kind::OiList(clauses) => {
            let clauses = clauses.iter().map(|Clause { literal, body }| {
                let body = elements(body);
                quote!(::rmlir::core::opdef::format::Clause { literal: #literal, body: #body })
            });
            quote!(OiList(&[#(#clauses),*]))
        }
        Kind::Custom(Custom { name, args }) => {
            let args = elements(args);
            quote!(Custom(&::rmlir::core::opdef::format::Custom { name: #name, args: #args }))
        }
        Kind::Ref(inner) => {
            let inner = element(inner);
            quote!(Ref(&#inner))
        }
        Kind::Text(text) => quote!(Text(#text)),
        Kind::Group(Group { then, otherwise, inverted, anchor }) => {
            let (then, otherwise) = (elements(then), elements(otherwise));
            quote! {
                Group(&::rmlir::core::opdef::format::Group {
                    then: #then, otherwise: #otherwise, inverted: #inverted, anchor: #anchor,
                })
            }
        }
        Kind::Params => quote!(Params),
        Kind::Struct(names) => quote!(Struct(&[#(#names),*])),
    }
}

fn values(values: Values) -> TokenStream {
    let values = match values {
        Values::Field(name) => quote!(Field(#name)),
        Values::Operands => quote!(Operands),
        Values::Results => quote!(Results),
    };
    quote!(::rmlir::core::opdef::format::Values::#values)
}
