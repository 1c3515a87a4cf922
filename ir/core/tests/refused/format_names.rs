//! A format refers to existing fields only.
#![allow(unused_imports)]

extern crate self as rmlir;
pub use rmlir_core as core;
pub use rmlir_macros::*;

use rmlir_core::constraints::*;

#[op(name = "toy.scale", format = "$inptu `by` $factor attr-dict `:` type($input)")]
pub struct Operand {
    #[operand]
    input: AnyType,
    #[prop]
    factor: I64Attr,
}

#[op(name = "toy.scale", format = "$input `by` $facter attr-dict `:` type($input)")]
pub struct Attribute {
    #[operand]
    input: AnyType,
    #[prop]
    factor: I64Attr,
}

#[op(name = "toy.scale", format = "$input attr-dict `:` type($input) `->` type($ouput)")]
pub struct TypeOfResult {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

#[op(name = "toy.scale", format = "$input $output attr-dict `:` type($input)")]
pub struct Result {
    #[operand]
    input: AnyType,
    #[result]
    output: AnyType,
}

#[op(name = "toy.scope", format = "attr-dict-with-keyword $boddy")]
pub struct Region {
    #[region]
    body: AnyRegion,
}

#[op(name = "toy.jump", format = "($size^ `elements`)? $dset attr-dict")]
pub struct AnchorAndSuccessor {
    #[prop]
    size: Option<I64Attr>,
    #[successor]
    dest: AnySuccessor,
}

#[op(name = "toy.slice", format = "$input custom<Lst>($input) attr-dict", custom(List = (parse, print)))]
pub struct Directive {
    #[operand]
    input: Index,
}

#[op(
    name = "toy.many",
    format = "$first_of_many_operands `and` $second_of_many_operands `with` $a_property_with_a_long_name \
              attr-dict `:` type($first_of_many_operands) `,` type($second_of_mny_operands) `to` `the` `end`"
)]
pub struct Long {
    #[operand]
    first_of_many_operands: AnyType,
    #[operand]
    second_of_many_operands: AnyType,
    #[prop]
    a_property_with_a_long_name: I64Attr,
}

fn main() {}
