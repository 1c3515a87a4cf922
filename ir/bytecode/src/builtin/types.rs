//! Types.

use rmlir_affine_maps::AffineMap;
use rmlir_core::bytecode::{EntryReader, EntryWriter, ReadError};
use rmlir_core::{Attr, AttrData, Context, Signedness, Type, TypeData};
use rmlir_num::FloatKind;

use super::fields::read_list;
use super::{checks, type_code as code};

/// The float types with a code.
const FLOATS: [(FloatKind, u64); 6] = [
    (FloatKind::BF16, code::BF16),
    (FloatKind::F16, code::F16),
    (FloatKind::F32, code::F32),
    (FloatKind::F64, code::F64),
    (FloatKind::F80, code::F80),
    (FloatKind::F128, code::F128),
];

/// Writes a builtin type. Returns `false` if it is to be written as text.
pub(crate) fn write_type(ty: Type, writer: &mut dyn EntryWriter) -> bool {
    match ty.data(writer.cx()) {
        TypeData::Integer { width, sign } => {
            writer.number(code::INTEGER);
            writer.number(u64::from(*width) << 2 | *sign as u64);
        }
        TypeData::Index => writer.number(code::INDEX),
        TypeData::None => writer.number(code::NONE),
        TypeData::Float(kind) => match FLOATS.iter().find(|(known, _)| known == kind) {
            Some(&(_, code)) => writer.number(code),
            None => return false,
        },
        TypeData::Complex(part) => {
            writer.number(code::COMPLEX);
            writer.ty(*part);
        }
        TypeData::Function { inputs, results } => {
            writer.number(code::FUNCTION);
            write_types(inputs, writer);
            write_types(results, writer);
        }
        TypeData::Tuple(types) => {
            writer.number(code::TUPLE);
            write_types(types, writer);
        }
        TypeData::Vector { shape, scalable, element } => {
            let is_scalable = scalable.contains(&true);
            writer.number(if is_scalable { code::SCALABLE_VECTOR } else { code::VECTOR });
            if is_scalable {
                writer.number(scalable.len() as u64);
                scalable.iter().for_each(|&scalable| writer.byte(scalable.into()));
            }
            write_shape(shape, *element, writer);
        }
        TypeData::RankedTensor { shape, element, encoding } => {
            writer.number(if encoding.is_some() { code::ENCODED_TENSOR } else { code::TENSOR });
            encoding.iter().for_each(|&encoding| writer.attr(encoding));
            write_shape(shape, *element, writer);
        }
        TypeData::UnrankedTensor { element } => {
            writer.number(code::UNRANKED_TENSOR);
            writer.ty(*element);
        }
        TypeData::MemRef { shape, element, layout, space } => {
            writer.number(if space.is_some() { code::MEMREF_IN_SPACE } else { code::MEMREF });
            space.iter().for_each(|&space| writer.attr(space));
            write_shape(shape, *element, writer);
            let layout = layout.unwrap_or_else(|| identity_layout(writer.cx(), shape.len()));
            writer.attr(layout);
        }
        TypeData::UnrankedMemRef { element, space } => {
            writer.number(if space.is_some() { code::UNRANKED_MEMREF_IN_SPACE } else { code::UNRANKED_MEMREF });
            space.iter().for_each(|&space| writer.attr(space));
            writer.ty(*element);
        }
        TypeData::Opaque { .. } | TypeData::Dialect { .. } => return false,
    }
    true
}

fn identity_layout(cx: &Context, rank: usize) -> Attr {
    cx.attr(AttrData::AffineMap(AffineMap::identity(rank as u32)))
}

fn write_types(types: &[Type], writer: &mut dyn EntryWriter) {
    writer.number(types.len() as u64);
    types.iter().for_each(|&ty| writer.ty(ty));
}

fn write_shape(shape: &[i64], element: Type, writer: &mut dyn EntryWriter) {
    writer.number(shape.len() as u64);
    shape.iter().for_each(|&size| writer.signed(size));
    writer.ty(element);
}

