//! What memrefs are: arguments, buffers, and views of other memrefs.

use rmlir::core::memref_layout::{has_identity_layout, strides_and_offset};
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_hexagon::code::{Operand, Reg, SP};
use rmlir_hexagon::op::File;
use rmlir_hexagon::table as t;
use rmlir_memref::{AllocOp, AllocaOp, GetGlobalOp, TransposeOp, dropped_dims};

use super::state::{Selected, Selector, size_of};
use super::view::{Elements, View};

/// The bytes that buffers on the stack take at most.
const MAX_STACK: i64 = 1 << 13;

/// The functions that allocate and free buffers.
const ALLOCATE: &str = "malloc";
const FREE: &str = "free";

/// The strides and the bytes of an element of memrefs of a type that functions take: a pointer and sizes say where
/// elements are.
fn argument_layout(cx: &Context, ty: Type) -> Option<(Vec<i64>, i64)> {
    let size = size_of(cx, ty.element(cx)?)?;
    let layout = strides_and_offset(cx, ty).filter(|layout| layout.offset == 0)?;
    let is_known = has_identity_layout(cx, ty) || !layout.strides.contains(&DYNAMIC);
    is_known.then_some((layout.strides, size))
}

impl<'a> Selector<'a> {
    /// Selects an operation that makes a memref, or is about one.
    pub(super) fn memref(&mut self, op: OpRef<'a>) -> Selected<()> {
        let view = match op.name_str() {
            "memref.dim" => return self.dim(op),
            "memref.dealloc" => {
                let view = self.view(op, op.operand(0).id)?;
                self.call_symbol(FREE, &[view.base]);
                return Ok(());
            }
            "memref.distinct_objects" => {
                for (operand, result) in op.operands().zip(op.results()) {
                    let view = self.view(op, operand.id)?;
                    self.define_view(result.id, view);
                }
                return Ok(());
            }
            "memref.cast" => self.cast_memref(op)?,
            "memref.subview" => self.subview(op)?,
            "memref.reinterpret_cast" => self.reinterpreted(op)?,
            "memref.transpose" => self.transposed(op)?,
            "memref.alloca" => self.stack_memory(op)?,
            "memref.alloc" => self.heap_memory(op)?,
            "memref.get_global" => {
                let name = op.get(GetGlobalOp::name).str(self.cx).to_owned();
                let base = self.emit(&t::MOVE_SYMBOL, vec![Operand::Symbol(name)]);
                self.whole(op, op.result(0).ty(), base, &[])?
            }
            _ => return Err(self.unsupported(op)),
        };
        self.define_view(op.result(0).id, view);
        Ok(())
    }

    fn define_view(&mut self, memref: Value, view: View) {
        self.define(memref, view.base);
        self.views.insert(memref, view);
    }

    /// Sets the memref of an argument.
    pub(super) fn define_argument_view(&mut self, op: OpRef<'a>, arg: Value, base: Reg, sizes: &[Reg]) -> Selected<()> {
        let ty = self.body.ty(arg);
        let unsupported = || op.error(format!("Hexagon code takes no arguments of type {}", self.cx.show_type(ty)));
        let (strides, size) = argument_layout(self.cx, ty).ok_or_else(unsupported)?;
        let shape = ty.shape(self.cx).ok_or_else(unsupported)?;
        let mut given = sizes.iter();
        let of = |(dim, &size): (usize, &i64)| match size {
            DYNAMIC if dim == 0 => None,
            DYNAMIC => given.next().map(|&reg| Elements::Register(reg)),
            size => Some(Elements::Constant(size)),
        };
        let sizes: Vec<Option<Elements>> = shape.iter().enumerate().map(of).collect();
        let strides = if strides.contains(&DYNAMIC) {
            self.contiguous(&sizes)
        } else {
            strides.into_iter().map(Elements::Constant).collect()
        };
        self.define_view(arg, View { origin: Some(base), base, strides, sizes, size });
        Ok(())
    }

    /// The strides of a buffer without gaps, by its sizes, of which the first one does not matter.
    fn contiguous(&mut self, sizes: &[Option<Elements>]) -> Vec<Elements> {
        let mut strides = vec![Elements::Constant(1); sizes.len()];
        for dim in (1..sizes.len()).rev() {
            let size = sizes[dim].expect("all sizes but the first are known");
            strides[dim - 1] = self.product(strides[dim], size);
        }
        strides
    }

    fn product(&mut self, a: Elements, b: Elements) -> Elements {
        match (a, b) {
            (Elements::Constant(a), Elements::Constant(b)) => Elements::Constant(a.wrapping_mul(b)),
            (Elements::Register(a), Elements::Register(b)) => Elements::Register(self.of(&t::MPY, &[a, b])),
            (Elements::Register(reg), Elements::Constant(by)) | (Elements::Constant(by), Elements::Register(reg)) => {
                Elements::Register(self.scaled(reg, by))
            }
        }
    }

