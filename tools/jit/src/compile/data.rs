//! The initial bytes of global variables.

use rmlir::interp::Kind;
use rmlir::interp::value::Value;

/// The bytes of `value`; poison is zero.
pub fn bytes_of(value: &Value, kind: &Kind) -> Vec<u8> {
    let mut bytes = vec![0; kind.size() as usize];
    write(value, kind, &mut bytes, 0);
    bytes
}

fn write(value: &Value, kind: &Kind, bytes: &mut [u8], at: usize) {
    match (value, kind) {
        (Value::List(lanes), Kind::Vector(_, lane)) if lane.width().is_some_and(|width| width % 8 != 0) => {
            let width = lane.width().expect("it was just asked for") as usize;
            for (number, lane) in lanes.iter().enumerate() {
                let bits = crate::leaf::bits_of(lane);
                for bit in (0..width).filter(|bit| bits >> bit & 1 == 1) {
                    let place = number * width + bit;
                    bytes[at + place / 8] |= 1 << (place % 8);
                }
            }
        }
        (Value::List(parts), _) => {
            for (number, part) in parts.iter().enumerate() {
                if let Some(part_kind) = kind.part(number) {
                    write(part, part_kind, bytes, at + kind.member_place(number) as usize);
                }
            }
        }
        (Value::Bits(_) | Value::Wide(_), _) => {
            let size = (kind.width().unwrap_or(64) as usize).div_ceil(8);
            bytes[at..at + size].copy_from_slice(&crate::leaf::bits_of(value).to_le_bytes()[..size]);
        }
        (Value::Poison | Value::MemRef(_) | Value::Tensor(_), _) => {}
    }
}
