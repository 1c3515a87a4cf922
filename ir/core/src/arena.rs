//! The arena of each class of entities of a body, and the handles into it.
//!
//! Handles are small `Copy` ids. A stale handle is caught by slotmap's version; in debug builds a handle also carries
//! the id of its body, so that a use with the wrong body is caught too.

use std::marker::PhantomData;
use std::num::NonZeroU32;

use slotmap::{Key, KeyData, SlotMap, new_key_type};

new_key_type! {
    /// The slotmap key of a handle.
    pub struct RawKey;
}

/// A handle type.
pub trait Handle: Copy {
    /// The name of this class of entities, for panics.
    const KIND: &'static str;
    /// Creates the handle of `key` in body `body`.
    fn from_raw(key: RawKey, body: u32) -> Self;
    /// The slot.
    fn raw(self) -> RawKey;
    /// The id of the body (0 in release builds).
    fn body(self) -> u32;
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name {
            slot: u32,
            version: NonZeroU32,
            #[cfg(debug_assertions)]
            body: u32,
        }

        impl Handle for $name {
            const KIND: &'static str = $kind;
            #[inline]
            #[allow(unused_variables)]
            fn from_raw(key: RawKey, body: u32) -> Self {
                let bits = key.data().as_ffi();
                let version = NonZeroU32::new((bits >> 32) as u32).expect("slotmap versions start at 1");
                Self { slot: bits as u32, version, #[cfg(debug_assertions)] body }
            }
            #[inline]
            fn raw(self) -> RawKey {
                KeyData::from_ffi(u64::from(self.version.get()) << 32 | u64::from(self.slot)).into()
            }
            #[cfg(debug_assertions)]
            fn body(self) -> u32 { self.body }
            #[inline]
            #[cfg(not(debug_assertions))]
            fn body(self) -> u32 { 0 }
        }

        impl $name {
            /// A dense index for tables indexed by handle. Slots are reused after an erasure, so it identifies live
            /// entities only.
            #[inline]
            pub fn slot(self) -> usize {
                self.slot as usize
            }

            /// The version; together with the slot it identifies a present or past entity of the body, for tables by
            /// slot.
            #[inline]
            pub fn version(self) -> NonZeroU32 {
                self.version
            }

            /// Returns whether this entity is the first of its slot.
            #[inline]
            pub fn is_first_of_slot(self) -> bool {
                self.version.get() == FIRST_VERSION
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", $kind, self.slot())
            }
        }
    };
}

handle! {
    /// An operation of one body.
    OpId, "op"
}
handle! {
    /// A block of one body.
    BlockId, "block"
}
handle! {
    /// A region of one body.
    RegionId, "region"
}
handle! {
    /// An operation's result or a block's argument.
    Value, "value"
}

/// A handle as it is stored: the slot alone, half the size. The arena has the version of the entity in the slot. A link
/// does not detect that its slot was reused: links to an entity are removed before the entity.
pub(crate) struct Link<H> {
    slot: u32,
    kind: PhantomData<H>,
}

impl<H> Clone for Link<H> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<H> Copy for Link<H> {}

impl<H> PartialEq for Link<H> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
    }
}

impl<H: Handle> Link<H> {
    /// The link to no entity.
    pub const NONE: Self = Self { slot: u32::MAX, kind: PhantomData };

    #[inline]
    pub fn to(handle: H) -> Self {
        Self { slot: handle.raw().data().as_ffi() as u32, kind: PhantomData }
    }

    /// The link to the entity in this slot.
    #[inline]
    pub fn at(slot: u32) -> Self {
        Self { slot, kind: PhantomData }
    }

    #[inline]
    pub fn to_any(handle: Option<H>) -> Self {
        handle.map_or(Self::NONE, Self::to)
    }

    #[inline]
    pub fn leads_somewhere(self) -> bool {
        self.slot != u32::MAX
    }

    /// A dense index for tables indexed by the entity linked to.
    #[inline]
    pub fn slot(self) -> usize {
        self.slot as usize
    }
}

/// The capacity for `n` elements with some slack: a full list doubles with the next element.
#[inline]
pub(crate) fn with_slack(n: usize) -> usize {
    n + n / 8
}

/// The size in bytes from which an arena is not compacted: untouched memory is free, and a copy needs memory for both.
const MAX_COMPACTED: usize = 1 << 20;