    /// An address behind another one by a number of elements of a size.
    fn behind(&mut self, base: Reg, by: Elements, size: i64) -> Reg {
        match by {
            Elements::Constant(by) => self.plus(base, by.wrapping_mul(size)),
            Elements::Register(by) => self.plus_scaled(base, by, size),
        }
    }

    /// The memref of a value: where a branch has passed it, only its address, so the type has to say the rest.
    pub(super) fn view(&mut self, op: OpRef<'a>, memref: Value) -> Selected<View> {
        if let Some(view) = self.views.get(&memref) {
            return Ok(view.clone());
        }
        let ty = self.body.ty(memref);
        let layout = strides_and_offset(self.cx, ty).filter(|layout| !layout.strides.contains(&DYNAMIC));
        let size = ty.element(self.cx).and_then(|element| size_of(self.cx, element));
        let (Some(layout), Some(size), Some(shape)) = (layout, size, ty.shape(self.cx)) else {
            let text = "Hexagon code passes memrefs between blocks only if their types have all strides";
            return Err(op.error(text));
        };
        let base = self.reg(op, memref)?;
        let strides = layout.strides.into_iter().map(Elements::Constant).collect();
        let sizes = shape.iter().map(|&size| (size != DYNAMIC).then_some(Elements::Constant(size))).collect();
        let origin = (layout.offset == 0).then_some(base);
        Ok(View { origin, base, strides, sizes, size })
    }

    /// The sizes that are passed behind the pointer of a memref.
    pub(super) fn passed_sizes(&mut self, op: OpRef<'a>, memref: Value) -> Selected<Vec<Reg>> {
        let ty = self.body.ty(memref);
        if argument_layout(self.cx, ty).is_none() {
            return Err(op.error(format!("Hexagon code passes no arguments of type {}", self.cx.show_type(ty))));
        }
        let sizes = self.view(op, memref)?.sizes;
        let shape = ty.shape(self.cx).unwrap_or(&[]).to_vec();
        let mut passed = Vec::new();
        for (size, _) in sizes.into_iter().zip(shape).skip(1).filter(|(_, size)| *size == DYNAMIC) {
            let size = size.ok_or_else(|| self.unsupported(op))?;
            passed.push(self.in_register(size));
        }
        Ok(passed)
    }

    fn in_register(&mut self, number: Elements) -> Reg {
        match number {
            Elements::Constant(number) => self.constant_reg(File::R, number),
            Elements::Register(reg) => reg,
        }
    }

    fn elements(&mut self, op: OpRef<'a>, index: MixedIndex) -> Selected<Elements> {
        match index.resolved(self.body) {
            MixedIndex::Static(number) => Ok(Elements::Constant(number)),
            MixedIndex::Dynamic(value) => Ok(Elements::Register(self.reg(op, value)?)),
        }
    }

    fn all_elements(&mut self, op: OpRef<'a>, list: &[MixedIndex]) -> Selected<Vec<Elements>> {
        list.iter().map(|&index| self.elements(op, index)).collect()
    }

    fn cast_memref(&mut self, op: OpRef<'a>) -> Selected<View> {
        let view = self.view(op, op.operand(0).id)?;
        let rank = op.result(0).ty().shape(self.cx).map(<[i64]>::len);
        if rank == Some(view.strides.len()) { Ok(view) } else { Err(self.unsupported(op)) }
    }

    fn subview(&mut self, op: OpRef<'a>) -> Selected<View> {
        let of = self.view(op, op.operand(0).id)?;
        let lists = SliceLists::of(op);
        let dropped = dropped_dims(op).ok_or_else(|| self.unsupported(op))?;
        let (offsets, sizes) = (self.all_elements(op, &lists.offsets)?, self.all_elements(op, &lists.sizes)?);
        let steps = self.all_elements(op, &lists.strides)?;
        let mut view = View { strides: Vec::new(), sizes: Vec::new(), ..of };
        for (dim, &stride) in of.strides.iter().enumerate() {
            let by = self.product(offsets[dim], stride);
            view.base = self.behind(view.base, by, view.size);
            if !dropped[dim] {
                view.sizes.push(Some(sizes[dim]));
                view.strides.push(self.product(steps[dim], stride));
            }
        }
        Ok(view)
    }

    fn reinterpreted(&mut self, op: OpRef<'a>) -> Selected<View> {
        let of = self.view(op, op.operand(0).id)?;
        let origin = of.origin.ok_or_else(|| self.unsupported(op))?;
        let lists = SliceLists::of(op);
        let offset = self.all_elements(op, &lists.offsets)?[0];
        let base = self.behind(origin, offset, of.size);
        let (sizes, strides) = (self.all_elements(op, &lists.sizes)?, self.all_elements(op, &lists.strides)?);
        Ok(View { base, strides, sizes: sizes.into_iter().map(Some).collect(), ..of })
    }

