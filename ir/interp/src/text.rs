//! The parser of data: numbers, lists in brackets, and keywords for generated data.

use rmlir_core::DYNAMIC;
use rmlir_num::{ApFloat, ApInt};

use crate::data::Data;
use crate::kind::Kind;
use crate::random::Random;

/// Parses data of kind `kind`: a number, `true`, `inf`, `[1, 2]`, `random`, `random:4x8`, `zeros:4x8`, `poison`.
pub fn parse(text: &str, kind: &Kind, random: &mut Random) -> Result<Data, String> {
    let text = text.trim();
    let (word, shape) = text.split_once(':').map_or((text, None), |(word, shape)| (word, Some(shape)));
    let sizes = shape.filter(|_| matches!(word, "random" | "zeros")).map(parse_shape).transpose()?;
    match word {
        "random" => {
            check_sizes(kind, sizes.as_deref())?;
            Ok(Data::random_sized(kind, sizes.as_deref(), random))
        }
        "zeros" => {
            check_sizes(kind, sizes.as_deref())?;
            Ok(zeros(Data::random_sized(kind, sizes.as_deref(), random)))
        }
        "poison" => Ok(Data::Poison),
        _ => {
            let mut list = List { rest: text };
            let tree = list.tree()?;
            if !list.rest.trim().is_empty() {
                return Err(format!("`{text}` goes on after its end: `{}`", list.rest));
            }
            of_tree(&tree, kind)
        }
    }
}

/// `4x8`
fn parse_shape(text: &str) -> Result<Vec<i64>, String> {
    let size = |size: &str| size.parse().ok().filter(|&size: &i64| size >= 0);
    text.split('x').map(size).collect::<Option<_>>().ok_or_else(|| format!("`{text}` is no shape, as `4x8` is"))
}

/// Checks that sizes agree with the static ones of the type.
pub fn check_sizes(kind: &Kind, sizes: Option<&[i64]>) -> Result<(), String> {
    let (Kind::MemRef(memref) | Kind::Tensor(memref), Some(sizes)) = (kind, sizes) else { return Ok(()) };
    let Some(shape) = &memref.shape else { return Ok(()) };
    let fits = |(&wanted, &got): (&i64, &i64)| wanted == DYNAMIC || wanted == got;
    if shape.len() == sizes.len() && shape.iter().zip(sizes).all(fits) {
        return Ok(());
    }
    let show = |shape: &[i64]| {
        let size = |&size: &i64| if size == DYNAMIC { "?".to_owned() } else { size.to_string() };
        shape.iter().map(size).collect::<Vec<_>>().join("x")
    };
    Err(format!("a memref of shape {} is expected, not of {}", show(shape), show(sizes)))
}

fn zeros(data: Data) -> Data {
    match data {
        Data::Bits(_) => Data::Bits(0),
        Data::Wide(value) => Data::Wide(ApInt::zero(value.width())),
        Data::List(parts) => Data::List(parts.into_iter().map(zeros).collect()),
        Data::MemRef { sizes, elements } => Data::MemRef { sizes, elements: elements.into_iter().map(zeros).collect() },
        other => other,
    }
}

/// A word, or a list of such.
enum Tree<'t> {
    Word(&'t str),
    List(Vec<Tree<'t>>),
}

/// The rest of the input.
struct List<'t> {
    rest: &'t str,
}

impl<'t> List<'t> {
    fn tree(&mut self) -> Result<Tree<'t>, String> {
        self.rest = self.rest.trim_start();
        let Some(mut rest) = self.rest.strip_prefix(['[', '(']) else {
            let end = self.rest.find([',', ']', ')']).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            self.rest = rest;
            return Ok(Tree::Word(word.trim()));
        };
        let mut parts = Vec::new();
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix([']', ')']) {
                self.rest = after;
                return Ok(Tree::List(parts));
            }
            if !parts.is_empty() {
                rest = rest.strip_prefix(',').ok_or("a `,` or a closing bracket is missing")?;
            }
            self.rest = rest;
            parts.push(self.tree()?);
            rest = self.rest;
        }
    }
}

fn of_tree(tree: &Tree, kind: &Kind) -> Result<Data, String> {
    match kind {
        Kind::MemRef(memref) | Kind::Tensor(memref) => {
            let sizes = shape_of(tree);
            check_sizes(kind, Some(&sizes))?;
            let mut elements = Vec::new();
            flatten(tree, &sizes, &memref.element, &mut elements)?;
            Ok(Data::MemRef { sizes, elements })
        }
        Kind::Vector(shape, element) => {
            let mut lanes = Vec::new();
            flatten(tree, shape, element, &mut lanes)?;
            Ok(Data::List(lanes))
        }
        _ => match tree {
            Tree::Word(word) => scalar(word, kind),
            Tree::List(parts) if parts.len() == kind.n_parts() => {
                let part = |(at, part): (usize, &Tree)| of_tree(part, kind.part(at).expect("parts are counted"));
                Ok(Data::List(parts.iter().enumerate().map(part).collect::<Result<_, _>>()?))
            }
            Tree::List(parts) => Err(format!("a list of {} is not expected here", parts.len())),
        },
    }
}

