//! Views of memrefs.

use rmlir::core::DYNAMIC;
use rmlir::core::mixed_index::{SliceLists, mixed};
use rmlir::interp::kind::MemRefKind;
use rmlir::interp::value::row_major;
use rmlir::interp::{Emit, Emitted, Fault, MemRef, Value};
use rmlir::prelude::*;

use super::{check_sizes, memref_kind};
use crate::cast::CastOp;
use crate::metadata::{ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp};
use crate::reinterpret::ReinterpretCastOp;
use crate::reshape::ReshapeOp;
use crate::subview::SubViewOp;
use crate::subview::dropped_dims;
use crate::view::ViewOp;
use crate::{CollapseShapeOp, ExpandShapeOp, TransposeOp};

/// Appends an instruction that computes a memref from the first operand.
fn of_memref<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    f: impl Fn(&MemRef) -> Result<MemRef, Box<Fault>> + Send + Sync + 'static,
) -> Emitted {
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::memref(f(m.memref(from)?)?)));
    Ok(())
}

/// Checks that the memref satisfies the static information of its type.
fn check(memref: &MemRef, kind: &MemRefKind) -> Result<(), Box<Fault>> {
    let fits = |known: i64, number: i64| known == DYNAMIC || known == number;
    let Some(shape) = &kind.shape else { return Ok(()) };
    if shape.len() != memref.sizes.len() || !shape.iter().zip(&memref.sizes).all(|(&known, &size)| fits(known, size)) {
        return Err(Fault::poison("casts to sizes that the memref does not have"));
    }
    let Some((offset, strides)) = &kind.layout else { return Ok(()) };
    let dims = strides.iter().zip(&memref.strides).zip(&memref.sizes);
    // The stride along a dimension of at most one element is not used.
    let mut dims = dims.map(|((&known, &stride), &size)| size <= 1 || fits(known, stride));
    if fits(*offset, memref.offset) && dims.all(|fits| fits) {
        return Ok(());
    }
    Err(Fault::poison("casts to a layout that the memref does not have"))
}

#[eval(CastOp)]
pub fn cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = memref_kind(op, emit, op.result(0).ty())?;
    of_memref(op, emit, move |memref| {
        check(memref, &kind)?;
        Ok(memref.clone())
    })
}

#[eval(SubViewOp)]
pub fn subview<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let lists = SliceLists::of(op);
    let [offsets, sizes, strides] = [lists.offsets, lists.sizes, lists.strides].map(|list| emit.mixed_indices(&list));
    let dropped = dropped_dims(op).ok_or_else(|| op.error("cannot be interpreted: it drops unknown dimensions"))?;
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (offsets, sizes, strides) = (m.indices(&offsets)?, m.indices(&sizes)?, m.indices(&strides)?);
        check_sizes(&sizes)?;
        let memref = m.memref(from)?;
        let mut view = MemRef { base: memref.base, offset: memref.offset, sizes: Vec::new(), strides: Vec::new() };
        for dim in 0..sizes.len() {
            let last = offsets[dim].wrapping_add(strides[dim].wrapping_mul(sizes[dim].wrapping_sub(1)));
            let is_inside = |at: i64| (0..memref.sizes[dim]).contains(&at);
            if sizes[dim] > 0 && !(is_inside(offsets[dim]) && is_inside(last)) {
                let (size, first) = (memref.sizes[dim], offsets[dim]);
                return Err(Fault::poison(format!("takes {first} to {last} of dimension {dim}, whose size is {size}")));
            }
            view.offset = view.offset.wrapping_add(offsets[dim].wrapping_mul(memref.strides[dim]));
            if !dropped[dim] {
                view.sizes.push(sizes[dim]);
                view.strides.push(strides[dim].wrapping_mul(memref.strides[dim]));
            }
        }
        Ok(Value::memref(view))
    });
    Ok(())
}

#[eval(ReinterpretCastOp)]
pub fn reinterpret_cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let lists = SliceLists::of(op);
    let [offsets, sizes, strides] = [lists.offsets, lists.sizes, lists.strides].map(|list| emit.mixed_indices(&list));
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (offset, sizes, strides) = (m.indices(&offsets)?[0], m.indices(&sizes)?, m.indices(&strides)?);
        check_sizes(&sizes)?;
        Ok(Value::memref(MemRef { base: m.memref(from)?.base, offset, sizes, strides }))
    });
    Ok(())
}

#[eval(TransposeOp)]
pub fn transpose<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let places =
        op.get(TransposeOp::permutation).permuted_positions().expect("a verified transposition has a permutation");
    of_memref(op, emit, move |memref| {
        let permuted = |list: &[i64]| places.iter().map(|&place| list[place as usize]).collect();
        let (sizes, strides) = (permuted(&memref.sizes), permuted(&memref.strides));
        Ok(MemRef { base: memref.base, offset: memref.offset, sizes, strides })
    })
}

/// The groups of a reassociation, as numbers of dimensions.
fn groups(reassociation: Vec<Vec<i64>>) -> Vec<Vec<usize>> {
    reassociation.into_iter().map(|group| group.into_iter().map(|dim| dim as usize).collect()).collect()
}