    fn transposed(&mut self, op: OpRef<'a>) -> Selected<View> {
        let of = self.view(op, op.operand(0).id)?;
        let places = op.get(TransposeOp::permutation).permuted_positions().ok_or_else(|| self.unsupported(op))?;
        let places = || places.iter().map(|&place| place as usize);
        let (strides, sizes) = (places().map(|dim| of.strides[dim]), places().map(|dim| of.sizes[dim]));
        Ok(View { strides: strides.collect(), sizes: sizes.collect(), ..of })
    }

    /// A buffer of a type with an identity layout.
    fn whole(&mut self, op: OpRef<'a>, ty: Type, base: Reg, dynamic: &[Reg]) -> Selected<View> {
        let size = ty.element(self.cx).and_then(|element| size_of(self.cx, element));
        let (Some(size), Some(shape), true) = (size, ty.shape(self.cx), has_identity_layout(self.cx, ty)) else {
            return Err(self.unsupported(op));
        };
        let mut dynamic = dynamic.iter();
        let of = |&size: &i64| match size {
            DYNAMIC => dynamic.next().map(|&reg| Elements::Register(reg)),
            size => Some(Elements::Constant(size)),
        };
        let sizes: Vec<Option<Elements>> = shape.iter().map(of).collect();
        let strides = self.contiguous(&sizes);
        Ok(View { origin: Some(base), base, strides, sizes, size })
    }

    /// A buffer in the frame. One in a loop is the same in each iteration, so none may be used in a later one.
    fn stack_memory(&mut self, op: OpRef<'a>) -> Selected<View> {
        let ty = op.result(0).ty();
        let n_elements = ty.static_shape(self.cx).and_then(|_| ty.n_elements(self.cx));
        let size = ty.element(self.cx).and_then(|element| size_of(self.cx, element));
        let (Some(n_elements), Some(size)) = (n_elements, size) else { return Err(self.unsupported(op)) };
        if !op.operand_range(AllocaOp::SYMBOL_OPERANDS_OPERAND).is_empty() || !self.is_local(op) {
            return Err(self.unsupported(op));
        }
        let Some(bytes) = size.checked_mul(n_elements).filter(|&bytes| bytes < MAX_STACK) else {
            return Err(op.error("the stack frame of a Hexagon function has less than 8192 bytes here"));
        };
        let slot = self.function.slot(bytes.max(1));
        let base = self.emit(&t::ADD_I, vec![SP.into(), Operand::Slot(slot)]);
        self.whole(op, ty, base, &[])
    }

    /// Whether a buffer is allocated once, or only operations that do not pass it on use it.
    fn is_local(&self, op: OpRef<'a>) -> bool {
        let block = op.block().map(|block| block.id);
        let is_in_entry = OpRef::root(self.body).region(0).entry().map(|entry| entry.id) == block;
        let mut values = vec![op.result(0).id];
        while let (false, Some(value)) = (is_in_entry, values.pop()) {
            for user in self.body.users(value) {
                let user = OpRef::new(self.body, user);
                if !user.name_str().starts_with("memref.") && user.name_str() != "func.call" {
                    return false;
                }
                values.extend(user.results().filter(|result| result.ty().is_memref(self.cx)).map(|result| result.id));
            }
        }
        true
    }

    fn heap_memory(&mut self, op: OpRef<'a>) -> Selected<View> {
        if !op.operand_range(AllocOp::SYMBOL_OPERANDS_OPERAND).is_empty() {
            return Err(self.unsupported(op));
        }
        let mut dynamic = Vec::new();
        for operand in op.operands() {
            dynamic.push(self.reg(op, operand.id)?);
        }
        let zero = self.constant_reg(File::R, 0);
        let shape = self.whole(op, op.result(0).ty(), zero, &dynamic)?;
        let mut bytes = Elements::Constant(shape.size);
        for size in shape.sizes.iter().copied().flatten() {
            bytes = self.product(bytes, size);
        }
        let bytes = self.in_register(bytes);
        let base = self.call_function(ALLOCATE, &[bytes], File::R);
        Ok(View { origin: Some(base), base, ..shape })
    }

    fn dim(&mut self, op: OpRef<'a>) -> Selected<()> {
        let sizes = self.view(op, op.operand(0).id)?.sizes;
        let dim = self.constant(op.operand(1).id).and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.filter(|&dim| dim < sizes.len()).ok_or_else(|| self.unsupported(op))?;
        let size =
            sizes[dim].ok_or_else(|| op.error("a function does not know the first size of a memref on Hexagon"))?;
        let size = self.in_register(size);
        self.define(op.result(0).id, size);
        Ok(())
    }
}
