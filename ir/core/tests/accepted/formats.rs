//! Formats with all kinds of elements become tables of resolved names.

use rmlir::core::asm::{AsmPrinter, OpAsmParser, Parsed};
use rmlir::core::constraints::*;
use rmlir::core::opdef::format::{Kind, Values};
use rmlir::core::opdef::{DirectiveArg, DirectiveField, OpFormat, TypeConstraint};
use rmlir::core::{Op, OpRef, OpState, Type};
use rmlir::op;

#[op(
    name = "toy.everything",
    traits(AttrSizedOperandSegments),
    custom(Odd = (parse_odd, print_odd)),
    format = "$input (`[` $rest^ `]`)? oilist(`fast` $fast | `size` `(` $size `)`) ` ` `` `\\n` \
              custom<Odd>($odd, ref(type($input)), \"text\") $body $dest attr-dict-with-keyword \
              `:` qualified(type($input)) `,` type($rest) `->` type($output)"
)]
pub struct Everything {
    #[operand]
    input: AnyType,
    #[operand]
    rest: Vec<AnyType>,
    #[prop]
    fast: UnitAttr,
    #[prop]
    size: Option<I64Attr>,
    #[prop]
    odd: AnyAttr,
    #[region]
    body: AnyRegion,
    #[successor]
    dest: AnySuccessor,
    #[result]
    output: AnyType,
}

fn parse_odd(_: &mut dyn OpAsmParser, _: &mut OpState, _: &mut [DirectiveArg]) -> Parsed<bool> {
    Ok(true)
}

fn print_odd(_: &mut dyn AsmPrinter, _: OpRef, _: &[DirectiveField]) {}

/// A constraint that only one type satisfies, which is unknown to the macro.
#[allow(non_upper_case_globals)]
static Word: TypeConstraint =
    TypeConstraint { builds: Some(|_| Type::I32), ..TypeConstraint::new("a word", |_, _| true) };

#[op(name = "toy.word", format = "$input attr-dict")]
pub struct OfOwnConstraint {
    #[operand]
    input: Word,
    #[result]
    output: Word,
}

#[op(name = "toy.functional", format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct Functional {
    #[operand]
    inputs: Vec<AnyType>,
    #[result]
    outputs: Vec<AnyType>,
}

#[test]
fn every_element_is_in_the_table() {
    let OpFormat::Spec(format) = Everything::DEF.format else { panic!("the format is declared") };
    let mut names = Vec::new();
    format.for_each(&mut |element| {
        let at = element.at as usize;
        match element.kind {
            Kind::Variable(name) => {
                assert!(format.text[at..].starts_with(&format!("${name}")), "{name} stands where the table has it");
                names.push(name);
            }
            Kind::Literal(text) => assert!(format.text[at..].starts_with(&format!("`{text}`")), "{text}"),
            Kind::Type(Values::Field(name)) => names.push(name),
            Kind::Custom(custom) => assert_eq!((custom.name, custom.args.len()), ("Odd", 3)),
            _ => {}
        }
    });
    assert_eq!(names, ["input", "rest", "fast", "size", "body", "dest", "rest", "output"]);
}

#[test]
fn names_are_constants() {
    assert_eq!(
        [Everything::NAME, OfOwnConstraint::NAME, Functional::NAME],
        [Everything::DEF.name, OfOwnConstraint::DEF.name, Functional::DEF.name]
    );
}
