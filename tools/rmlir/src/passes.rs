//! Every crate of passes: of one dialect, or of one task.
//!
//! `PASSES` of each module lists its passes; the passes themselves are types whose `DEF` a pipeline adds.
//!
//! ```
//! let names: Vec<&str> = rmlir::passes::transforms::PASSES.iter().map(|pass| pass.name).collect();
//! assert!(names.contains(&"cse"));
//! ```

pub use rmlir_opt::passes::*;
