//! Attributes.

use rmlir_core::bytecode::{EntryReader, EntryWriter, ReadError};
use rmlir_core::{Attr, AttrData, Ident, NamedAttr, Type};
use rmlir_num::{ApFloat, ApInt};

use super::fields::{read_list, read_name, shaped, wrong_kind};
use super::{attr_code as code, checks, dense, locs};

/// Wider integers are encoded as a list of words.
const WORD_BITS: u32 = 64;

/// Writes a builtin attribute that is not a location. Returns `false` if it is to be written as text.
pub(crate) fn write_attr(attr: Attr, writer: &mut dyn EntryWriter) -> bool {
    let cx = writer.cx();
    let name_attr = |name: Ident| cx.str_attr(name.str(cx));
    match attr.data(cx) {
        AttrData::Unit => writer.number(code::UNIT),
        AttrData::Integer { value, ty } => {
            writer.number(code::INTEGER);
            writer.ty(*ty);
            write_int(value, writer);
        }
        AttrData::Float { value, ty } => {
            writer.number(code::FLOAT);
            writer.ty(*ty);
            let width = value.kind().width();
            write_int(&ApInt::from_u128(width, value.bits()), writer);
        }
        AttrData::String { value, ty } if *ty == Type::NONE => {
            writer.number(code::STRING);
            writer.string(value);
        }
        AttrData::String { value, ty } => {
            writer.number(code::TYPED_STRING);
            writer.string(value);
            writer.ty(*ty);
        }
        AttrData::Array(elements) => {
            writer.number(code::ARRAY);
            writer.number(elements.len() as u64);
            elements.iter().for_each(|&element| writer.attr(element));
        }
        AttrData::Dictionary(entries) => {
            writer.number(code::DICTIONARY);
            writer.number(entries.len() as u64);
            for entry in entries {
                writer.attr(name_attr(entry.name));
                writer.attr(entry.value);
            }
        }
        AttrData::Type(ty) => {
            writer.number(code::TYPE);
            writer.ty(*ty);
        }
        AttrData::SymbolRef { root, nested } => {
            writer.number(if nested.is_empty() { code::FLAT_SYMBOL } else { code::NESTED_SYMBOL });
            writer.attr(name_attr(*root));
            if !nested.is_empty() {
                writer.number(nested.len() as u64);
            }
            for name in nested {
                writer.attr(cx.symbol_ref(*name));
            }
        }
        AttrData::Dense { ty, splat, data } => dense::write(*ty, *splat, data, writer),
        AttrData::DenseStrings { ty, values } => dense::write_strings(*ty, values, writer),
        AttrData::DenseArray { element, data } => dense::write_array(*element, data, writer),
        AttrData::DenseResource { ty, key } => {
            writer.number(code::RESOURCE);
            writer.ty(*ty);
            writer.resource(*key);
        }
        AttrData::Sparse { ty, indices, values } => {
            writer.number(code::SPARSE);
            writer.ty(*ty);
            writer.attr(*indices);
            writer.attr(*values);
        }
        AttrData::Distinct { inner, .. } => {
            writer.number(code::DISTINCT);
            writer.attr(*inner);
        }
        AttrData::Loc(loc) => writer.loc(*loc),
        AttrData::AffineMap(_)
        | AttrData::IntegerSet(_)
        | AttrData::Strided { .. }
        | AttrData::Opaque { .. }
        | AttrData::Dialect { .. } => return false,
    }
    true
}

/// Integers of up to 8 bits are one byte, of up to 64 a varint of the sign-extended value, and wider ones a list of
/// such words.
fn write_int(value: &ApInt, writer: &mut dyn EntryWriter) {
    let bytes = value.to_le_bytes();
    if value.width() <= u8::BITS {
        return writer.byte(bytes.first().copied().unwrap_or(0));
    }
    let words: Vec<i64> = bytes.chunks(8).map(word).collect();
    if value.width() <= WORD_BITS {
        return writer.signed(words[0]);
    }
    let n_words = words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
    writer.number(n_words as u64);
    words[..n_words].iter().for_each(|&word| writer.signed(word));
}

fn word(bytes: &[u8]) -> i64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    i64::from_le_bytes(word)
}

