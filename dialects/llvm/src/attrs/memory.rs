//! The memory an access may touch: alias scopes, access groups, type-based alias analysis (TBAA), and
//! the memory effects of functions.
#![allow(non_upper_case_globals)] // As for the constraints of the core.

use rmlir::core::attrs::AttrData;
use rmlir::core::dialect::AttrSyntax;
use rmlir::core::opdef::{AttrAsm, AttrConstraint, Interface};
use rmlir::prelude::*;

use super::enums::ModRefInfo;
use super::params::{Distinct, FlagOr0, Number, Offset, case, separated};
use super::{May, Must, attrs};

attrs! {
    /// A set of alias scopes.
    AliasScopeDomainAttr "llvm.alias_scope_domain" { id: Must AnyAttr, description: May StrAttr }
    /// An alias scope: accesses that are in it do not alias those that exclude it.
    AliasScopeAttr "llvm.alias_scope" verify verify_alias_scope, {
        id: Must AnyAttr, domain: Must AliasScopeDomainAttr, description: May StrAttr,
    }
    /// A group of accesses that have no loop-carried dependences.
    AccessGroupAttr "llvm.access_group" { id: Must Distinct }
    /// A type descriptor of TBAA, with its members.
    TBAATypeDescriptorAttr "llvm.tbaa_type_desc" { id: Must StrAttr, members: Must Members }
    /// An access tag of TBAA: the type of an access.
    TBAATagAttr "llvm.tbaa_tag" {
        base_type: Must TBAATypeDescriptorAttr, access_type: Must TBAATypeDescriptorAttr, offset: Must Offset,
        constant: May FlagOr0,
    }
    /// The memory effects of a function on each kind of memory.
    MemoryEffectsAttr "llvm.memory_effects" {
        other: Must Effects, argMem: Must Effects, inaccessibleMem: Must Effects, errnoMem: Must Effects,
        targetMem0: Must Effects, targetMem1: Must Effects,
    }
    /// The number of dereferenceable bytes behind a pointer.
    DereferenceableAttr "llvm.dereferenceable" { bytes: Must Number, mayBeNull: May FlagOr0 }
}

static Effects: AttrConstraint = case::<ModRefInfo>();

/// The root of a type hierarchy of TBAA.
#[attr(name = "llvm.tbaa_root", format = "(`<` struct(params)^ `>`)?")]
pub struct TBAARootAttr {
    #[param(constraint = StrAttr)]
    pub id: May,
}

/// A member of a type: its type and offset.
#[attr(name = "llvm.tbaa_member", format = "`<` params `>`")]
pub struct TBAAMemberAttr {
    pub typeDesc: Must,
    #[param(constraint = Offset)]
    pub offset: Must,
}

/// A relaxation of the memory model.
#[attr(name = "llvm.mmra_tag", format = "`<` $prefix `` `:` `` $suffix `>`")]
pub struct MMRATagAttr {
    #[param(constraint = StrAttr)]
    pub prefix: Must,
    #[param(constraint = StrAttr)]
    pub suffix: Must,
}

/// `{<type, offset>, ..}`
static Members: AttrConstraint = AttrConstraint {
    asm: AttrAsm::Custom(Interface::of(&&AttrSyntax { parse: parse_members, print: print_members })),
    ..AttrConstraint::new("members", |cx, attr| attr.as_array(cx).is_some())
};

fn parse_members(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let mut members = Vec::new();
    parser.token("{")?;
    parser.list(Delimiter::None, |parser| {
        members.push(parser.parse_stripped_attr(TBAAMemberAttr::DEF, None)?);
        Ok(())
    })?;
    parser.token("}")?;
    Ok(parser.cx().array_attr(&members))
}

fn print_members(printer: &mut dyn AsmPrinter, members: Attr) {
    printer.text("{");
    separated(printer, members, |printer, member| printer.stripped_attr(member));
    printer.text("}");
}

fn verify_alias_scope(cx: &Context, params: &[Attr]) -> Result<(), String> {
    match params[0].data(cx) {
        AttrData::String { .. } | AttrData::Distinct { .. } => Ok(()),
        _ => Err("id of an alias scope must be a StringAttr or a DistrinctAttr".to_owned()),
    }
}
