//! The context: all data that outlives a body and is shared by threads.
//!
//! It owns the interners of types, attributes, locations and names, the registered dialects (fixed at creation) and the
//! source texts. It is used through `&Context`; every method is thread-safe.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, OnceLock};

use rmlir_diag::SourceMap;

use crate::attrs::fixed_attrs;
use crate::fuel::Fuel;
use crate::handles::{Attr, Ident, Loc, LocData, OpName, Type};
use crate::intern::Interner;
use crate::memo::Memo;
use crate::models::{ExternalModel, ExternalModels};
use crate::name::{FIXED_IDENTS, OpNameData, OpNameKey};
use crate::tables::{AttrData, AttrDef, DialectDef, DialectExtension, OpDef, OpFacts, TypeData, TypeDef, UpperLayer};
pub use crate::tables::{Context, DialectRegistry, Resource};
use crate::types::fixed_types;

impl DialectRegistry {
    /// Registers a dialect and its dependencies; a second registration has no effect.
    pub fn add(&mut self, dialect: &'static DialectDef) {
        if self.dialects.iter().any(|known| known.name == dialect.name) {
            return;
        }
        self.dialects.push(dialect);
        dialect.depends.iter().for_each(|needed| self.add(needed));
    }

    /// Registers operations of a dialect, together with the dialect; a second registration has no effect.
    pub fn extend(&mut self, extension: &'static DialectExtension) {
        if self.extensions.iter().any(|known| std::ptr::eq(*known, extension)) {
            return;
        }
        self.add(extension.dialect);
        extension.depends.iter().for_each(|needed| self.add(needed));
        self.extensions.push(extension);
    }

    #[inline]
    pub(crate) fn models_mut(&mut self) -> &mut Vec<ExternalModel> {
        &mut self.models
    }

    /// The dialects, in the order they were added.
    #[inline]
    pub fn dialects(&self) -> &[&'static DialectDef] {
        &self.dialects
    }

    /// All operations: those declared by the dialects, and those added by extensions.
    #[inline]
    pub fn ops(&self) -> impl Iterator<Item = &'static OpDef> {
        let own = self.dialects.iter().flat_map(|dialect| dialect.ops);
        own.chain(self.extensions.iter().flat_map(|extension| extension.ops)).copied()
    }
}

impl FromIterator<&'static DialectDef> for DialectRegistry {
    #[inline]
    fn from_iter<T: IntoIterator<Item = &'static DialectDef>>(dialects: T) -> Self {
        let mut registry = Self::default();
        dialects.into_iter().for_each(|dialect| registry.add(dialect));
        registry
    }
}

impl Context {
    /// Creates a context with the dialects of `registry`.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert!(cx.dialects().is_empty());
    /// ```
    pub fn new(registry: DialectRegistry) -> Self {
        let by_dialect = registry.dialects.iter().map(|dialect| (dialect.name, *dialect)).collect();
        let all = |dialect: &&'static DialectDef| *dialect;
        let ops: Vec<&'static OpDef> = registry.ops().collect();
        let type_defs = registry.dialects.iter().map(all).flat_map(|d| d.types).map(|ty| (ty.name, *ty)).collect();
        let attr_defs = registry.dialects.iter().map(all).flat_map(|d| d.attrs).map(|at| (at.name, *at)).collect();
        let cx = Self {
            by_dialect,
            models: ExternalModels::new(&registry.models, |name| ops.iter().position(|op| op.name == name)),
            op_facts: ops.iter().map(|_| OpFacts::default()).collect(),
            no_facts: OpFacts::default(),
            ops,
            type_defs,
            attr_defs,
            registry,
            types: Interner::default(),
            attrs: Interner::default(),
            locs: Interner::default(),
            idents: Interner::default(),
            op_names: Interner::default(),
            sources: SourceMap::default(),
            resources: Mutex::default(),
            allow_unregistered: false.into(),
            next_distinct: 0.into(),
            print_hooks: OnceLock::new(),
            action_handler: OnceLock::new(),
            fuel: OnceLock::new(),
            memo: Memo::default(),
        };
        for (id, text) in FIXED_IDENTS.iter().enumerate() {
            assert_eq!(cx.ident(text).0, id as u32, "fixed identifiers are interned first");
        }
        for (id, data) in fixed_types().into_iter().enumerate() {
            assert_eq!(cx.ty(data).0, id as u32, "fixed types are interned first");
        }
        for (id, data) in fixed_attrs().into_iter().enumerate() {
            assert_eq!(cx.attr(data).0, id as u32, "fixed attributes are interned first");
        }
        for (id, def) in cx.ops.iter().enumerate() {
            assert_eq!(cx.op_name(def.name).0, id as u32, "there is one operation {}, interned first", def.name);
        }
        assert_eq!(cx.loc(LocData::Unknown), Loc::UNKNOWN);
        cx
    }