/// Reads the encoding of [`write_int`].
fn read_int(width: u32, reader: &mut dyn EntryReader) -> Result<ApInt, ReadError> {
    if width <= u8::BITS {
        return Ok(ApInt::new(width, reader.byte()?.into()));
    }
    if width <= WORD_BITS {
        return Ok(ApInt::new(width, reader.signed()? as u64));
    }
    let n_words = reader.count()?;
    let mut bytes = Vec::new();
    for _ in 0..n_words {
        bytes.extend_from_slice(&reader.signed()?.to_le_bytes());
    }
    Ok(ApInt::from_le_bytes(width, &bytes))
}

/// Reads a builtin attribute or location.
pub(crate) fn read_attr(reader: &mut dyn EntryReader) -> Result<Attr, ReadError> {
    let code = reader.number()?;
    let data = match code {
        code::ARRAY => AttrData::Array(read_list(reader, |reader| reader.attr())?.into()),
        code::DICTIONARY => return read_dictionary(reader),
        code::STRING => AttrData::String { value: reader.string()?, ty: Type::NONE },
        code::TYPED_STRING => AttrData::String { value: reader.string()?, ty: reader.ty()? },
        code::FLAT_SYMBOL => AttrData::SymbolRef { root: read_name(reader)?, nested: Box::default() },
        code::NESTED_SYMBOL => {
            let root = read_name(reader)?;
            AttrData::SymbolRef { root, nested: read_list(reader, read_flat_symbol)?.into() }
        }
        code::TYPE => AttrData::Type(reader.ty()?),
        code::UNIT => AttrData::Unit,
        code::INTEGER => {
            let ty = reader.ty()?;
            let Some(width) = ty.int_or_index_width(reader.cx()) else {
                return Err(unexpected(reader, "integer or index type for IntegerAttr", ty));
            };
            AttrData::Integer { value: read_int(width, reader)?, ty }
        }
        code::FLOAT => {
            let ty = reader.ty()?;
            let Some(kind) = ty.float_kind(reader.cx()) else {
                return Err(unexpected(reader, "float type for FloatAttr", ty));
            };
            AttrData::Float { value: ApFloat::from_bits_int(kind, &read_int(kind.width(), reader)?), ty }
        }
        code::DENSE_ARRAY => dense::read_array(reader)?,
        code::DENSE => dense::read(reader)?,
        code::DENSE_STRINGS => dense::read_strings(reader)?,
        code::RESOURCE => {
            let ty = shaped(reader)?;
            AttrData::DenseResource { ty, key: reader.resource()? }
        }
        code::SPARSE => {
            let ty = shaped(reader)?;
            let (indices, values) = (reader.attr()?, reader.attr()?);
            checks::sparse(reader, ty, indices, values)?;
            AttrData::Sparse { ty, indices, values }
        }
        code::DISTINCT => {
            let inner = reader.attr()?;
            return Ok(reader.cx().new_distinct(inner));
        }
        _ => return locs::read(code, reader),
    };
    Ok(reader.cx().attr(data))
}

fn read_flat_symbol(reader: &mut dyn EntryReader) -> Result<Ident, ReadError> {
    let attr = reader.attr()?;
    attr.as_flat_symbol(reader.cx()).ok_or_else(|| wrong_kind(reader, "FlatSymbolRefAttr", attr))
}

fn read_dictionary(reader: &mut dyn EntryReader) -> Result<Attr, ReadError> {
    let mut entries = read_list(reader, |reader| Ok(NamedAttr { name: read_name(reader)?, value: reader.attr()? }))?;
    let cx = reader.cx();
    entries.sort_by(|a, b| a.name.str(cx).cmp(b.name.str(cx)));
    if let Some(pair) = entries.windows(2).find(|pair| pair[0].name == pair[1].name) {
        let name = pair[0].name.str(cx);
        return Err(reader.malformed(format!("duplicate key '{name}' in dictionary attribute")));
    }
    Ok(cx.dict(entries))
}

fn unexpected(reader: &dyn EntryReader, wanted: &str, ty: Type) -> ReadError {
    reader.malformed(format!("expected {wanted}, but got: '{}'", rmlir_text::print::print_type(reader.cx(), ty)))
}
