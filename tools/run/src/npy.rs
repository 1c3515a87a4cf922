//! Files of NumPy: `.npy`, version 1 and 2, row by row, little-endian.
//!
//! The format: six bytes `\x93NUMPY`, two of the version, the length of the header in two bytes (four in version 2), a
//! Python dictionary that says type, order and shape, then the elements.

use std::path::Path;

use rmlir::interp::{Data, Kind};
use rmlir::num::{ApInt, FloatKind};

use rmlir::interp::text::check_sizes;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads a file for an argument of kind `kind`.
pub fn read(path: &Path, kind: &Kind) -> Result<Data, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&bytes, kind).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a memref, vector or scalar.
pub fn write(path: &Path, data: &Data, kind: &Kind) -> Result<(), String> {
    let bytes = format(data, kind).map_err(|error| format!("{}: {error}", path.display()))?;
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// The names of the type in the header, the one that is written first, and the size of an element.
fn type_names(kind: &Kind) -> Option<(&'static [&'static str], usize)> {
    Some(match kind {
        Kind::Int(1) => (&["|b1", "|u1", "|i1"], 1),
        Kind::Int(8) => (&["|i1", "|u1"], 1),
        Kind::Int(16) => (&["<i2", "<u2"], 2),
        Kind::Int(32) => (&["<i4", "<u4"], 4),
        Kind::Int(64) | Kind::Index => (&["<i8", "<u8"], 8),
        Kind::Float(FloatKind::F16) => (&["<f2"], 2),
        Kind::Float(FloatKind::F32) => (&["<f4"], 4),
        Kind::Float(FloatKind::F64) => (&["<f8"], 8),
        _ => return None,
    })
}

/// Shape and element of an array.
fn array_kind(kind: &Kind) -> &Kind {
    match kind {
        Kind::MemRef(memref) => &memref.element,
        Kind::Vector(_, element) => element,
        _ => kind,
    }
}

fn parse(bytes: &[u8], kind: &Kind) -> Result<Data, String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("is no .npy file")?;
    let (length, rest) = match rest {
        [1, _, low, high, rest @ ..] => (usize::from(u16::from_le_bytes([*low, *high])), rest),
        [2, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err("has an unknown version".into()),
    };
    if rest.len() < length {
        return Err("ends within its header".into());
    }
    let (header, content) = rest.split_at(length);
    let header = String::from_utf8_lossy(header);
    let entry = |key: &str| header.split_once(&format!("'{key}':")).map(|(_, after)| after.trim_start());
    if entry("fortran_order").is_some_and(|value| value.starts_with("True")) {
        return Err("is stored column by column".into());
    }
    let element = array_kind(kind);
    let (names, size) = type_names(element).ok_or("cannot hold elements of this type")?;
    let descr = entry("descr").and_then(|value| value.split('\'').nth(1)).ok_or("has no `descr`")?;
    if !names.contains(&descr) {
        return Err(format!("holds elements `{descr}`, and `{}` are expected", names[0]));
    }
    let shape = entry("shape").and_then(|value| value.strip_prefix('(')?.split(')').next());
    let size_of = |size: &str| size.trim().parse::<i64>().ok();
    let sizes = shape.ok_or("has no `shape`")?.split(',').filter(|size| !size.trim().is_empty());
    let sizes: Vec<i64> = sizes.map(size_of).collect::<Option<_>>().ok_or("has a shape that is none")?;
    check_sizes(kind, Some(&sizes))?;
    if content.len() as i64 != sizes.iter().product::<i64>() * size as i64 {
        return Err("has another number of elements than its shape says".into());
    }
    let element = |bytes: &[u8]| Data::Bits(ApInt::from_le_bytes(64, bytes).zext_value().expect("64 bits fit"));
    let mut elements: Vec<Data> = content.chunks_exact(size).map(element).collect();
    match kind {
        Kind::MemRef(_) => Ok(Data::MemRef { sizes, elements }),
        Kind::Vector(shape, _) if shape[..] == sizes => Ok(Data::List(elements)),
        Kind::Vector(..) => Err("has another shape than the vector".into()),
        _ if elements.len() == 1 => Ok(elements.remove(0)),
        _ => Err("has more than one element, and a number is expected".into()),
    }
}

fn format(data: &Data, kind: &Kind) -> Result<Vec<u8>, String> {
    let (names, size) = type_names(array_kind(kind)).ok_or("elements of this type cannot be saved")?;
    let (sizes, elements) = match (data, kind) {
        (Data::MemRef { sizes, elements }, _) => (sizes.clone(), elements.as_slice()),
        (Data::List(lanes), Kind::Vector(shape, _)) => (shape.to_vec(), lanes.as_slice()),
        _ => (Vec::new(), std::slice::from_ref(data)),
    };
    let sizes: String = sizes.iter().map(|size| format!("{size}, ")).collect();
    let mut header = format!("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", names[0], sizes.trim_end());
    /// The elements begin at a multiple of this.
    const ALIGNMENT: usize = 64;
    let prefix = MAGIC.len() + 4;
    let length = (prefix + header.len() + 1).next_multiple_of(ALIGNMENT) - prefix;
    header.push_str(&" ".repeat(length - header.len() - 1));
    header.push('\n');
    let mut bytes = [MAGIC, &[1, 0], &(length as u16).to_le_bytes(), header.as_bytes()].concat();
    for element in elements {
        let Data::Bits(bits) = element else { return Err("an element is poison".into()) };
        bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmlir::interp::kind::MemRefKind;
    use std::sync::Arc;

    #[test]
    fn what_is_written_is_read_again() -> Result<(), String> {
        let element = Kind::Float(FloatKind::F32);
        let kind = Kind::MemRef(Arc::new(MemRefKind { element, shape: None, layout: None }));
        let elements = (0..6).map(|value| Data::float(FloatKind::F32, value.into())).collect();
        let data = Data::MemRef { sizes: vec![2, 3], elements };
        let bytes = format(&data, &kind)?;
        assert_eq!((bytes.len() - 24) % 64, 0, "elements begin at a multiple of 64");
        assert_eq!(parse(&bytes, &kind)?, data);
        assert!(parse(&bytes, &Kind::Float(FloatKind::F64)).is_err());
        assert!(parse(&bytes[..bytes.len() - 1], &kind).is_err());
        Ok(())
    }
}
