//! The reference grammar, a second specification of the generic form.
//!
//! The parser in `parse` is hand-written, for speed and for diagnostics. The pest files here specify the same as a
//! grammar: `reference.pest` files, operations, regions; `type.pest`, `attr.pest` (with locations) and `affine.pest`
//! the constructs in their names; the tokens are those of `token.pest`. `test/properties` compares both on random text:
//! a text that the parser accepts, or rejects for a semantic reason, has to be a text of this grammar, and one that it
//! rejects for a syntax error must not be. It has no other use: pest's trees of a whole file are too expensive.

use pest::Parser;
use pest::error::InputLocation;

/// The code derived by pest has no documentation.
#[allow(missing_docs)]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "token.pest"]
    #[grammar = "reference/affine.pest"]
    #[grammar = "reference/type.pest"]
    #[grammar = "reference/attr.pest"]
    #[grammar = "reference/reference.pest"]
    pub(super) struct ReferenceGrammar;
}
use grammar::{ReferenceGrammar, Rule};

/// The limit on bracket nesting. pest recurses on the stack of its caller: a level takes less than 8 KiB in debug
/// builds.
const MAX_DEPTH: usize = 100;

/// The start symbol for a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A whole file.
    File,
    /// One type.
    Type,
    /// One attribute.
    Attribute,
}

/// The reason why a text is not in the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The start of the first token that does not match.
    pub pos: usize,
    /// The expected tokens.
    pub message: String,
}

/// Checks that `text` is a `part` in the reference grammar.
pub fn check(part: Part, text: &str) -> Result<(), Refused> {
    if let Some(pos) = too_deep(text) {
        return Err(Refused { pos, message: format!("nesting deeper than {MAX_DEPTH} levels is not supported") });
    }
    let rule = match part {
        Part::File => Rule::file,
        Part::Type => Rule::only_type,
        Part::Attribute => Rule::only_attr,
    };
    match ReferenceGrammar::parse(rule, text) {
        Ok(_) => Ok(()),
        Err(error) => {
            let (InputLocation::Pos(pos) | InputLocation::Span((pos, _))) = error.location;
            Err(Refused { pos, message: error.variant.message().into_owned() })
        }
    }
}

/// The position where the bracket nesting exceeds the limit.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (pos, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(pos);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generic_form_is_of_the_grammar() {
        let text = "#map = affine_map<(d0)[s0] -> (d0 floordiv 2 - s0)>\n%0:2 = \"a.b\"(%x#1)[^bb1] <{p}> ({\n\
                    ^bb1(%a: tensor<0x4xf32> loc(#l)):\n}) {q = #map} : (i1) -> (!d.t<\"]\">, none) loc(\"f\":1:2)\n";
        assert_eq!(check(Part::File, text), Ok(()));
    }

    #[test]
    fn a_refusal_says_where() {
        assert_eq!(check(Part::Type, "tensor<4xi32,>").map_err(|refused| refused.pos), Err(13));
        assert_eq!(check(Part::Attribute, "[1, 2").map_err(|refused| refused.pos), Err(4));
    }
}
