//! The fields of an operation.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Expr, Field, Ident, LitStr, Path, Result, parse_quote};

use super::keys::Keys;
use super::rust_types;
use crate::keys::{field_kind, set, take_docs, unknown};
use crate::names::{did_you_mean, plain};
use crate::shape::{self, Arity};

/// The constraints that one type satisfies, so that result types need not be given. A constraint declared elsewhere is
/// marked `#[result(fixed)]`.
const FIXED: &[&str] = &[
    "NoneType", "Index", "I1", "I8", "I16", "I32", "I64", "I128", "SI1", "SI8", "SI16", "SI32", "SI64", "UI1", "UI8",
    "UI16", "UI32", "UI64", "F16", "F32", "F64", "BF16",
];

/// The properties that all fields have.
pub struct Named {
    pub ident: Ident,
    /// The name in tables and formats: that of the field unless `name = ".."` is given.
    pub name: String,
    pub doc: String,
}

pub struct ValueField {
    pub named: Named,
    pub arity: Arity,
    pub constraint: Path,
    pub group: u8,
    pub derive: Option<Derive>,
    pub fixed: bool,
}

impl ValueField {
    /// The name of the field from which the type is derived.
    pub fn derived_from(&self) -> Option<String> {
        self.derive.as_ref()?.from.as_ref().map(LitStr::value)
    }
}

pub struct PropField {
    pub named: Named,
    pub constraint: Path,
    pub optional: bool,
    pub default: Option<Expr>,
    /// Whether the property is a unit attribute: present or absent.
    pub unit: bool,
}

pub struct RegionField {
    pub named: Named,
    pub variadic: bool,
    pub shape: TokenStream,
}

pub struct SuccessorField {
    pub named: Named,
    pub variadic: bool,
}

/// `derive(from = "field", with = function, summary = "..")`
#[derive(Default)]
pub struct Derive {
    pub from: Option<LitStr>,
    pub with: Option<Expr>,
    pub summary: Option<LitStr>,
}

#[derive(Default)]
pub struct Fields {
    pub operands: Vec<ValueField>,
    pub results: Vec<ValueField>,
    pub props: Vec<PropField>,
    pub regions: Vec<RegionField>,
    pub successors: Vec<SuccessorField>,
}

impl Fields {
    pub fn read(fields: syn::Fields, keys: &Keys) -> Result<Self> {
        if let syn::Fields::Unnamed(_) = fields {
            return Err(Error::new_spanned(fields, "the fields of an operation have names"));
        }
        let mut groups = Groups::new(keys)?;
        let mut read = Self::default();
        for field in fields {
            read.add(field, &mut groups)?;
        }
        read.check_names()?;
        read.check_derived()?;
        check_segments(&read.operands, "operand", keys)?;
        check_segments(&read.results, "result", keys)?;
        read.add_segment_sizes(keys);
        Ok(read)
    }

    /// Operands and results, in the order of their slots in a format.
    pub fn values(&self) -> impl Iterator<Item = &ValueField> {
        self.operands.iter().chain(&self.results)
    }

    fn add(&mut self, field: Field, groups: &mut Groups) -> Result<()> {
        const KINDS: &[&str] = &["operand", "result", "prop", "region", "successor"];
        let (attr, kind) = field_kind(&field.attrs, KINDS, &field.ident)?;
        let options = Options::read(attr, &kind)?;
        groups.check_is_constraint(&kind, &field.ty)?;
        let (arity, path) = shape::split(&field.ty)?;
        let variadic = arity == Arity::Variadic;
        let ident = field.ident.expect("only named fields are read");
        let name = options.name.as_ref().map_or_else(|| plain(&ident), LitStr::value);
        let named = Named { ident, name, doc: take_docs(field.attrs).0 };
        match kind.as_str() {
            "operand" => self.operands.push(groups.value(named, arity, path, options)?),
            "result" => self.results.push(groups.value(named, arity, path, options)?),
            "prop" => {
                if variadic {
                    return Err(Error::new_spanned(path, "a property is one attribute: `X` or `Option<X>`"));
                }
                let unit = shape::last(&path) == "UnitAttr";
                let optional = unit || arity == Arity::Optional;
                self.props.push(PropField { named, constraint: path, optional, default: options.default, unit });
            }
            "region" => {
                let shape = region_shape(&path, arity)?;
                self.regions.push(RegionField { named, variadic, shape });
            }
            _ => {
                if shape::last(&path) != "AnySuccessor" || arity == Arity::Optional {
                    let message = "a successor is an `AnySuccessor` or a `Vec<AnySuccessor>`";
                    return Err(Error::new_spanned(path, message));
                }
                self.successors.push(SuccessorField { named, variadic });
            }
        }
        Ok(())
    }

