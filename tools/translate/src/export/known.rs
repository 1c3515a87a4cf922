//! What was translated already: types, metadata, debug information.

use rmlir::prelude::*;
use rmlir_llvm_ir::model::metadata::MdId;
use rmlir_llvm_ir::model::types::Ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// The translated types.
#[derive(Default)]
pub struct KnownTypes {
    pub(super) types: FxHashMap<Type, Ty>,
    /// The names of the structures whose bodies are translated, or being translated.
    pub(super) structs: FxHashSet<String>,
}

/// The nodes that were created for attributes.
#[derive(Default)]
pub struct KnownNodes {
    pub nodes: FxHashMap<Attr, MdId>,
}

/// The translated debug information.
pub struct Debug {
    /// Whether anything in the module has a location.
    pub(super) enabled: bool,
    pub(super) nodes: FxHashMap<Attr, MdId>,
    /// Compile units and functions by their distinct ids.
    pub(super) distinct: FxHashMap<Attr, MdId>,
    /// The nodes under construction that may refer to themselves.
    pub(super) recursive: Vec<(Attr, MdId)>,
    pub(super) locations: FxHashMap<(Loc, Option<MdId>, Option<MdId>), Option<MdId>>,
}

impl Debug {
    pub fn new(root: OpRef) -> Self {
        let mut enabled = false;
        root.walk_preorder(|op| enabled |= op.loc() != Loc::UNKNOWN);
        Self {
            enabled,
            nodes: FxHashMap::default(),
            distinct: FxHashMap::default(),
            recursive: Vec::new(),
            locations: FxHashMap::default(),
        }
    }
}