/// The version that slotmap assigns to a slot on its first use.
const FIRST_VERSION: u32 = 1;

/// A slotmap behind a narrow interface, so that its layout can change.
#[derive(Clone)]
pub(crate) struct Arena<T> {
    slots: SlotMap<RawKey, T>,
    /// By slot: the version of its present or last entity. The list ends with the last slot that was reused: all slots
    /// behind have [`FIRST_VERSION`].
    versions: Vec<u32>,
    n_slots: u32,
    body: u32,
}

impl<T> Arena<T> {
    #[inline]
    pub fn new(body: u32) -> Self {
        Self { slots: SlotMap::with_key(), versions: Vec::new(), n_slots: 0, body }
    }

    #[inline]
    pub fn reserve(&mut self, n: usize) {
        self.slots.reserve(n);
    }

    /// Releases unused capacity, if there is much of it.
    pub fn compact(&mut self)
    where
        T: Clone,
    {
        let wanted = with_slack(self.n_slots());
        self.versions.shrink_to_fit();
        if self.slots.capacity() > wanted && self.n_slots() * size_of::<T>() < MAX_COMPACTED {
            let mut compact = SlotMap::with_capacity_and_key(wanted);
            compact.clone_from(&self.slots);
            self.slots = compact;
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// The upper bound (exclusive) of the slot indices.
    #[inline]
    pub fn n_slots(&self) -> usize {
        self.n_slots as usize
    }

    /// The handles of all live entities, in slot order.
    #[inline]
    pub fn handles<H: Handle>(&self) -> impl Iterator<Item = H> + '_ {
        self.slots.keys().map(|key| H::from_raw(key, self.body))
    }

    #[inline]
    pub fn insert<H: Handle>(&mut self, data: T) -> H {
        let key = self.slots.insert(data);
        let bits = key.data().as_ffi();
        let (slot, version) = (bits as u32, (bits >> 32) as u32);
        self.n_slots = self.n_slots.max(slot + 1);
        if version != FIRST_VERSION {
            self.note_version(slot as usize, version);
        }
        H::from_raw(key, self.body)
    }

    /// Records that a slot was reused.
    fn note_version(&mut self, slot: usize, version: u32) {
        if slot >= self.versions.len() {
            self.versions.resize(slot + 1, FIRST_VERSION);
        }
        self.versions[slot] = version;
    }

    /// The handle of the entity that a link refers to.
    #[inline]
    pub fn follow<H: Handle>(&self, link: Link<H>) -> H {
        let version = self.versions.get(link.slot()).copied().unwrap_or(FIRST_VERSION);
        H::from_raw(KeyData::from_ffi(u64::from(version) << 32 | u64::from(link.slot)).into(), self.body)
    }

    /// The handle of the entity that a link refers to, if any.
    #[inline]
    pub fn follow_any<H: Handle>(&self, link: Link<H>) -> Option<H> {
        link.leads_somewhere().then(|| self.follow(link))
    }

    #[inline]
    pub fn remove<H: Handle>(&mut self, handle: H) -> T {
        self.check(handle);
        self.slots.remove(handle.raw()).unwrap_or_else(|| stale(handle))
    }

    #[inline]
    pub fn contains<H: Handle>(&self, handle: H) -> bool {
        self.check(handle);
        self.slots.contains_key(handle.raw())
    }

    #[inline]
    pub fn get<H: Handle>(&self, handle: H) -> &T {
        self.check(handle);
        match self.slots.get(handle.raw()) {
            Some(data) => data,
            None => stale(handle),
        }
    }

    #[inline]
    pub fn get_mut<H: Handle>(&mut self, handle: H) -> &mut T {
        self.check(handle);
        match self.slots.get_mut(handle.raw()) {
            Some(data) => data,
            None => stale(handle),
        }
    }

    #[inline]
    fn check<H: Handle>(&self, handle: H) {
        debug_assert!(
            handle.body() == self.body || handle.raw().is_null(),
            "a {} of body {} is used on body {}",
            H::KIND,
            handle.body(),
            self.body
        );
    }
}

#[cold]
#[inline(never)]
fn stale<H: Handle>(handle: H) -> ! {
    panic!("{} {:?} was erased or never existed", H::KIND, handle.raw().data())
}

/// One value used as a list of values.
impl AsRef<[Value]> for Value {
    #[inline]
    fn as_ref(&self) -> &[Value] {
        std::slice::from_ref(self)
    }
}