    /// The sources that positions refer to.
    #[inline]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns whether operations, types and attributes of unknown dialects are accepted.
    #[inline]
    pub fn allows_unregistered(&self) -> bool {
        self.allow_unregistered.load(Ordering::Relaxed)
    }

    /// Limits the steps of everything that is executed in this context. Only the first call has an effect.
    ///
    /// ```
    /// use rmlir_core::fuel::LastStep;
    /// use rmlir_core::{Context, DialectRegistry, Loc};
    /// let cx = Context::new(DialectRegistry::default());
    /// cx.limit_steps(1);
    /// let fuel = cx.fuel().unwrap();
    /// assert!(fuel.spend(|| LastStep { description: "fold".to_owned(), loc: Loc::UNKNOWN }));
    /// assert!(fuel.is_empty() && fuel.last_step().unwrap().description == "fold");
    /// ```
    pub fn limit_steps(&self, limit: u64) {
        let _ = self.fuel.set(Fuel::limited(limit));
    }

    /// The limit on steps, if there is one.
    #[inline]
    pub fn fuel(&self) -> Option<&Fuel> {
        self.fuel.get()
    }

    #[inline]
    pub(crate) fn action_handler_cell(&self) -> &OnceLock<UpperLayer> {
        &self.action_handler
    }

    #[inline]
    pub(crate) fn print_hooks_cell(&self) -> &OnceLock<UpperLayer> {
        &self.print_hooks
    }

    /// The value of type `T` that belongs to this context, computed by `make` on first use. Concurrent first uses may
    /// compute it several times; all callers get the same value.
    pub fn memo<T: std::any::Any + Send + Sync>(&self, make: impl FnOnce(&Context) -> T) -> std::sync::Arc<T> {
        self.memo.get(|| make(self))
    }

    #[inline]
    pub(crate) fn models(&self) -> &ExternalModels {
        &self.models
    }

    /// Sets [`Self::allows_unregistered`].
    #[inline]
    pub fn allow_unregistered(&self, allow: bool) {
        self.allow_unregistered.store(allow, Ordering::Relaxed);
    }
}

/// Registered entities.
impl Context {
    /// The registered dialects, in registration order.
    #[inline]
    pub fn dialects(&self) -> &[&'static DialectDef] {
        self.registry.dialects()
    }

    /// The dialect of this namespace.
    #[inline]
    pub fn dialect(&self, name: &str) -> Option<&'static DialectDef> {
        self.by_dialect.get(name).copied()
    }

    /// The definition of the operation with this full name.
    #[inline]
    pub fn op_def(&self, name: &str) -> Option<&'static OpDef> {
        self.op_names.find(&OpNameKey(name)).and_then(|id| self.op_def_of(OpName(id)))
    }

    /// The definition of the operation with this interned name.
    #[inline]
    pub(crate) fn op_def_of(&self, name: OpName) -> Option<&'static OpDef> {
        self.ops.get(name.0 as usize).copied()
    }

    /// The cached facts about operations with this name.
    #[inline]
    pub(crate) fn op_facts(&self, name: OpName) -> &OpFacts {
        self.op_facts.get(name.0 as usize).unwrap_or(&self.no_facts)
    }

    /// The name of the operation that `def` declares.
    #[inline]
    pub fn op_name_of(&self, def: &'static OpDef) -> OpName {
        match def.cache.name_guess() {
            Some(id) if self.ops.get(id as usize).is_some_and(|known| std::ptr::eq(*known, def)) => OpName(id),
            _ => self.find_op_name_of(def),
        }
    }

    #[cold]
    fn find_op_name_of(&self, def: &'static OpDef) -> OpName {
        let name = self.op_name(def.name);
        def.cache.guess_name(name.0);
        name
    }

    /// The definition of the type with this full name.
    #[inline]
    pub fn type_def(&self, name: &str) -> Option<&'static TypeDef> {
        self.type_defs.get(name).copied()
    }

    /// The definition of the attribute with this full name.
    #[inline]
    pub fn attr_def(&self, name: &str) -> Option<&'static AttrDef> {
        self.attr_defs.get(name).copied()
    }
}

