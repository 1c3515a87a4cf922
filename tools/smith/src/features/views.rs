//! Views and casts of memrefs: aliases with other sizes, strides and offset.

use crate::layout::{Dim, Layout};
use crate::types::{Element, sizes};
use crate::writer::{Buffer, Memory, Writer};

/// Sizes and strides of casts to any layout: contiguous, overlapping, all one element, transposed, with gaps.
const CASTS: [&[(usize, usize)]; 10] = [
    &[(8, 1)],
    &[(4, 2)],
    &[(8, 0)],
    &[(4, 0)],
    &[(4, 2), (2, 1)],
    &[(4, 1), (4, 1)],
    &[(2, 1), (4, 1)],
    &[(4, 0), (2, 1)],
    &[(2, 1), (4, 2)],
    &[(2, 2), (4, 0)],
];

type Step = fn(&mut Writer, Buffer);

const STEPS: [Step; 9] = [
    Writer::subview,
    Writer::subview,
    Writer::subview,
    Writer::memref_cast,
    Writer::unranked_cast,
    Writer::reinterpret_cast,
    Writer::reinterpret_cast,
    Writer::reshape,
    Writer::transposed,
];

impl Writer {
    /// A view of a buffer, which can be used as one.
    pub fn view(&mut self) {
        if self.numbers.below(10) == 0 {
            return self.views_of_bytes();
        }
        let Some(buffer) = self.any_buffer() else { return };
        let step = *self.numbers.one_of(&STEPS);
        step(self, buffer);
    }

    fn add_view(&mut self, source: &Buffer, layout: Layout, text: &str) {
        let name = self.name();
        let buffer = Buffer { name, layout, ..source.clone() };
        self.line(format_args!("{} = {text} {}", buffer.name, buffer.ty()));
        self.buffers.push(buffer);
    }

    fn subview(&mut self, source: Buffer) {
        let (mut dims, mut lists) = (Vec::new(), [const { Vec::new() }; 3]);
        let mut offset = source.layout.offset;
        let mut shows_offset = source.layout.shows_offset;
        let drops_units = self.numbers.below(2) == 0;
        for dim in &source.layout.dims {
            let size = (dim.size >> self.numbers.below(3)).max(1);
            let step = if 2 * size <= dim.size && self.numbers.below(2) == 0 { 2 } else { 1 };
            let most = dim.size - (size - 1) * step;
            let is_dynamic = most > 1 && self.numbers.below(3) == 0;
            let start = if is_dynamic {
                offset = offset.filter(|_| dim.stride == 0);
                self.below(1 << most.ilog2())
            } else {
                let start = self.numbers.below(most);
                offset = offset.map(|offset| offset + start * dim.stride);
                start.to_string()
            };
            // A zero adds nothing, whatever it is multiplied by.
            let adds_nothing = start == "0" || dim.shows_stride && dim.stride == 0;
            shows_offset &= adds_nothing || !is_dynamic && dim.shows_stride;
            let shown_size = if self.numbers.below(4) == 0 { self.index(size) } else { size.to_string() };
            let shown_step = if self.numbers.below(6) == 0 { self.index(step) } else { step.to_string() };
            let new = Dim {
                size,
                stride: dim.stride * step,
                shows_size: !shown_size.starts_with('%'),
                shows_stride: dim.shows_stride && (dim.stride == 0 || !shown_step.starts_with('%')),
            };
            lists.iter_mut().zip([start, shown_size, shown_step]).for_each(|(list, text)| list.push(text));
            dims.push(new);
        }
        if drops_units && dims.iter().any(|dim| dim.size > 1) {
            dims.retain(|dim| dim.size > 1 || !dim.shows_size);
        }
        let layout = Layout { dims, offset, shows_offset: shows_offset && offset.is_some(), is_identity: false };
        let [starts, sizes, steps] = lists.map(|list| list.join(", "));
        let text = format!("memref.subview {}[{starts}] [{sizes}] [{steps}] : {} to", source.name, source.ty());
        self.add_view(&source, layout, &text);
    }

    /// A compatible type with more or fewer static parts.
    fn other_type(&mut self, source: &Buffer) -> Layout {
        let mut layout = source.layout.clone();
        let is_dynamic = |writer: &mut Self| writer.numbers.below(3) == 0;
        for dim in &mut layout.dims {
            dim.shows_size = !is_dynamic(self);
        }
        if layout.is_identity && self.numbers.below(2) == 0 {
            layout.show_strides_of_sizes();
            return layout;
        }
        layout.is_identity = false;
        for dim in &mut layout.dims {
            dim.shows_stride = !is_dynamic(self);
        }
        layout.shows_offset = layout.offset.is_some() && !is_dynamic(self);
        layout
    }

    fn memref_cast(&mut self, source: Buffer) {
        let layout = self.other_type(&source);
        let text = format!("memref.cast {} : {} to", source.name, source.ty());
        self.add_view(&source, layout, &text);
    }

