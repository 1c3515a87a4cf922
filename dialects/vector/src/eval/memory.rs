//! The evaluation of loads and stores.

use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Fault, Flow, Kind, Machine, Reg, Value};
use rmlir::prelude::*;

use super::{Lanes, linear};
use crate::memory::{CompressStoreOp, ExpandLoadOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp};
use crate::transfer::parts;

/// The kind of the elements of the memref in operand `operand`.
fn element(op: OpRef, emit: &Emit, operand: usize) -> Result<Kind, Box<Diagnostic>> {
    match emit.kind(op, op.operand(operand).ty())? {
        Kind::MemRef(memref) => Ok(memref.element.clone()),
        _ => Err(op.error("cannot be interpreted: it takes memrefs only")),
    }
}

/// Whether lane `at` of a mask is active.
fn is_on(mask: &Value, at: usize) -> Result<bool, Box<Fault>> {
    match mask.part(at) {
        Value::Bits(bits) => Ok(*bits != 0),
        _ => Err(Fault::poison("needs a mask, a lane of which is poison")),
    }
}

/// The addresses of all lanes of a vector that starts at indices `at`.
fn lane_addresses(m: &Machine, memref: Reg, at: &[Reg], sizes: &[i64], element: &Kind) -> Result<Vec<u64>, Box<Fault>> {
    let start = m.indices(at)?;
    // The accesses to a memref of vectors are to whole elements.
    let sizes = if matches!(element, Kind::Vector(..)) { &[] } else { sizes };
    m.block(memref, &start, sizes, element.size())
}

#[eval(LoadOp)]
pub fn load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (element, to) = (element(op, emit, 0)?, Lanes::of(op, emit, op.result(0).ty())?);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let addresses = lane_addresses(m, operands[0], &operands[1..], &to.sizes, &element)?;
        if let Kind::Vector(..) = element {
            return element.load(&m.memory, addresses[0]);
        }
        let lanes = addresses.into_iter().map(|address| element.load(&m.memory, address));
        Ok(Value::list(lanes.collect::<Result<_, _>>()?))
    });
    Ok(())
}

