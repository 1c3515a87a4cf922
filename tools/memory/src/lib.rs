//! Memory for tools that work on IR with several threads.
//!
//! A body is read by one thread, simplified by a second and printed by a third, so that most memory is freed by a thread
//! that did not ask for it. The allocator of the C library takes a lock for that, and threads that free small pieces wait
//! for each other: `canonicalize,cse` of functions waited several thousand times a second and took 0.66 of the time of one
//! thread. mimalloc frees the memory of others without a lock, but rounds sizes up and keeps pages for each of them, which
//! takes a tenth more memory where pieces are large and sizes many. So each gets what it is good at, by size alone; both
//! figures are of [`LARGEST_SMALL`] as it is.

mod split;

pub use split::{LARGEST_SMALL, Split};
