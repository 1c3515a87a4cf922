//! Debug information.
#![allow(non_upper_case_globals)] // As for the constraints of the core.

use rmlir::core::dialect::AttrSyntax;
use rmlir::core::opdef::{AttrAsm, AttrConstraint};
use rmlir::prelude::*;

use super::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use super::params::*;
use super::{May, Must, attrs, dwarf};

static EmissionKind: AttrConstraint = case::<DIEmissionKind>();
static NameTableKind: AttrConstraint = case_or_0::<DINameTableKind>();
static Flags: AttrConstraint = case_or_0::<DIFlags>();
static SubprogramFlags: AttrConstraint = case_or_0::<DISubprogramFlags>();

/// Rows of `Name = "upstream's class", [its members];`.
macro_rules! classes {
    ($($name:ident = $summary:literal, [$($member:ident),*];)*) => {$(
        static $name: AttrConstraint = AttrConstraint::new($summary, |cx, attr| {
            const MEMBERS: &[&AttrConstraint] = &[$(&$member),*];
            MEMBERS.iter().any(|member| (member.kind)(cx, attr))
        });
    )*};
}

classes! {
    Node = "DINodeAttr", [Type_, Scope, Variable, DIGenericSubrangeAttr, DIImportedEntityAttr, DILabelAttr,
        DIAnnotationAttr, DISubrangeAttr];
    Scope = "DIScopeAttr", [DICommonBlockAttr, DICompileUnitAttr, DICompositeTypeAttr, DIDerivedTypeAttr, DIFileAttr,
        DILexicalBlockAttr, DILexicalBlockFileAttr, DISubprogramAttr, DIModuleAttr, DINamespaceAttr];
    Variable = "DIVariableAttr", [DILocalVariableAttr, DIGlobalVariableAttr];
    Type_ = "DITypeAttr", [DINullTypeAttr, DIBasicTypeAttr, DICompositeTypeAttr, DIDerivedTypeAttr, DIStringTypeAttr,
        DISubroutineTypeAttr];
}

/// No type.
#[attr(name = "llvm.di_null_type")]
pub struct DINullTypeAttr {}

/// A source file.
#[attr(name = "llvm.di_file", format = "`<` $name `in` $directory `>`")]
pub struct DIFileAttr {
    #[param(constraint = StrAttr)]
    pub name: Must,
    #[param(constraint = StrAttr)]
    pub directory: Must,
}

