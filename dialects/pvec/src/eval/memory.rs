//! The evaluation of memory accesses: each active lane, sequentially.

use rmlir::interp::{Emit, Emitted, Fault, Flow, Kind, Machine, Reg, Value};
use rmlir::prelude::*;

use super::bit;
use super::lanes::{lanes_on, offset};
use crate::{AccessShape, LoadOp, StoreOp};

/// The addresses of an access.
struct Access {
    shape: AccessShape,
    stride: i64,
    memref: Reg,
    indices: Vec<Reg>,
    offsets: Option<Reg>,
    offset_width: u32,
    guard: Reg,
    /// The number of lanes; `None` for a scalar under a predicate.
    lanes: Option<usize>,
    element: Kind,
}

/// The slots of the properties shape and stride; the fields of the operands memref, indices, offsets and guard.
type Fields = ([usize; 2], [usize; 4]);

impl Access {
    fn new<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, fields: Fields, value: Type) -> Result<Self, Box<Diagnostic>> {
        let ([shape, stride], parts) = fields;
        let memref_type = op.operand_field(parts[0])[0].ty();
        let Kind::MemRef(kind) = emit.kind(op, memref_type)? else {
            return Err(op.error("cannot be interpreted: it accesses memrefs only"));
        };
        let offset_type = op.operand_field(parts[2]).first().map(|offsets| offsets.ty());
        let [memref, indices, offsets, guard] = parts.map(|field| emit.operand_field(op, field));
        let is_masked = emit.lanes(op, op.operand_field(parts[3])[0].ty())?.is_some();
        Ok(Self {
            shape: op
                .prop(shape)
                .and_then(|attr| AccessShape::from_attr(op.cx(), attr))
                .unwrap_or(AccessShape::Uniform),
            stride: op.prop(stride).and_then(|attr| attr.as_i64(op.cx())).unwrap_or(1),
            memref: memref[0],
            indices,
            offsets: offsets.first().copied(),
            offset_width: offset_type.map_or(64, |ty| emit.int_width(ty)),
            guard: guard[0],
            lanes: if is_masked { emit.lanes(op, value)? } else { None },
            element: kind.element.clone(),
        })
    }

    /// The active lanes, each with its address.
    fn addresses(&self, m: &Machine) -> Result<Vec<(usize, u64)>, Box<Fault>> {
        let on = match self.lanes {
            Some(n) => lanes_on(m, self.guard, n)?,
            None => {
                let holds = bit(m.get(self.guard));
                vec![holds.ok_or_else(|| Fault::undefined("is guarded by a predicate that is not set"))?]
            }
        };
        let mut found = Vec::new();
        for lane in (0..on.len()).filter(|&lane| on[lane]) {
            let distance = match (self.shape, self.offsets) {
                (AccessShape::Uniform, _) => 0,
                (AccessShape::Contiguous, _) => lane as i64,
                (AccessShape::Strided, _) => self.stride.wrapping_mul(lane as i64),
                (AccessShape::Packed, _) => found.len() as i64,
                (AccessShape::Gather, offsets) => {
                    let offsets = offsets.expect("gathered lanes have offsets");
                    offset(m.get(offsets), lane, self.offset_width)?
                }
            };
            let mut at = m.indices(&self.indices)?;
            if let Some(last) = at.last_mut() {
                *last = last.wrapping_add(distance);
            }
            found.push((lane, m.block(self.memref, &at, &[], self.element.size())?[0]));
        }
        Ok(found)
    }
}

#[eval(LoadOp)]
fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let fields = (
        [LoadOp::SHAPE, LoadOp::STRIDE],
        [LoadOp::MEMREF_OPERAND, LoadOp::INDICES_OPERAND, LoadOp::OFFSETS_OPERAND, LoadOp::GUARD_OPERAND],
    );
    let access = Access::new(op, emit, fields, op.result(0).ty())?;
    let (pass, into) = (emit.operand_field(op, LoadOp::PASSTHRU_OPERAND)[0], emit.result(op, 0));
    emit.compute(into, move |m| {
        let addresses = access.addresses(m)?;
        let Some(n) = access.lanes else {
            let found = addresses.first().map(|&(_, address)| access.element.load(&m.memory, address));
            return found.unwrap_or_else(|| Ok(m.get(pass).clone()));
        };
        let mut lanes = m.get(pass).parts(n).into_owned();
        for (lane, address) in addresses {
            lanes[lane] = access.element.load(&m.memory, address)?;
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

#[eval(StoreOp)]
fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let fields = (
        [StoreOp::SHAPE, StoreOp::STRIDE],
        [StoreOp::MEMREF_OPERAND, StoreOp::INDICES_OPERAND, StoreOp::OFFSETS_OPERAND, StoreOp::GUARD_OPERAND],
    );
    let access = Access::new(op, emit, fields, op.value(StoreOp::value).ty())?;
    let value = emit.operand(op, 0);
    emit.push(move |m| {
        for (lane, address) in access.addresses(m)? {
            let value = m.get(value);
            let value = if access.lanes.is_some() { value.part(lane).clone() } else { value.clone() };
            access.element.store(&mut m.memory, address, &value)?;
        }
        Ok(Flow::Next)
    });
    Ok(())
}
