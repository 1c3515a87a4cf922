//! Memory for tools that read large files and work on IR with several threads.
//!
//! `file`: a copy of a large file needs memory that the system has to clear first, and everything else waits for that.
//! A mapped file is available immediately.
//!
//! `split`: a body is read by one thread, simplified by a second and printed by a third, so that most memory is freed
//! by a thread that did not allocate it. The allocator of the C library takes a lock for that, and threads that free
//! small blocks contend for it: `canonicalize,cse` of functions waited several thousand times a second and took 0.66 of
//! the time of one thread. mimalloc frees the memory of other threads without a lock, but rounds sizes up and reserves
//! pages for each size, which takes a tenth more memory where blocks are large and sizes many. So the size alone
//! decides which allocator is used; both figures are for the current [`LARGEST_SMALL`].

mod file;
mod split;

pub use self::file::{LEAST_MAPPED, MappedText, is_text};
pub use self::split::{LARGEST_SMALL, Split};
