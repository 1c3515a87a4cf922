//! The cost of schedules: `loops` (the cost of loops), `threads` (on several threads), `strips` (parallel strips),
//! `locality` (the choice of the innermost loop), `choice` (profitable tiles), `registers` (register tiles),
//! `vectorizable` (what compilers vectorize).

pub mod choice;
pub mod locality;
pub mod loops;
pub mod registers;
pub mod strips;
pub mod threads;
pub mod vectorizable;