attrs! {
    /// A basic type.
    DIBasicTypeAttr "llvm.di_basic_type" {
        tag: May Tag, name: Must StrAttr, sizeInBits: May NumberOr0, encoding: May Encoding,
    }
    /// A compile unit.
    DICompileUnitAttr "llvm.di_compile_unit" {
        id: Must Distinct, sourceLanguage: Must Language, file: Must DIFileAttr, producer: May StrAttr,
        isOptimized: Must Flag, emissionKind: Must EmissionKind, nameTableKind: May NameTableKind,
        splitDebugFilename: May StrAttr,
    }
    /// A composite type: a structure, an array, an enumeration.
    DICompositeTypeAttr "llvm.di_composite_type" {
        recId: May Distinct, isRecSelf: May FlagOr0, tag: May Tag, name: May StrAttr, file: May DIFileAttr,
        line: May NumberOr0, scope: May Scope, baseType: May Type_, flags: May Flags, sizeInBits: May NumberOr0,
        alignInBits: May NumberOr0, dataLocation: May DIExpressionAttr, rank: May DIExpressionAttr,
        allocated: May DIExpressionAttr, associated: May DIExpressionAttr, elements: May List,
    }
    /// A type derived from another: a pointer, a member, a typedef.
    DIDerivedTypeAttr "llvm.di_derived_type" {
        tag: May Tag, name: May StrAttr, baseType: May Type_, sizeInBits: May NumberOr0, alignInBits: May NumberOr0,
        offsetInBits: May NumberOr0, dwarfAddressSpace: May Number, extraData: May Node,
    }
    /// A string type.
    DIStringTypeAttr "llvm.di_string_type" {
        tag: May Tag, name: Must StrAttr, sizeInBits: May NumberOr0, alignInBits: May NumberOr0,
        stringLength: May Variable, stringLengthExp: May DIExpressionAttr, stringLocationExp: May DIExpressionAttr,
        encoding: May Encoding,
    }
    /// The type of a function.
    DISubroutineTypeAttr "llvm.di_subroutine_type" { callingConvention: May CallingConvention, types: May List }
    /// A global variable and the expression of its location.
    DIGlobalVariableExpressionAttr "llvm.di_global_variable_expression" {
        var: Must DIGlobalVariableAttr, expr: May DIExpressionAttr,
    }
    /// A global variable.
    DIGlobalVariableAttr "llvm.di_global_variable" {
        scope: May Scope, name: May StrAttr, linkageName: May StrAttr, file: Must DIFileAttr, line: Must Number,
        r#type: Must Type_, isLocalToUnit: May FlagOr0, isDefined: May FlagOr0, alignInBits: May NumberOr0,
    }
    /// A block of source code.
    DILexicalBlockAttr "llvm.di_lexical_block" {
        scope: Must Scope, file: May DIFileAttr, line: May NumberOr0, column: May NumberOr0,
    }
    /// A change of file within a scope.
    DILexicalBlockFileAttr "llvm.di_lexical_block_file" {
        scope: Must Scope, file: May DIFileAttr, discriminator: Must Number,
    }
    /// A local variable.
    DILocalVariableAttr "llvm.di_local_variable" {
        scope: Must Scope, name: May StrAttr, file: May DIFileAttr, line: May NumberOr0, arg: May NumberOr0,
        alignInBits: May NumberOr0, r#type: May Type_, flags: May Flags,
    }
    /// A function.
    DISubprogramAttr "llvm.di_subprogram" {
        recId: May Distinct, isRecSelf: May FlagOr0, id: May Distinct, compileUnit: May DICompileUnitAttr,
        scope: May Scope, name: May StrAttr, linkageName: May StrAttr, file: May DIFileAttr, line: May NumberOr0,
        scopeLine: May NumberOr0, subprogramFlags: May SubprogramFlags, r#type: May DISubroutineTypeAttr,
        retainedNodes: May List, annotations: May List,
    }
    /// A module.
    DIModuleAttr "llvm.di_module" {
        file: May DIFileAttr, scope: May Scope, name: May StrAttr, configMacros: May StrAttr, includePath: May StrAttr,
        apinotes: May StrAttr, line: May NumberOr0, isDecl: May FlagOr0,
    }
    /// A namespace.
    DINamespaceAttr "llvm.di_namespace" { name: May StrAttr, scope: May Scope, exportSymbols: Must Flag }
    /// An entity that was imported into a scope.
    DIImportedEntityAttr "llvm.di_imported_entity" {
        tag: May Tag, scope: Must Scope, entity: Must Node, file: May DIFileAttr, line: May NumberOr0,
        name: May StrAttr, elements: May List,
    }
    /// An annotation of a function or type.
    DIAnnotationAttr "llvm.di_annotation" { name: Must StrAttr, value: Must StrAttr }
    /// The indices of an array.
    DISubrangeAttr "llvm.di_subrange" {
        count: May AnyAttr, lowerBound: May AnyAttr, upperBound: May AnyAttr, stride: May AnyAttr,
    }
    /// The indices of an array whose rank is known only at run time.
    DIGenericSubrangeAttr "llvm.di_generic_subrange" {
        count: May AnyAttr, lowerBound: Must AnyAttr, upperBound: May AnyAttr, stride: Must AnyAttr,
    }
    /// A common block.
    DICommonBlockAttr "llvm.di_common_block" {
        scope: Must Scope, decl: May DIGlobalVariableAttr, name: Must StrAttr, file: May DIFileAttr,
        line: May NumberOr0,
    }
    /// A label.
    DILabelAttr "llvm.di_label" {
        scope: Must Scope, name: May StrAttr, file: May DIFileAttr, line: May NumberOr0,
    }
}