#[eval(ExpandShapeOp)]
pub fn expand_shape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let groups = groups(op.get(ExpandShapeOp::reassociation));
    let statics = op.get(ExpandShapeOp::static_output_shape);
    let dynamics = value_ids(op.operand_field(1));
    let sizes = emit.mixed_indices(&mixed(&statics, &dynamics));
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (sizes, memref) = (m.indices(&sizes)?, m.memref(from)?);
        check_sizes(&sizes)?;
        let mut strides = vec![1; sizes.len()];
        for (outer, group) in groups.iter().enumerate() {
            let product = group.iter().fold(1i64, |product, &dim| product.wrapping_mul(sizes[dim]));
            if product != memref.sizes[outer] {
                let size = memref.sizes[outer];
                return Err(Fault::poison(format!("expands dimension {outer}, whose size is {size}, to {product}")));
            }
            let mut stride = memref.strides[outer];
            for &dim in group.iter().rev() {
                strides[dim] = stride;
                stride = stride.wrapping_mul(sizes[dim]);
            }
        }
        Ok(Value::memref(MemRef { base: memref.base, offset: memref.offset, sizes, strides }))
    });
    Ok(())
}

#[eval(CollapseShapeOp)]
pub fn collapse_shape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let groups = groups(op.get(CollapseShapeOp::reassociation));
    of_memref(op, emit, move |memref| {
        let (mut sizes, mut strides) = (Vec::new(), Vec::new());
        for group in &groups {
            sizes.push(group.iter().fold(1i64, |product, &dim| product.wrapping_mul(memref.sizes[dim])));
            strides.push(collapsed_stride(memref, group)?);
        }
        Ok(MemRef { base: memref.base, offset: memref.offset, sizes, strides })
    })
}

/// The stride of contiguous dimensions: that of the last one with more than one element.
fn collapsed_stride(memref: &MemRef, group: &[usize]) -> Result<i64, Box<Fault>> {
    let mut long = group.iter().rev().filter(|&&dim| memref.sizes[dim] != 1);
    let Some(&last) = long.next() else { return Ok(group.last().map_or(1, |&dim| memref.strides[dim])) };
    let stride = memref.strides[last];
    let mut expected = stride.wrapping_mul(memref.sizes[last]);
    for &dim in long {
        if memref.strides[dim] != expected && memref.n_elements() > 0 {
            return Err(Fault::poison("collapses dimensions that do not follow each other"));
        }
        expected = expected.wrapping_mul(memref.sizes[dim]);
    }
    Ok(stride)
}

/// The new sizes are elements of the second operand.
#[eval(ReshapeOp)]
pub fn reshape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let shape = memref_kind(op, emit, op.value(ReshapeOp::shape).ty())?;
    let width = shape.element.width().unwrap_or(64);
    let (from, sizes, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (memref, list) = (m.memref(from)?, m.memref(sizes)?);
        let mut sizes = Vec::new();
        for at in 0..list.sizes[0] {
            let address = list.address(std::iter::once(at), shape.element.size()).expect("the index is inside");
            let size = shape.element.load(&m.memory, address)?.bits();
            let size = size.ok_or_else(|| Fault::poison("reshapes to a size that is poison"))?;
            sizes.push(rmlir::interp::value::sign_extend(size, width));
        }
        check_sizes(&sizes)?;
        let strides = row_major(&sizes);
        let view = MemRef { base: memref.base, offset: memref.offset, sizes, strides };
        if view.n_elements() != memref.n_elements() {
            return Err(Fault::poison("reshapes to another number of elements"));
        }
        Ok(Value::memref(view))
    });
    Ok(())
}

#[eval(ViewOp)]
pub fn view<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let kind = memref_kind(op, emit, op.result(0).ty())?;
    let shape = kind.shape.clone().unwrap_or_default();
    let (from, shift, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    let dynamic = emit.operand_field(op, 2);
    emit.compute(into, move |m| {
        let mut given = m.indices(&dynamic)?.into_iter();
        let size = |&size: &i64| if size == DYNAMIC { given.next().unwrap_or(0) } else { size };
        let sizes: Vec<i64> = shape.iter().map(size).collect();
        check_sizes(&sizes)?;
        let memref = m.memref(from)?;
        let base = memref.base.wrapping_add((memref.offset.wrapping_add(m.index(shift, "a shift")?)) as u64);
        Ok(Value::memref(MemRef::contiguous(base, sizes)))
    });
    Ok(())
}

#[eval(ExtractAlignedPointerAsIndexOp)]
pub fn aligned_pointer<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| Ok(Value::Bits(m.memref(from)?.base)));
    Ok(())
}

#[eval(ExtractStridedMetadataOp)]
pub fn strided_metadata<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, results) = (emit.operand(op, 0), emit.results(op));
    emit.push(move |m| {
        let memref = m.memref(from)?.clone();
        m.set(results[0], Value::memref(MemRef::contiguous(memref.base, Vec::new())));
        m.set(results[1], Value::index(memref.offset));
        let numbers = memref.sizes.iter().chain(&memref.strides);
        for (&into, &number) in results[2..].iter().zip(numbers) {
            m.set(into, Value::index(number));
        }
        Ok(rmlir::interp::Flow::Next)
    });
    Ok(())
}
