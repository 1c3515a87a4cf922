//! The choice of the allocator by size: one of the two modules with `unsafe`.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use mimalloc::MiMalloc;

/// The maximum size in bytes of a block from mimalloc. Half of it takes longer, eight times as much takes 6 % more
/// memory.
pub const LARGEST_SMALL: usize = 512;

/// The global allocator, for `#[global_allocator]`: mimalloc for small blocks, the system's for all others.
pub struct Split;

/// Whether mimalloc allocates blocks of that size.
fn is_small(size: usize) -> bool {
    size <= LARGEST_SMALL
}

// SAFETY: every block is freed by the allocator that allocated it, because the size passed with it is the one that it
// was allocated or reallocated with; both allocators fulfil the rest of the contract.
unsafe impl GlobalAlloc for Split {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's guarantee about `layout` is what both allocators require.
        unsafe { if is_small(layout.size()) { MiMalloc.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        unsafe { if is_small(layout.size()) { MiMalloc.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        // SAFETY: `layout` is the block's, so this is the allocator that allocated it.
        unsafe { if is_small(layout.size()) { MiMalloc.dealloc(piece, layout) } else { System.dealloc(piece, layout) } }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as in `dealloc` for the block; the caller guarantees that `new_size` fits the alignment.
        unsafe {
            match (is_small(layout.size()), is_small(new_size)) {
                (true, true) => MiMalloc.realloc(piece, layout, new_size),
                (false, false) => System.realloc(piece, layout, new_size),
                _ => self.change_over(piece, layout, new_size),
            }
        }
    }
}

impl Split {
    /// Moves a block from one allocator to the other.
    ///
    /// # Safety
    /// As for `realloc`.
    unsafe fn change_over(&self, piece: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: `new_size` fits the alignment by the caller's guarantee; the old and the new block are both valid for
        // the smaller of their sizes and do not overlap; the old one is freed once, and only if the new one was
        // allocated.
        unsafe {
            let new_layout = Layout::from_size_align_unchecked(new_size, layout.align());
            let new = self.alloc(new_layout);
            if !new.is_null() {
                piece.copy_to_nonoverlapping(new, layout.size().min(new_size));
                self.dealloc(piece, layout);
            }
            new
        }
    }
}
