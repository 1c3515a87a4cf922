//! Memory for tools that read large files and work on IR with several threads.
//!
//! `file`: a copy of a large file goes to memory that the system has to clear first, and everything else waits for that. A
//! mapped one is there at once.
//!
//! `split`: a body is read by one thread, simplified by a second and printed by a third, so that most memory is freed by a
//! thread that did not ask for it. The allocator of the C library takes a lock for that, and threads that free small pieces
//! wait for each other: `canonicalize,cse` of functions waited several thousand times a second and took 0.66 of the time of
//! one thread. mimalloc frees the memory of others without a lock, but rounds sizes up and keeps pages for each of them,
//! which takes a tenth more memory where pieces are large and sizes many. So each gets what it is good at, by size alone;
//! both figures are of [`LARGEST_SMALL`] as it is.

mod file;
mod split;

pub use self::file::{LEAST_MAPPED, MappedText, is_text};
pub use self::split::{LARGEST_SMALL, Split};