    /// Checks that names are distinct; fields may have none.
    fn check_names(&self) -> Result<()> {
        let values = self.values().map(|field| &field.named);
        let props = self.props.iter().map(|prop| &prop.named);
        let regions = self.regions.iter().map(|region| &region.named);
        let successors = self.successors.iter().map(|successor| &successor.named);
        let mut seen = BTreeMap::new();
        let named = values.chain(props).chain(regions).chain(successors);
        for named in named.filter(|named| !named.name.is_empty()) {
            if let Some(first) = seen.insert(&named.name, &named.ident) {
                let mut error = Error::new(named.ident.span(), format!("two fields have the name '{}'", named.name));
                error.combine(Error::new(first.span(), "this is the first"));
                return Err(error);
            }
        }
        Ok(())
    }

    /// Checks that the field from which a type is derived exists.
    fn check_derived(&self) -> Result<()> {
        let props = self.props.iter().map(|prop| prop.named.name.as_str());
        let names: Vec<&str> = self.values().map(|field| field.named.name.as_str()).chain(props).collect();
        for from in self.values().filter_map(|field| field.derive.as_ref()?.from.as_ref()) {
            let name = from.value();
            if !names.contains(&name.as_str()) {
                let near = did_you_mean(&name, names.iter().copied());
                let message = format!("no operand, result or property has the name '{name}'{near}");
                return Err(Error::new(from.span(), message));
            }
        }
        Ok(())
    }

    /// Adds the segment size properties, which are last.
    fn add_segment_sizes(&mut self, keys: &Keys) {
        let sizes = [
            ("AttrSizedOperandSegments", "operand_segment_sizes", "operandSegmentSizes"),
            ("AttrSizedResultSegments", "result_segment_sizes", "resultSegmentSizes"),
        ];
        for (_, ident, name) in sizes.into_iter().filter(|(name, ..)| keys.has_trait(name)) {
            let doc = "How many values each field has.".to_owned();
            let ident = Ident::new(ident, proc_macro2::Span::call_site());
            self.props.push(PropField {
                named: Named { ident, name: name.to_owned(), doc },
                constraint: parse_quote!(::rmlir::core::constraints::DenseI32ArrayAttr),
                optional: false,
                default: None,
                unit: false,
            });
        }
    }
}