/// The sizes of the first rows.
fn shape_of(tree: &Tree) -> Vec<i64> {
    let (mut sizes, mut at) = (Vec::new(), tree);
    while let Tree::List(parts) = at {
        sizes.push(parts.len() as i64);
        match parts.first() {
            Some(first) => at = first,
            None => break,
        }
    }
    sizes
}

fn flatten(tree: &Tree, sizes: &[i64], element: &Kind, into: &mut Vec<Data>) -> Result<(), String> {
    let [size, inner @ ..] = sizes else {
        into.push(of_tree(tree, element)?);
        return Ok(());
    };
    match tree {
        Tree::List(parts) if parts.len() as i64 == *size => {
            parts.iter().try_for_each(|part| flatten(part, inner, element, into))
        }
        Tree::List(parts) => Err(format!("a row of {size} is expected, not of {}", parts.len())),
        Tree::Word(word) => Err(format!("a row of {size} is expected, not `{word}`")),
    }
}

fn scalar(word: &str, kind: &Kind) -> Result<Data, String> {
    let wrong = |what: &str| format!("`{word}` is no {what}");
    if word == "poison" {
        return Ok(Data::Poison);
    }
    match kind {
        Kind::Float(float) => {
            let (negative, digits) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            let value = match digits {
                "inf" => Some(ApFloat::infinity(*float, negative)),
                "nan" => Some(ApFloat::nan(*float, negative)),
                _ if digits.starts_with("0x") => ApFloat::from_hex_literal(*float, digits),
                _ => {
                    let spelling =
                        if digits.contains(['.', 'e', 'E']) { digits.to_owned() } else { format!("{digits}.0") };
                    let is_number = digits.parse::<f64>().is_ok();
                    is_number.then(|| ApFloat::from_literal(*float, &spelling, negative)).flatten()
                }
            };
            let bits = value.ok_or_else(|| wrong(float.name()))?.to_bits_int();
            Ok(of_int(bits))
        }
        Kind::Int(1) if word == "true" || word == "false" => Ok(Data::Bits((word == "true").into())),
        Kind::Int(_) | Kind::Index => {
            let width = kind.width().expect("integers have a width");
            let (negative, digits) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
            let magnitude = ApInt::parse_magnitude(digits).ok_or_else(|| wrong("integer"))?;
            if magnitude.active_bits() > width {
                return Err(format!("`{word}` does not fit in {width} bits"));
            }
            let value = magnitude.zext_or_trunc(width);
            Ok(of_int(if negative { value.neg() } else { value }))
        }
        Kind::Pointer if word == "null" => Ok(Data::Bits(0)),
        _ => Err(format!("`{word}` cannot be given for an argument of this type")),
    }
}

fn of_int(value: ApInt) -> Data {
    match value.width() {
        0..=64 => Data::Bits(value.zext_value().expect("64 bits fit")),
        _ => Data::Wide(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use rmlir_num::FloatKind;

    use crate::kind::MemRefKind;

    fn memref(shape: &[i64], element: Kind) -> Kind {
        Kind::MemRef(Arc::new(MemRefKind { element, shape: Some(shape.to_vec()), layout: None }))
    }

    fn parsed(text: &str, kind: &Kind) -> Result<Data, String> {
        parse(text, kind, &mut Random::new(0))
    }

    #[test]
    fn numbers_fit_their_types() {
        assert_eq!(parsed("-1", &Kind::Int(8)), Ok(Data::Bits(255)));
        assert_eq!(parsed("true", &Kind::Int(1)), Ok(Data::Bits(1)));
        assert_eq!(parsed("256", &Kind::Int(8)), Err("`256` does not fit in 8 bits".to_owned()));
        assert_eq!(parsed("1.5", &Kind::Float(FloatKind::F16)), Ok(Data::Bits(0x3e00)));
        assert_eq!(parsed("-2", &Kind::Float(FloatKind::F32)), Ok(Data::Bits(0xc000_0000)));
        assert!(parsed("x", &Kind::Index).is_err());
    }

    #[test]
    fn rows_become_memrefs() {
        let kind = memref(&[DYNAMIC, 2], Kind::Int(8));
        let elements = [1, 2, 3, 4].map(Data::Bits).to_vec();
        assert_eq!(parsed("[[1, 2], [3, 4]]", &kind), Ok(Data::MemRef { sizes: vec![2, 2], elements }));
        assert!(parsed("[[1, 2], [3]]", &kind).is_err());
        assert!(parsed("[[1, 2]] 3", &kind).is_err());
        assert_eq!(parsed("random:2x3", &kind), Err("a memref of shape ?x2 is expected, not of 2x3".to_owned()));
    }
}
