//! Options of a conversion to the `llvm` dialect: the width of `index`, the calling convention of memrefs, the
//! allocation functions.

use rmlir::pass::options::IntWidth;
use rmlir::prelude::*;

use crate::llvm_common::complaints::Complaints;
use crate::llvm_common::data_layout::{PointerLayout, index_width};

/// The allocation function of `memref.alloc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allocation {
    /// `malloc`, with padding to align the start.
    #[default]
    Malloc,
    /// `aligned_alloc`.
    AlignedAlloc,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct LlvmOptions {
    /// The width of the integer type for `index`.
    pub index_width: u32,
    /// The width of `index` by the data layout, which may differ from [`Self::index_width`].
    pub layout_index_width: u32,
    /// Whether memrefs of static shape are passed as bare pointers.
    pub bare_pointers: bool,
    /// The allocation function of `memref.alloc`.
    pub allocation: Allocation,
    /// Whether allocation calls functions with generic names.
    pub generic_functions: bool,
    /// The width of pointers.
    pub pointers: PointerLayout,
    /// The reasons why types could not be converted.
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
    /// Options with this width of `index`; 0 means 64.
    pub fn of_width(width: IntWidth) -> Self {
        let index_width = if width.bits() == 0 { 64 } else { width.bits() };
        Self { index_width, ..Self::default() }
    }

    /// Options with this width of `index`; 0 means that of the data layout of `op`, or of its ancestors.
    pub fn of_layout(op: OpRef, ancestors: &[&Body], width: IntWidth) -> Self {
        let layout_index_width = index_width(op, ancestors);
        let index_width = if width.bits() == 0 { layout_index_width } else { width.bits() };
        Self { index_width, layout_index_width, ..Self::default() }
    }

    /// Options with pointers as in the layout string of `op`, or of its ancestors.
    pub fn with_pointers_of(mut self, op: OpRef, ancestors: &[&Body]) -> Result<Self, Box<Diagnostic>> {
        self.pointers = PointerLayout::of(op, ancestors)?;
        Ok(self)
    }

    /// The integer type for `index`.
    pub fn index_type(&self, cx: &Context) -> Type {
        cx.int_type(self.index_width)
    }
}