/// An operation of a location expression.
#[attr(name = "llvm.di_expression_elem", parse = parse_operation, print = print_operation)]
pub struct DIExpressionElemAttr {
    #[param(constraint = OperationEncoding)]
    pub opcode: Must,
    pub arguments: May,
}

/// A DWARF expression: how to compute a value or an address from a location.
#[attr(name = "llvm.di_expression", parse = parse_expression, print = print_expression)]
pub struct DIExpressionAttr {
    pub operations: May,
}

/// The one operation whose arguments may be an encoding.
const CONVERT: &str = "DW_OP_LLVM_convert";

fn parse_operation(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    let AttrAsm::Custom(syntax) = OperationEncoding.asm else { return Ok(Vec::new()) };
    let opcode = (syntax.expect::<AttrSyntax>().parse)(parser)?;
    if !parser.try_token("(") {
        return Ok(vec![opcode, Attr::ABSENT]);
    }
    let is_convert = opcode.as_str(parser.cx()) == Some(CONVERT);
    let mut arguments = Vec::new();
    parser.list(Delimiter::None, |parser| {
        let argument = match is_convert && !arguments.is_empty() {
            true => parse_encoding(parser)?,
            false => parse_argument(parser)?,
        };
        arguments.push(argument);
        Ok(())
    })?;
    parser.token(")")?;
    Ok(vec![opcode, parser.cx().array_attr(&arguments)])
}

fn parse_argument(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let AttrAsm::Custom(syntax) = Number.asm else { return Ok(Attr::UNIT) };
    (syntax.expect::<AttrSyntax>().parse)(parser)
}

/// Parses an integer, or the name of an encoding, which is kept as a string.
fn parse_encoding(parser: &mut dyn AsmParser) -> Parsed<Attr> {
    let Some(keyword) = parser.try_any_keyword() else { return parse_argument(parser) };
    let name = keyword.str(parser.cx()).to_owned();
    if !dwarf_name(&name, "DW_ATE_", dwarf::ENCODINGS) {
        return Err(parser.error(format!("encountered unknown attribute encoding \"{name}\"")));
    }
    Ok(parser.cx().str_attr(&name))
}

fn print_operation(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    let opcode = params[0].as_str(printer.cx()).unwrap_or_default().to_owned();
    printer.text(&opcode);
    let Some(arguments) = params[1].present() else { return };
    printer.text("(");
    separated(printer, arguments, |printer, argument| {
        let text = match argument.as_str(printer.cx()) {
            Some(name) => name.to_owned(),
            None => number(printer.cx(), argument).to_string(),
        };
        printer.text(&text);
    });
    printer.text(")");
}

fn parse_expression(parser: &mut dyn AsmParser, _expected: Option<Type>) -> Parsed<Vec<Attr>> {
    parser.token("<")?;
    let mut operations = Vec::new();
    if parser.try_token("[") {
        parser.list(Delimiter::None, |parser| {
            operations.push(parser.parse_stripped_attr(DIExpressionElemAttr::DEF, None)?);
            Ok(())
        })?;
        parser.token("]")?;
    }
    parser.token(">")?;
    let operations = if operations.is_empty() { Attr::ABSENT } else { parser.cx().array_attr(&operations) };
    Ok(vec![operations])
}

fn print_expression(printer: &mut dyn AsmPrinter, params: &[Attr]) {
    printer.text("<");
    if let Some(operations) = params[0].present() {
        printer.text("[");
        separated(printer, operations, |printer, operation| printer.stripped_attr(operation));
        printer.text("]");
    }
    printer.text(">");
}
