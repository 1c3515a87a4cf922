//! The reference grammar: what the generic form is, written down a second time.
//!
//! The parser in `parse` is made by hand, for speed and for messages. The pest files here say the same as a grammar:
//! `reference.pest` files, operations, regions; `type.pest`, `attr.pest` (with locations) and `affine.pest` what their
//! names say; the words are those of `token.pest`. `test/properties` compares both on random text: a text that the
//! parser takes, or refuses for what it means, has to be a text of this grammar, and one that it refuses for its form
//! has to be none. Nothing else reads text with it: pest's trees of a whole file cost too much.

use pest::Parser;
use pest::error::InputLocation;

/// What pest derives carries no documentation of its own.
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

/// How deep brackets may nest. pest recurses on the stack of its caller: a level takes less than 8 KiB in debug builds.
const MAX_DEPTH: usize = 100;

/// What a text is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A whole file.
    File,
    /// One type.
    Type,
    /// One attribute.
    Attribute,
}

/// Why a text is not of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The start of the first word after which nothing fits.
    pub pos: usize,
    /// What was expected there.
    pub message: String,
}

/// Whether `text` is a `part` by the reference grammar.
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

/// Where brackets, wherever they stand, are open deeper than is supported.
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
