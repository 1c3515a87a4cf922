//! Layouts of memrefs: the layouts themselves, and which parts of them are static in the types.

use crate::types::Element;

/// A dimension of a memref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim {
    /// The size.
    pub size: usize,
    /// The stride.
    pub stride: usize,
    /// Whether the size is static in the type.
    pub shows_size: bool,
    /// Whether the stride is static in the type.
    pub shows_stride: bool,
}

/// Sizes, strides and offset of a memref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The dimensions, outermost first.
    pub dims: Vec<Dim>,
    /// The offset, if it is a constant.
    pub offset: Option<usize>,
    /// Whether the offset is static in the type.
    pub shows_offset: bool,
    /// Whether the type has the identity layout.
    pub is_identity: bool,
}

impl Layout {
    /// The contiguous row-major layout.
    pub fn contiguous(shape: &[usize]) -> Self {
        let dim = |at: usize| Dim {
            size: shape[at],
            stride: shape[at + 1..].iter().product(),
            shows_size: true,
            shows_stride: true,
        };
        let dims = (0..shape.len()).map(dim).collect();
        Self { dims, offset: Some(0), shows_offset: true, is_identity: true }
    }

    /// A layout with these sizes and strides, all static.
    pub fn strided(dims: &[(usize, usize)], offset: Option<usize>) -> Self {
        let dim = |&(size, stride): &(usize, usize)| Dim { size, stride, shows_size: true, shows_stride: true };
        let dims = dims.iter().map(dim).collect();
        Self { dims, offset, shows_offset: offset.is_some(), is_identity: false }
    }

    /// The same layout with only the sizes static.
    pub fn dynamic(&self) -> Self {
        let dims = self.dims.iter().map(|&dim| Dim { shows_stride: false, ..dim }).collect();
        Self { dims, offset: None, shows_offset: false, is_identity: false }
    }

    /// Marks strides as static in an identity layout: those for which all inner sizes are static.
    pub fn show_strides_of_sizes(&mut self) {
        let mut shows = true;
        for dim in self.dims.iter_mut().rev() {
            dim.shows_stride = shows;
            shows &= dim.shows_size;
        }
    }

    /// The type of a memref with this layout.
    pub fn memref(&self, element: Element) -> String {
        let or_dynamic = |shown: bool, value: usize| if shown { value.to_string() } else { "?".to_owned() };
        let sizes: String = self.dims.iter().map(|dim| or_dynamic(dim.shows_size, dim.size) + "x").collect();
        if self.is_identity {
            return format!("memref<{sizes}{element}>");
        }
        let strides: Vec<String> = self.dims.iter().map(|dim| or_dynamic(dim.shows_stride, dim.stride)).collect();
        let offset = match (self.shows_offset, self.offset) {
            (true, Some(0)) => String::new(),
            (true, Some(offset)) => format!(", offset: {offset}"),
            _ => ", offset: ?".to_owned(),
        };
        format!("memref<{sizes}{element}, strided<[{}]{offset}>>", strides.join(", "))
    }

    /// Whether elements of the innermost dimension are contiguous, and the type has this stride.
    pub fn has_unit_stride(&self) -> bool {
        self.is_identity || self.dims.last().is_some_and(|dim| dim.stride == 1 && dim.shows_stride)
    }

    /// Whether distinct positions are distinct elements.
    pub fn is_injective(&self) -> bool {
        let mut addresses = vec![0];
        for dim in &self.dims {
            let rows = |address: &usize| (0..dim.size).map(|at| address + at * dim.stride).collect::<Vec<_>>();
            addresses = addresses.iter().flat_map(rows).collect();
        }
        let n = addresses.len();
        addresses.sort_unstable();
        addresses.dedup();
        addresses.len() == n
    }

    /// Whether a memref with this layout can be cast to the type of `other`, which has the same sizes.
    pub fn fits(&self, other: &Self) -> bool {
        let strides = |layout: &Self| layout.dims.iter().map(|dim| dim.stride).collect::<Vec<_>>();
        strides(self) == strides(other) && (other.offset.is_none() || self.offset == other.offset)
    }
}
