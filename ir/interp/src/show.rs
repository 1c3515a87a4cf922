//! Printing of data.

use rmlir_num::{ApFloat, ApInt};

use crate::data::Data;
use crate::kind::Kind;

impl Data {
    /// The float value, if it is a scalar and `kind` a float.
    pub fn as_float(&self, kind: &Kind) -> Option<ApFloat> {
        let Kind::Float(kind) = kind else { return None };
        match self {
            Data::Bits(bits) => Some(ApFloat::from_bits(*kind, (*bits).into())),
            Data::Wide(bits) => Some(ApFloat::from_bits_int(*kind, bits)),
            _ => None,
        }
    }

    /// The integer value, if it is a scalar and `kind` has a width.
    pub fn as_int(&self, kind: &Kind) -> Option<ApInt> {
        match self {
            Data::Bits(bits) => Some(ApInt::new(kind.width()?, *bits)),
            Data::Wide(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The text: scalars in the syntax of the IR, aggregates in brackets.
    pub fn show(&self, kind: &Kind) -> String {
        match self {
            Data::Poison => "poison".to_owned(),
            Data::Opaque => "opaque".to_owned(),
            Data::Bits(_) | Data::Wide(_) => self.show_number(kind),
            Data::List(parts) => self.show_list(parts, kind),
            Data::MemRef { sizes, elements } => {
                let (Kind::MemRef(memref) | Kind::Tensor(memref)) = kind else { return "a memref".to_owned() };
                rows(sizes, &mut elements.iter().map(|element| element.show(&memref.element)))
            }
            Data::Buffer(bytes) => {
                let byte = |byte: &Option<u8>| byte.map_or_else(|| "??".to_owned(), |byte| format!("{byte:02x}"));
                format!("<{}>", bytes.iter().map(byte).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn show_number(&self, kind: &Kind) -> String {
        if let Some(float) = self.as_float(kind) {
            return show_float(&float);
        }
        match (kind, self) {
            (Kind::Int(1), Data::Bits(bits)) => (*bits != 0).to_string(),
            (Kind::Pointer, Data::Bits(0)) => "null".to_owned(),
            (Kind::Pointer, _) => "pointer".to_owned(),
            _ => self.as_int(kind).map_or_else(|| "opaque".to_owned(), |value| value.to_string_signed()),
        }
    }

    fn show_list(&self, parts: &[Data], kind: &Kind) -> String {
        let opaque = Kind::Opaque;
        let mut shown = parts.iter().enumerate().map(|(at, part)| part.show(kind.part(at).unwrap_or(&opaque)));
        match kind {
            Kind::Vector(shape, _) => rows(shape, &mut shown),
            Kind::Struct(..) | Kind::Tuple(_) | Kind::Complex(_) => {
                format!("({})", shown.collect::<Vec<_>>().join(", "))
            }
            _ => format!("[{}]", shown.collect::<Vec<_>>().join(", ")),
        }
    }
}

/// The shortest text of a float that distinguishes it from its neighbours.
fn show_float(value: &ApFloat) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    match value.kind() {
        rmlir_num::FloatKind::F32 => format!("{:?}", value.to_f64() as f32),
        _ => format!("{:?}", value.to_f64()),
    }
}

/// Elements in nested brackets, in row-major order.
fn rows(sizes: &[i64], elements: &mut dyn Iterator<Item = String>) -> String {
    match sizes {
        [] => elements.next().unwrap_or_default(),
        [size, inner @ ..] => {
            let rows: Vec<String> = (0..*size).map(|_| rows(inner, elements)).collect();
            format!("[{}]", rows.join(", "))
        }
    }
}