#[eval(StoreOp)]
pub fn store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (element, from) = (element(op, emit, 1)?, Lanes::of(op, emit, op.value(StoreOp::value_to_store).ty())?);
    let operands = emit.operands(op);
    emit.push(move |m| {
        let addresses = lane_addresses(m, operands[1], &operands[2..], &from.sizes, &element)?;
        let value = m.get(operands[0]).clone();
        if let Kind::Vector(..) = element {
            element.store(&mut m.memory, addresses[0], &value)?;
            return Ok(Flow::Next);
        }
        for (lane, address) in addresses.into_iter().enumerate() {
            element.store(&mut m.memory, address, value.part(lane))?;
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// The address of one lane of a vector that starts at indices `start`. Along dimensions that the memref lacks there is one
/// element.
fn lane_address(m: &Machine, memref: Reg, start: &[i64], lane: &[i64], size: u64) -> Result<u64, Box<Fault>> {
    let mut at = start.to_vec();
    let (outside, inside) = lane.split_at(lane.len().saturating_sub(at.len()));
    if outside.iter().any(|&place| place != 0) {
        return Err(Fault::undefined("accesses a vector of more dimensions than the memref has"));
    }
    let first = at.len() - inside.len();
    inside.iter().enumerate().for_each(|(dim, place)| at[first + dim] += place);
    Ok(m.block(memref, &at, &[], size)?[0])
}

/// Inactive lanes are not accessed, even if they are out of bounds.
#[eval(MaskedLoadOp)]
fn masked_load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (element, to) = (element(op, emit, 0)?, Lanes::of(op, emit, op.result(0).ty())?);
    let [at, mask, pass] = [1, 2, 3].map(|field| emit.operand_field(op, field));
    let (memref, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (start, mask, pass) = (m.indices(&at)?, m.get(mask[0]), m.get(pass[0]));
        let mut lanes = Vec::new();
        for (lane, place) in indices(&to.sizes).enumerate() {
            lanes.push(match is_on(mask, lane)? {
                true => element.load(&m.memory, lane_address(m, memref, &start, &place, element.size())?)?,
                false => pass.part(lane).clone(),
            });
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

#[eval(MaskedStoreOp)]
fn masked_store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    masked_write(op, emit, |_, place| place)
}

/// Active lanes are contiguous in memory.
#[eval(CompressStoreOp)]
fn compress_store<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    masked_write(op, emit, |n_before, _| vec![n_before])
}

/// Stores the active lanes; `place` computes the index of each from the number of active
/// lanes before it and its own index.
fn masked_write<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    place: impl Fn(i64, Vec<i64>) -> Vec<i64> + Send + Sync + 'static,
) -> Emitted {
    let [at, mask, value] = [1, 2, 3].map(|field| emit.operand_field(op, field));
    let element = element(op, emit, 0)?;
    let from = Lanes::of(op, emit, op.operand(op.n_operands() - 1).ty())?;
    let memref = emit.operand(op, 0);
    emit.push(move |m| {
        let (start, mask, value) = (m.indices(&at)?, m.get(mask[0]).clone(), m.get(value[0]).clone());
        let mut n_before = 0;
        for (lane, at) in indices(&from.sizes).enumerate() {
            if is_on(&mask, lane)? {
                let address = lane_address(m, memref, &start, &place(n_before, at), element.size())?;
                element.store(&mut m.memory, address, value.part(lane))?;
                n_before += 1;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}

#[eval(ExpandLoadOp)]
fn expand_load<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (element, to) = (element(op, emit, 0)?, Lanes::of(op, emit, op.result(0).ty())?);
    let [at, mask, pass] = [1, 2, 3].map(|field| emit.operand_field(op, field));
    let (memref, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (start, mask, pass) = (m.indices(&at)?, m.get(mask[0]), m.get(pass[0]));
        let (mut lanes, mut n_before) = (Vec::new(), 0);
        for lane in 0..to.n() {
            if !is_on(mask, lane)? {
                lanes.push(pass.part(lane).clone());
                continue;
            }
            lanes.push(element.load(&m.memory, lane_address(m, memref, &start, &[n_before], element.size())?)?);
            n_before += 1;
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// The index of a lane along the last dimension.
fn scattered(indices: &Value, lane: usize, width: u32) -> Result<i64, Box<Fault>> {
    let index = indices.part(lane).bits().ok_or_else(|| Fault::poison("needs an index, which is poison"))?;
    Ok(rmlir::interp::value::sign_extend(index, width))
}

/// Inactive lanes, by the operation's own mask or that of an enclosing `vector.mask`, have the pass-through value.
pub fn gather<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, around: Option<Reg>) -> Emitted {
    let [at, places, mask, pass] = [1, 2, 3, 4].map(|field| emit.operand_field(op, field));
    let (element, to) = (element(op, emit, 0)?, Lanes::of(op, emit, op.result(0).ty())?);
    let width = emit.int_width(op.operand_field(2)[0].ty());
    let (memref, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (start, places) = (m.indices(&at)?, m.get(places[0]));
        let (mask, pass, around) = (m.get(mask[0]), m.get(pass[0]), around.map(|around| m.get(around)));
        let mut lanes = Vec::new();
        for lane in 0..to.n() {
            let is_around = around.map_or(Ok(true), |around| is_on(around, lane))?;
            lanes.push(match is_around && is_on(mask, lane)? {
                true => {
                    let place = [scattered(places, lane, width)?];
                    element.load(&m.memory, lane_address(m, memref, &start, &place, element.size())?)?
                }
                false => pass.part(lane).clone(),
            });
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

/// Lanes are stored in order: of several stores to one address, the last one is effective.
#[eval(ScatterOp)]
pub fn scatter<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let [at, places, mask, value] = [1, 2, 3, 4].map(|field| emit.operand_field(op, field));
    let element = element(op, emit, 0)?;
    let (width, n) = {
        let ty = op.operand_field(2)[0].ty();
        (emit.int_width(ty), Lanes::of(op, emit, ty)?.n())
    };
    let memref = emit.operand(op, 0);
    emit.push(move |m| {
        let (start, places) = (m.indices(&at)?, m.get(places[0]).clone());
        let (mask, value) = (m.get(mask[0]).clone(), m.get(value[0]).clone());
        for lane in 0..n {
            if is_on(&mask, lane)? {
                let place = [scattered(&places, lane, width)?];
                let address = lane_address(m, memref, &start, &place, element.size())?;
                element.store(&mut m.memory, address, value.part(lane))?;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}

/// The layout of a transfer's lanes in memory.
struct Places {
    memref: Reg,
    start: Vec<Reg>,
    /// The dimension of the memref for each dimension of the vector; `None` for a broadcast dimension.
    dims: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
    /// The sizes of the vector, without those of elements that are vectors.
    sizes: Vec<i64>,
    /// The dimensions of the mask, as dimensions of the vector.
    mask_dims: Vec<usize>,
    masks: Vec<Reg>,
}

/// The access of a transfer's lane.
enum Place {
    /// The lane is inactive.
    Off,
    /// The lane is out of bounds.
    Outside,
    /// The address of the lane.
    At(u64),
}

impl Places {
    fn of<'a>(
        op: OpRef<'a>,
        emit: &mut Emit<'a, '_>,
        element: &Kind,
        mut sizes: Vec<i64>,
        around: Option<Reg>,
    ) -> Self {
        let transfer = parts(op);
        if let Kind::Vector(inner, _) = element {
            sizes.truncate(sizes.len() - inner.len());
        }
        let results = transfer.permutation.results();
        let dims: Vec<Option<usize>> = results.iter().map(|result| result.as_dim().map(|dim| dim as usize)).collect();
        let mut mask_dims: Vec<usize> = (0..dims.len()).filter(|&dim| dims[dim].is_some()).collect();
        mask_dims.sort_by_key(|&dim| dims[dim]);
        let start = transfer.indices.iter().map(|&index| emit.reg_of(index)).collect();
        let masks = transfer.mask.map(|mask| emit.reg_of(mask)).into_iter().chain(around).collect();
        let memref = emit.reg_of(transfer.base);
        Self { memref, start, dims, in_bounds: transfer.in_bounds.clone(), sizes, mask_dims, masks }
    }

    /// The access of a lane.
    fn place(&self, m: &Machine, start: &[i64], lane: &[i64], size: u64) -> Result<Place, Box<Fault>> {
        let mask_sizes: Vec<i64> = self.mask_dims.iter().map(|&dim| self.sizes[dim]).collect();
        let mask_lane = linear(&self.mask_dims.iter().map(|&dim| lane[dim]).collect::<Vec<_>>(), &mask_sizes);
        for &mask in &self.masks {
            if !is_on(m.get(mask), mask_lane)? {
                return Ok(Place::Off);
            }
        }
        let memref = m.memref(self.memref)?;
        let mut at = start.to_vec();
        for (dim, &along) in self.dims.iter().enumerate() {
            let Some(along) = along else { continue };
            at[along] = at[along].wrapping_add(lane[dim]);
            let is_inside = (0..memref.sizes[along]).contains(&at[along]);
            if !is_inside && !self.in_bounds.get(dim).copied().unwrap_or(false) {
                return Ok(Place::Outside);
            }
        }
        Ok(Place::At(m.block(self.memref, &at, &[], size)?[0]))
    }
}

/// Lanes that are out of bounds or inactive are padding.
pub fn transfer_read<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, around: Option<Reg>) -> Emitted {
    let (element, to) = (element(op, emit, 0)?, Lanes::of(op, emit, op.result(0).ty())?);
    let padding = emit.operand_field(op, crate::TransferReadOp::PADDING_OPERAND)[0];
    let (places, into) = (Places::of(op, emit, &element, to.sizes, around), emit.result(op, 0));
    emit.compute(into, move |m| {
        let start = m.indices(&places.start)?;
        let mut lanes = Vec::new();
        for lane in indices(&places.sizes) {
            let value = match places.place(m, &start, &lane, element.size())? {
                Place::At(address) => element.load(&m.memory, address)?,
                Place::Off | Place::Outside => m.get(padding).clone(),
            };
            match &element {
                Kind::Vector(..) => lanes.extend(value.parts(element.n_parts()).into_owned()),
                _ => lanes.push(value),
            }
        }
        Ok(Value::list(lanes))
    });
    Ok(())
}

pub fn transfer_write<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, around: Option<Reg>) -> Emitted {
    let (element, from) = (element(op, emit, 1)?, Lanes::of(op, emit, op.operand(0).ty())?);
    let (places, value) = (Places::of(op, emit, &element, from.sizes, around), emit.operand(op, 0));
    emit.push(move |m| {
        let (start, value) = (m.indices(&places.start)?, m.get(value).clone());
        for (number, lane) in indices(&places.sizes).enumerate() {
            if let Place::At(address) = places.place(m, &start, &lane, element.size())? {
                let part = match &element {
                    Kind::Vector(..) => {
                        let n = element.n_parts();
                        Value::list((number * n..number * n + n).map(|at| value.part(at).clone()).collect())
                    }
                    _ => value.part(number).clone(),
                };
                element.store(&mut m.memory, address, &part)?;
            }
        }
        Ok(Flow::Next)
    });
    Ok(())
}
