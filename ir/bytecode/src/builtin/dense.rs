//! Elements attributes and dense arrays.
//!
//! The bytes in a file are those in memory, except for single bits: there eight of them are packed into a byte, and a
//! splat is a byte of equal bits.

use rmlir_core::bytecode::{EntryReader, EntryWriter, ReadError};
use rmlir_core::dense::element_bytes;
use rmlir_core::{AttrData, Context, Ident, Type};

use super::attr_code as code;
use super::fields::shaped;

/// Writes numeric elements.
pub(super) fn write(ty: Type, splat: bool, data: &[u8], writer: &mut dyn EntryWriter) {
    writer.number(code::DENSE);
    writer.ty(ty);
    let is_bits = ty.element(writer.cx()) == Some(Type::I1);
    match (is_bits, splat) {
        (false, _) => writer.blob(data),
        (true, true) => writer.blob(&[if data[0] != 0 { u8::MAX } else { 0 }]),
        (true, false) => writer.blob(&packed(data)),
    }
}

fn packed(bits: &[u8]) -> Vec<u8> {
    let byte = |bits: &[u8]| bits.iter().enumerate().fold(0, |byte, (index, &bit)| byte | u8::from(bit != 0) << index);
    bits.chunks(8).map(byte).collect()
}

/// Reads the encoding of [`write`].
pub(super) fn read(reader: &mut dyn EntryReader) -> Result<AttrData, ReadError> {
    let ty = shaped(reader)?;
    let cx = reader.cx();
    let element = ty.element(cx).expect("a shaped type has an element type");
    let (Some(n_bytes), Some(n_elements)) = (element_bytes(cx, element), n_elements(cx, ty)) else {
        let shown = rmlir_text::print::print_type(cx, ty);
        return Err(
            reader.malformed(format!("expected a static shape of numbers for DenseElementsAttr, but got: '{shown}'"))
        );
    };
    let blob = reader.blob()?;
    if element == Type::I1 {
        return read_bits(ty, n_elements, &blob, reader);
    }
    let is_splat = blob.len() == n_bytes;
    if !is_splat && n_elements.checked_mul(n_bytes) != Some(blob.len()) {
        return Err(wrong_size(reader, ty, blob.len()));
    }
    let is_uniform = blob.chunks(n_bytes).all(|chunk| chunk == &blob[..n_bytes]);
    Ok(match is_uniform && !blob.is_empty() {
        true => AttrData::Dense { ty, splat: true, data: blob[..n_bytes].into() },
        false => AttrData::Dense { ty, splat: false, data: blob },
    })
}

fn read_bits(ty: Type, n_elements: usize, blob: &[u8], reader: &dyn EntryReader) -> Result<AttrData, ReadError> {
    // A splat keeps its element even if the shape has no elements.
    if let &[byte @ (0 | u8::MAX)] = blob {
        return Ok(AttrData::Dense { ty, splat: true, data: Box::from([byte & 1]) });
    }
    if blob.len() != n_elements.div_ceil(8) {
        return Err(wrong_size(reader, ty, blob.len()));
    }
    let bits: Vec<u8> = (0..n_elements).map(|index| blob[index / 8] >> (index % 8) & 1).collect();
    Ok(match bits.split_first() {
        Some((first, rest)) if rest.iter().all(|bit| bit == first) => {
            AttrData::Dense { ty, splat: true, data: Box::from([*first]) }
        }
        _ => AttrData::Dense { ty, splat: false, data: bits.into() },
    })
}

fn n_elements(cx: &Context, ty: Type) -> Option<usize> {
    ty.n_elements(cx).and_then(|n| usize::try_from(n).ok())
}

fn wrong_size(reader: &dyn EntryReader, ty: Type, size: usize) -> ReadError {
    let shown = rmlir_text::print::print_type(reader.cx(), ty);
    reader.malformed(format!("elements of type '{shown}' do not take {size} bytes"))
}

/// Writes string elements.
pub(super) fn write_strings(ty: Type, values: &[Ident], writer: &mut dyn EntryWriter) {
    writer.number(code::DENSE_STRINGS);
    writer.ty(ty);
    let is_splat = values.len() == 1;
    writer.number(is_splat.into());
    for value in values {
        writer.string(value.str(writer.cx()).as_bytes());
    }
}

/// Reads the encoding of [`write_strings`].
pub(super) fn read_strings(reader: &mut dyn EntryReader) -> Result<AttrData, ReadError> {
    let ty = shaped(reader)?;
    let is_splat = reader.number()? != 0;
    let Some(n_elements) = n_elements(reader.cx(), ty) else {
        return Err(reader.malformed("expected a static shape for DenseStringElementsAttr".to_owned()));
    };
    let n = if is_splat { 1 } else { n_elements };
    let mut values = Vec::new();
    for _ in 0..n {
        let text = reader.string()?;
        let Ok(text) = std::str::from_utf8(&text) else {
            return Err(reader.malformed("a string element is not UTF-8".to_owned()));
        };
        values.push(reader.cx().ident(text));
    }
    if values.windows(2).all(|pair| pair[0] == pair[1]) {
        values.truncate(1);
    }
    Ok(AttrData::DenseStrings { ty, values: values.into() })
}

/// Writes `array<..>`.
pub(super) fn write_array(element: Type, data: &[u8], writer: &mut dyn EntryWriter) {
    let n_bytes = element_bytes(writer.cx(), element).expect("an array holds numbers");
    writer.number(code::DENSE_ARRAY);
    writer.ty(element);
    writer.number((data.len() / n_bytes) as u64);
    writer.blob(data);
}

/// Reads the encoding of [`write_array`].
pub(super) fn read_array(reader: &mut dyn EntryReader) -> Result<AttrData, ReadError> {
    let element = reader.ty()?;
    let n_elements = reader.number()?;
    let data = reader.blob()?;
    let cx = reader.cx();
    let is_number = element.is_integer(cx) || element.float_kind(cx).is_some();
    let n_bytes = element_bytes(cx, element).filter(|_| is_number).map_or(0, |n| n as u64);
    if n_bytes == 0 || n_elements.checked_mul(n_bytes) != Some(data.len() as u64) {
        let shown = rmlir_text::print::print_type(cx, element);
        let text = format!("a dense array of {n_elements} times '{shown}' does not take {} bytes", data.len());
        return Err(reader.malformed(text));
    }
    Ok(AttrData::DenseArray { element, data })
}
