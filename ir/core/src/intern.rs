//! Interners: equal data gets equal 32-bit ids, for the life of the context.
//!
//! Plan: a table of ids sharded by hash (each shard behind its own lock) finds
//! equal data; the data itself lives in append-only buckets of `OnceLock`, so
//! [`Interner::get`] takes no lock and the reference it returns stays valid.
//! Ids depend on the order in which threads arrive and so must never decide
//! the order of anything that is printed.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

const N_SHARDS: usize = 16;
/// log2 of the size of the first bucket; bucket `k` holds `2^(k + FIRST)` entries.
const FIRST: u32 = 8;
const N_BUCKETS: usize = 32 - FIRST as usize;

type Bucket<T> = OnceLock<Box<[OnceLock<T>]>>;

/// A set of distinct values with dense ids; reading is lock-free.
pub struct Interner<T> {
    shards: [Mutex<HashTable<u32>>; N_SHARDS],
    buckets: [Bucket<T>; N_BUCKETS],
    next: AtomicU32,
}

impl<T: Hash + Eq> Default for Interner<T> {
    fn default() -> Self {
        Self {
            shards: std::array::from_fn(|_| Mutex::new(HashTable::new())),
            buckets: std::array::from_fn(|_| OnceLock::new()),
            next: AtomicU32::new(0),
        }
    }
}

/// Hash of `data` with the one fixed hasher of the project.
#[inline]
pub fn fixed_hash<Q: Hash + ?Sized>(data: &Q) -> u64 {
    FxBuildHasher.hash_one(data)
}

#[inline]
fn locate(id: u32) -> (usize, usize) {
    let shifted = u64::from(id) + (1 << FIRST);
    let bucket = 63 - shifted.leading_zeros() - FIRST;
    (bucket as usize, (shifted - (1 << (bucket + FIRST))) as usize)
}

impl<T: Hash + Eq> Interner<T> {
    /// The data of `id`.
    ///
    /// # Panics
    /// If `id` was not made by this interner.
    pub fn get(&self, id: u32) -> &T {
        let (bucket, slot) = locate(id);
        self.buckets[bucket]
            .get()
            .and_then(|bucket| bucket[slot].get())
            .expect("an interned id belongs to the context that made it")
    }

    /// The id of `data`, stored now if it is new.
    pub fn intern(&self, data: T) -> u32 {
        let hash = fixed_hash(&data);
        // `data` is moved into the closure only when it is not there yet.
        let mut data = Some(data);
        let probe = |slot: &Option<T>, stored: &T| slot.as_ref() == Some(stored);
        let shard = &self.shards[(hash >> 57) as usize % N_SHARDS];
        let mut table = shard.lock().expect("no panic happens under an interner's lock");
        if let Some(&id) = table.find(hash, |&id| probe(&data, self.get(id))) {
            return id;
        }
        let id = self.store(data.take().expect("stored once"));
        table.insert_unique(hash, id, |&id| fixed_hash(self.get(id)));
        id
    }

    /// The id of the data equal to `key`, made by `make` if it is new. `key`
    /// must hash like the data it stands for.
    pub fn intern_ref<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        Q: Hash + hashbrown::Equivalent<T> + ?Sized,
    {
        let hash = fixed_hash(key);
        let shard = &self.shards[(hash >> 57) as usize % N_SHARDS];
        let mut table = shard.lock().expect("no panic happens under an interner's lock");
        if let Some(&id) = table.find(hash, |&id| key.equivalent(self.get(id))) {
            return id;
        }
        let id = self.store(make());
        table.insert_unique(hash, id, |&id| fixed_hash(self.get(id)));
        id
    }

    /// The id of the data equal to `key`, if it is there.
    pub fn find<Q>(&self, key: &Q) -> Option<u32>
    where
        Q: Hash + hashbrown::Equivalent<T> + ?Sized,
    {
        let hash = fixed_hash(key);
        let shard = &self.shards[(hash >> 57) as usize % N_SHARDS];
        let table = shard.lock().expect("no panic happens under an interner's lock");
        table.find(hash, |&id| key.equivalent(self.get(id))).copied()
    }

    /// How many distinct values there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.next.load(Ordering::Acquire)
    }

    /// Everything interned so far with its id, in id order. Values that other
    /// threads are storing at the same time may be left out.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..self.len()).filter_map(|id| {
            let (bucket, slot) = locate(id);
            Some((id, self.buckets[bucket].get()?[slot].get()?))
        })
    }

    /// Whether nothing was interned yet.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn store(&self, data: T) -> u32 {
        let id = self.next.fetch_add(1, Ordering::AcqRel);
        assert!(id < 1 << 31, "an interner holds fewer than 2^31 values");
        let (bucket, slot) = locate(id);
        let size = 1usize << (bucket as u32 + FIRST);
        let bucket = self.buckets[bucket].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        assert!(bucket[slot].set(data).is_ok(), "every id is handed out once");
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_data_gets_equal_ids_across_threads() {
        let interner: Interner<String> = Interner::default();
        let ids: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let work = || (0..5000).map(|i| interner.intern(format!("v{i}"))).collect::<Vec<_>>();
            let handles: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
            handles.into_iter().map(|handle| handle.join().unwrap()).collect()
        });
        assert!(ids.windows(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(interner.len(), 5000);
        assert_eq!(interner.get(ids[0][4999]), "v4999");
    }
}