    fn unranked_cast(&mut self, source: Buffer) {
        let layout = self.other_type(&source);
        let unranked = format!("memref<*x{}>", source.element);
        let name = self.define_hidden(format_args!("memref.cast {} : {} to {unranked}", source.name, source.ty()));
        let text = format!("memref.cast {name} : {unranked} to");
        self.add_view(&source, layout, &text);
    }

    fn reinterpret_cast(&mut self, source: Buffer) {
        let Memory::Allocation(_, n_elements) = source.memory else { return };
        let dims = *self.numbers.one_of(&CASTS);
        let last: usize = dims.iter().map(|(size, stride)| (size - 1) * stride).sum();
        if last >= n_elements {
            return;
        }
        let most = n_elements - last;
        let is_dynamic = most > 1 && self.numbers.below(3) == 0;
        let (offset, start) = match is_dynamic {
            true => (None, self.below(1 << most.ilog2())),
            false => {
                let offset = self.numbers.below(most);
                (Some(offset), offset.to_string())
            }
        };
        let mut layout = Layout::strided(dims, offset);
        let (mut shown_sizes, mut shown_strides) = (Vec::new(), Vec::new());
        for dim in &mut layout.dims {
            dim.shows_size = self.numbers.below(4) > 0;
            dim.shows_stride = self.numbers.below(4) > 0;
            shown_sizes.push(if dim.shows_size { dim.size.to_string() } else { self.index(dim.size) });
            shown_strides.push(if dim.shows_stride { dim.stride.to_string() } else { self.index(dim.stride) });
        }
        let text = format!(
            "memref.reinterpret_cast {} to offset: [{start}], sizes: [{}], strides: [{}] : {} to",
            source.name,
            shown_sizes.join(", "),
            shown_strides.join(", "),
            source.ty()
        );
        self.add_view(&source, layout, &text);
    }

    /// A reshape of two dimensions to one, or of one to two.
    fn reshape(&mut self, source: Buffer) {
        let Layout { dims, is_identity, .. } = &source.layout;
        if dims.iter().any(|dim| !dim.shows_size || !dim.shows_stride) {
            return;
        }
        let (name, from) = (&source.name, source.ty());
        // One dimension of stride 1 and offset 0 is the identity, whether or not the type has a layout.
        let is_row = matches!(dims[..], [Dim { stride: 1, .. }]) && source.layout.offset == Some(0);
        let is_identity = *is_identity || is_row && source.layout.shows_offset;
        let with = |dims: &[(usize, usize)]| Layout {
            is_identity,
            shows_offset: source.layout.shows_offset,
            ..Layout::strided(dims, source.layout.offset)
        };
        match dims[..] {
            [outer, inner] if outer.stride == inner.size * inner.stride => {
                let layout = with(&[(outer.size * inner.size, inner.stride)]);
                self.add_view(&source, layout, &format!("memref.collapse_shape {name} [[0, 1]] : {from} into"));
            }
            [one] if one.size >= 4 => {
                let (outer, inner) = (one.size / 2, 2);
                let layout = with(&[(outer, inner * one.stride), (inner, one.stride)]);
                let text = format!("memref.expand_shape {name} [[0, 1]] output_shape [{outer}, {inner}] : {from} into");
                self.add_view(&source, layout, &text);
            }
            _ => {}
        }
    }

    fn transposed(&mut self, source: Buffer) {
        let [outer, inner] = source.layout.dims[..] else { return };
        let layout = Layout { dims: vec![inner, outer], is_identity: false, ..source.layout.clone() };
        let text = format!("memref.transpose {} (d0, d1) -> (d1, d0) : {} to", source.name, source.ty());
        self.add_view(&source, layout, &text);
    }

    /// Views of a byte buffer, which overlap.
    fn views_of_bytes(&mut self) {
        const N: usize = 16;
        if self.depth > 0 {
            return;
        }
        let element = *self.numbers.one_of(&[Element::Int(32), Element::Float(32)]);
        let bytes = 4 * N;
        let memory = self.new_memory(N);
        let raw = self.define_hidden(format_args!("memref.alloca() : memref<{bytes}xi8>"));
        let zero = self.index(0);
        let whole = Buffer::contiguous(self.name(), &[N], element, memory);
        self.line(format_args!("{} = memref.view {raw}[{zero}][] : memref<{bytes}xi8> to {}", whole.name, whole.ty()));
        self.initialize(&whole);
        self.buffers.push(whole);
        // The offset within the bytes is not known from a view's type.
        for shape in [&[8][..], &[2, 4]] {
            let start = 4 * self.numbers.below(9);
            let start = self.index(start);
            let part = Buffer::contiguous(self.name(), shape, element, Memory::Unknown);
            self.line(format_args!(
                "{} = memref.view {raw}[{start}][] : memref<{bytes}xi8> to memref<{}{element}>",
                part.name,
                sizes(shape)
            ));
            self.buffers.push(part);
        }
    }
}