fn region_shape(path: &Path, arity: Arity) -> Result<TokenStream> {
    let name = shape::last(path);
    let n_blocks = name.strip_prefix("SizedRegion").and_then(|n| n.parse::<u32>().ok());
    let shape = match (name.as_str(), n_blocks) {
        ("AnyRegion", _) => Some(quote!(Any)),
        ("AtLeastOneBlock", _) => Some(quote!(AtLeastOne)),
        ("AtMostOneBlock", _) => Some(quote!(AtMostOne)),
        (_, Some(n)) => Some(quote!(Sized(#n))),
        _ => None,
    };
    let message = "a region is an `AnyRegion`, `SizedRegion1` (or another number), `AtLeastOneBlock` or \
                   `AtMostOneBlock`, or a `Vec` of these";
    shape.filter(|_| arity != Arity::Optional).ok_or_else(|| Error::new_spanned(path, message))
}

/// Checks that two variadic fields have segment sizes, or the same size.
fn check_segments(fields: &[ValueField], what: &str, keys: &Keys) -> Result<()> {
    let traits = match what {
        "operand" => ["AttrSizedOperandSegments", "SameVariadicOperandSize"],
        _ => ["AttrSizedResultSegments", "SameVariadicResultSize"],
    };
    let mut variable = fields.iter().filter(|field| field.arity != Arity::One);
    let (Some(first), Some(second)) = (variable.next(), variable.next()) else { return Ok(()) };
    if traits.iter().any(|name| keys.has_trait(name)) {
        return Ok(());
    }
    let [sized, same] = traits;
    let (first, ident) = (&first.named.name, &second.named.ident);
    let message = format!(
        "nothing tells which {what}s are those of '{first}' and which those of '{}': `traits({sized})` is missing, or \
         `traits({same})` if the fields always have as many {what}s each",
        second.named.name,
    );
    Err(Error::new(ident.span(), message))
}

/// The options in the parentheses of a field's attribute.
#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    derive: Option<Derive>,
    default: Option<Expr>,
    fixed: bool,
}

impl Options {
    fn read(attr: &syn::Attribute, kind: &str) -> Result<Self> {
        let mut options = Self::default();
        if let syn::Meta::Path(_) = attr.meta {
            return Ok(options);
        }
        let is_value = kind == "operand" || kind == "result";
        attr.parse_nested_meta(|meta| {
            let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
            match key.as_str() {
                "name" => set(&mut options.name, &meta),
                "default" if kind == "prop" => set(&mut options.default, &meta),
                "fixed" if kind == "result" => {
                    options.fixed = true;
                    Ok(())
                }
                "derive" if is_value => {
                    let derive = options.derive.get_or_insert_default();
                    meta.parse_nested_meta(|meta| derive.read(&meta))?;
                    derive.check(&meta)
                }
                _ => Err(unknown(
                    &meta,
                    "name; on operands and results also derive(..); fixed (results); default (props)",
                )),
            }
        })?;
        Ok(options)
    }
}

impl Derive {
    fn read(&mut self, meta: &syn::meta::ParseNestedMeta) -> Result<()> {
        let key = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
        match key.as_str() {
            "from" => set(&mut self.from, meta),
            "with" => set(&mut self.with, meta),
            "summary" => set(&mut self.summary, meta),
            _ => Err(unknown(meta, "from, with, summary")),
        }
    }

    fn check(&self, meta: &syn::meta::ParseNestedMeta) -> Result<()> {
        let is_complete = self.from.is_some() && self.with.is_some() && self.summary.is_some();
        let message = "expected `derive(from = \"field\", with = function, summary = \"..\")`";
        if is_complete { Ok(()) } else { Err(meta.error(message)) }
    }
}

/// Type variables that several fields share: each is a group of equal types.
struct Groups {
    known: BTreeMap<String, (u8, Path)>,
}

impl Groups {
    fn new(keys: &Keys) -> Result<Self> {
        let mut groups = Self { known: BTreeMap::new() };
        for declared in &keys.types {
            let number = groups.known.len() as u8 + 1;
            let constraint = declared.constraint.clone();
            if groups.known.insert(declared.name.to_string(), (number, constraint)).is_some() {
                return Err(Error::new(declared.name.span(), "this type is declared twice"));
            }
        }
        Ok(groups)
    }

    /// Checks that a field is declared with a constraint and not with the Rust type of its accessor.
    fn check_is_constraint(&self, kind: &str, ty: &syn::Type) -> Result<()> {
        let is_declared = |name: &str| self.known.contains_key(name);
        match rust_types::constraint(kind, ty).filter(|_| !is_declared(&quote!(#ty).to_string())) {
            Some(constraint) => Err(Error::new_spanned(
                ty,
                format!("a field is declared by a constraint and not by a Rust type: did you mean `{constraint}`?"),
            )),
            None => Ok(()),
        }
    }

    /// The group number and the constraint that the path at a field refers to.
    fn resolve(&mut self, path: Path) -> (u8, Path) {
        let Some(name) = path.get_ident().map(Ident::to_string) else { return (0, path) };
        let is_letter = name.len() == 1 && name.chars().all(|letter| letter.is_ascii_uppercase());
        let next = self.known.len() as u8 + 1;
        if is_letter {
            let any = parse_quote!(::rmlir::core::constraints::AnyType);
            self.known.entry(name.clone()).or_insert((next, any));
        }
        self.known.get(&name).cloned().unwrap_or((0, path))
    }

    fn value(&mut self, named: Named, arity: Arity, path: Path, options: Options) -> Result<ValueField> {
        let (group, constraint) = self.resolve(path);
        let fixed = options.fixed || FIXED.contains(&shape::last(&constraint).as_str());
        Ok(ValueField { named, arity, constraint, group, derive: options.derive, fixed })
    }
}