/// Reads a builtin type.
pub(crate) fn read_type(reader: &mut dyn EntryReader) -> Result<Type, ReadError> {
    let code = reader.number()?;
    let data = match code {
        code::INTEGER => read_integer(reader)?,
        code::INDEX => TypeData::Index,
        code::NONE => TypeData::None,
        code::COMPLEX => TypeData::Complex(reader.ty()?),
        code::FUNCTION => TypeData::Function { inputs: read_types(reader)?, results: read_types(reader)? },
        code::TUPLE => TypeData::Tuple(read_types(reader)?),
        code::VECTOR => {
            let (shape, element) = read_shape(reader)?;
            TypeData::Vector { scalable: vec![false; shape.len()].into(), shape, element }
        }
        code::SCALABLE_VECTOR => {
            let scalable = read_list(reader, |reader| Ok(reader.byte()? != 0))?.into();
            let (shape, element) = read_shape(reader)?;
            TypeData::Vector { shape, scalable, element }
        }
        code::TENSOR => {
            let (shape, element) = read_shape(reader)?;
            TypeData::RankedTensor { shape, element, encoding: None }
        }
        code::ENCODED_TENSOR => {
            let encoding = Some(reader.attr()?);
            let (shape, element) = read_shape(reader)?;
            TypeData::RankedTensor { shape, element, encoding }
        }
        code::UNRANKED_TENSOR => TypeData::UnrankedTensor { element: reader.ty()? },
        code::MEMREF => read_memref(reader, None)?,
        code::MEMREF_IN_SPACE => {
            let space = reader.attr()?;
            read_memref(reader, Some(space))?
        }
        code::UNRANKED_MEMREF => TypeData::UnrankedMemRef { element: reader.ty()?, space: None },
        code::UNRANKED_MEMREF_IN_SPACE => {
            let space = Some(reader.attr()?);
            TypeData::UnrankedMemRef { element: reader.ty()?, space }
        }
        _ => match FLOATS.iter().find(|(_, known)| *known == code) {
            Some(&(kind, _)) => TypeData::Float(kind),
            None => return Err(reader.malformed(format!("unknown builtin type code: {code}"))),
        },
    };
    let data = checks::without_default_space(reader.cx(), data);
    checks::type_data(reader, &data)?;
    Ok(reader.cx().ty(data))
}

fn read_integer(reader: &mut dyn EntryReader) -> Result<TypeData, ReadError> {
    let number = reader.number()?;
    let sign = match number & 3 {
        0 => Signedness::Signless,
        1 => Signedness::Signed,
        2 => Signedness::Unsigned,
        sign => return Err(reader.malformed(format!("unknown signedness of an integer type: {sign}"))),
    };
    let Some(width) = checks::int_width(number >> 2) else {
        return Err(reader.malformed(format!("integer bitwidth is limited to {} bits", checks::MAX_INT_WIDTH)));
    };
    Ok(TypeData::Integer { width, sign })
}

fn read_types(reader: &mut dyn EntryReader) -> Result<Box<[Type]>, ReadError> {
    Ok(read_list(reader, |reader| reader.ty())?.into())
}

fn read_shape(reader: &mut dyn EntryReader) -> Result<(Box<[i64]>, Type), ReadError> {
    let shape = read_list(reader, |reader| reader.signed())?;
    Ok((shape.into(), reader.ty()?))
}

fn read_memref(reader: &mut dyn EntryReader, space: Option<Attr>) -> Result<TypeData, ReadError> {
    let (shape, element) = read_shape(reader)?;
    let layout = reader.attr()?;
    let is_identity = matches!(layout.data(reader.cx()), AttrData::AffineMap(map) if map.is_identity());
    checks::layout(reader, layout, shape.len())?;
    Ok(TypeData::MemRef { shape, element, layout: (!is_identity).then_some(layout), space })
}
