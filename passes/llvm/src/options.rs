//! What a conversion to the `llvm` dialect may choose: the width of `index`,
//! how memrefs are passed, how memory is allocated.

use rmlir::prelude::*;

use crate::complaints::Complaints;
use crate::data_layout::{PointerLayout, index_width};

/// How `memref.alloc` gets memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// By `malloc`, with room to align the start.
    #[default]
    Malloc,
    /// By `aligned_alloc`.
    AlignedAlloc,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct LlvmOptions {
    /// The width of integers that stand for `index`.
    pub index_width: u32,
    /// The width of `index` by the data layout, which [`Self::index_width`] need not follow.
    pub layout_index_width: u32,
    /// Whether memrefs of static shape are passed as a pointer.
    pub bare_pointers: bool,
    /// How `memref.alloc` gets memory.
    pub allocation: Allocation,
    /// Whether allocation calls functions of our own names.
    pub generic_functions: bool,
    /// How wide pointers are.
    pub pointers: PointerLayout,
    /// Why types could not be converted.
    pub complaints: Complaints,
}

impl Default for LlvmOptions {
    fn default() -> Self {
        Self {
            index_width: 64,
            layout_index_width: 64,
            bare_pointers: false,
            allocation: Allocation::Malloc,
            generic_functions: false,
            pointers: PointerLayout::default(),
            complaints: Complaints::default(),
        }
    }
}

impl LlvmOptions {
    /// With the width of `index` that `width` says; 0 leaves it at 64.
    pub fn of_width(width: u32) -> Self {
        let index_width = if width == 0 { 64 } else { width };
        Self { index_width, ..Self::default() }
    }

    /// With the width of `index` that `width` says; 0 stands for what the data
    /// layout of `op`, or of what is around it, says.
    pub fn of_layout(op: OpRef, ancestors: &[&Body], width: u32) -> Self {
        let layout_index_width = index_width(op, ancestors);
        let index_width = if width == 0 { layout_index_width } else { width };
        Self { index_width, layout_index_width, ..Self::default() }
    }

    /// With pointers as the layout string of `op`, or of what is around it, has them.
    pub fn with_pointers_of(mut self, op: OpRef, ancestors: &[&Body]) -> Result<Self, Box<Diagnostic>> {
        self.pointers = PointerLayout::of(op, ancestors)?;
        Ok(self)
    }

    /// The integer that stands for `index`.
    pub fn index_type(&self, cx: &Context) -> Type {
        cx.int_type(self.index_width)
    }
}