/// Interning.
impl Context {
    /// The type with this structure.
    #[inline]
    pub fn ty(&self, data: TypeData) -> Type {
        Type(self.types.intern(data))
    }

    /// The attribute with this structure. Dictionaries must be sorted: see [`Self::dict`].
    #[inline]
    pub fn attr(&self, data: AttrData) -> Attr {
        Attr(self.attrs.intern(data))
    }

    /// The location with this structure.
    #[inline]
    pub fn loc(&self, data: LocData) -> Loc {
        Loc::interned(self.locs.intern(data))
    }

    /// The identifier with this text.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// let name = cx.ident("main");
    /// assert!(name == cx.ident("main") && name.str(&cx) == "main");
    /// ```
    #[inline]
    pub fn ident(&self, text: &str) -> Ident {
        Ident(self.idents.intern_ref(text, || text.into()))
    }

    /// The identifier with this text, if it is interned.
    ///
    /// ```
    /// use rmlir_core::{Context, DialectRegistry};
    /// let cx = Context::new(DialectRegistry::default());
    /// assert_eq!(cx.find_ident("main"), None);
    /// let name = cx.ident("main");
    /// assert_eq!(cx.find_ident("main"), Some(name));
    /// ```
    #[inline]
    pub fn find_ident(&self, text: &str) -> Option<Ident> {
        self.idents.find(text).map(Ident)
    }

    /// The operation name with this text.
    #[inline]
    pub fn op_name(&self, text: &str) -> OpName {
        OpName(self.op_names.intern_ref(&OpNameKey(text), || OpNameData::new(text)))
    }

    /// The number of operation names; all their ids are below it.
    #[inline]
    pub fn n_op_names(&self) -> usize {
        self.op_names.len() as usize
    }

    /// The structure of a type.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.get(ty.0)
    }

    /// The structure of an attribute.
    #[inline]
    pub fn attr_data(&self, attr: Attr) -> &AttrData {
        self.attrs.get(attr.0)
    }

    /// The text of an identifier.
    #[inline]
    pub fn ident_str(&self, ident: Ident) -> &str {
        self.idents.get(ident.0)
    }

    #[inline]
    pub(crate) fn op_name_data(&self, name: OpName) -> &OpNameData {
        self.op_names.get(name.0)
    }

    #[inline]
    pub(crate) fn loc_data(&self, id: u32) -> &LocData {
        self.locs.get(id)
    }

    /// All types interned so far. The order has no meaning.
    #[inline]
    pub fn types(&self) -> impl Iterator<Item = (Type, &TypeData)> {
        self.types.iter().map(|(id, data)| (Type(id), data))
    }

    /// All attributes interned so far, except [`Attr::ABSENT`]. The order has no meaning.
    #[inline]
    pub fn attrs(&self) -> impl Iterator<Item = (Attr, &AttrData)> {
        self.attrs.iter().map(|(id, data)| (Attr(id), data)).filter(|(attr, _)| !attr.is_absent())
    }

    /// All locations interned so far. The order has no meaning.
    #[inline]
    pub fn locs(&self) -> impl Iterator<Item = (Loc, &LocData)> {
        self.locs.iter().map(|(id, data)| (Loc::interned(id), data))
    }

    /// The numbers of distinct types, attributes and locations.
    #[inline]
    pub fn n_interned(&self) -> (u32, u32, u32) {
        (self.types.len(), self.attrs.len(), self.locs.len())
    }
}

/// Resources.
impl Context {
    /// Stores resource `key` of `dialect` (`None`: declared but without data).
    pub fn set_resource(&self, dialect: &str, key: &str, resource: Option<Resource>) {
        let mut resources = self.resources.lock().expect("no panic happens under the resource lock");
        let entry = resources.entry(dialect.to_owned()).or_default().entry(key.to_owned()).or_default();
        *entry = resource.or(entry.take());
    }

    /// The resource `key` of `dialect`, if it has data.
    #[inline]
    pub fn resource(&self, dialect: &str, key: &str) -> Option<Resource> {
        let resources = self.resources.lock().expect("no panic happens under the resource lock");
        resources.get(dialect)?.get(key)?.clone()
    }
}
