//! The core data structures of the IR.
//!
//! In reading order: names, types, attributes and locations are interned in a [`Context`]; operations are in a
//! [`Body`], one per isolated-from-above operation; an operation's name refers to its [`opdef::OpDef`], the static
//! table declared by a dialect. Reading is done through [`Body`] and the views of [`opref`]; modification through
//! [`Rewriter`].
//!
//! Layers, each of which imports only those before it: `arena` and `handles` have ids, `op_state` and the records of a
//! body consist of ids; `tables` declares the context and the definitions, which refer to each other and to nothing
//! above; `context`, `opdef`, `types` and `attrs` have their functions; `body` stores operations, and `opref` has the
//! views of them; `rewriter`, `pattern`, `fold` and `asm` work on these; `behavior` and `dialect` have the functions
//! that a definition refers to. All other files are functions on these.
//!
//! This crate depends on no dialect: the builtin types and attributes are data shared by all dialects, the builtin
//! operations are a dialect like any other.

pub mod access;
pub mod actions;
pub mod arena;
pub mod asm;
mod attr_key;
pub mod attrs;
pub mod behavior;
pub mod body;
mod build;
pub mod builder;
pub mod bytecode;
mod checked;
pub mod clone;
pub mod constraints;
mod construct;
pub mod context;
pub mod cycle;
pub mod dense;
pub mod dialect;
mod distinct;
pub mod dominance;
pub mod effects;
pub mod equal;
mod external;
mod facts;
pub mod fields;
pub mod fold;
pub mod fuel;
pub mod function;
mod handles;
pub mod infer;
pub mod int_range;
pub mod interfaces;
pub mod intern;
mod listener;
pub mod loc;
mod memo;
pub mod memory_slot;
pub mod memref_layout;
pub mod mixed_index;
mod models;
pub mod name;
mod op_state;
pub mod opdef;
pub mod opref;
pub mod params;
pub mod pattern;
pub mod poison;
pub mod print_hooks;
pub mod props;
pub mod reassociation;
pub mod rewriter;
pub mod speculate;
pub mod successors;
pub mod symbol;
mod tables;
pub mod traits;
pub mod type_cache;
pub mod types;
pub mod value_bounds;
pub mod verify;
mod walk;

pub use arena::{BlockId, OpId, RegionId, Value};
pub use attrs::{Attr, AttrData, NamedAttr};
pub use behavior::{Canonicalizer, Folder, RegionVerifier, TypeInference, Verifier};
pub use body::{Body, TableSizes, ValueDefinition};
pub use builder::{Build, Op, OpState};
pub use context::{Context, DialectRegistry};
pub use dialect::{Dialect, DialectHooks};
pub use fold::{Fold, FoldCx, FoldValue};
pub use fuel::Fuel;
pub use loc::{Loc, LocData};
pub use name::{Ident, OpName, SymbolRef};
pub use opref::{BlockRef, OpRef, RegionRef, ValueRef};
pub use params::{DialectAttr, DialectType, EnumAttr};
pub use pattern::{Match, Pattern, PatternSet};
pub use rewriter::{InsertPoint, Listener, Rewriter};
pub use traits::TraitSet;
pub use types::{DYNAMIC, Signedness, Type, TypeData};
