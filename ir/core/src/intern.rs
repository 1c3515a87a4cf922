//! Interners: equal data gets equal 32-bit ids, for the life of the context.
//!
//! Structure: a table of ids sharded by hash (each shard with its own lock) finds equal data; the data itself is in
//! append-only buckets of `OnceLock`, so [`Interner::get`] takes no lock and the returned reference remains valid. Ids
//! depend on the order in which threads arrive and so must never determine the order of printed output.
//!
//! If all data differ, the cost is dominated by accesses to the data: an id is stored with half of its hash, so that
//! only data that is very likely equal is compared, and a table grows without accessing any data.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

const N_SHARDS: usize = 16;
/// log2 of the size of all buckets of the first group; group `k` holds `2^(k + FIRST)` entries.
const FIRST: u32 = 8;
/// log2 of the number of equal buckets in each group: at most a fifth of all entries is empty, not half.
const GROUP: u32 = 2;
const N_BUCKETS: usize = ((32 - FIRST) << GROUP) as usize;

type Bucket<T> = OnceLock<Box<[OnceLock<T>]>>;

/// A set of distinct values with dense ids; reading is lock-free.
pub struct Interner<T> {
    shards: [Mutex<HashTable<Entry>>; N_SHARDS],
    buckets: [Bucket<T>; N_BUCKETS],
    next: AtomicU32,
}

/// An id in a table.
struct Entry {
    hash: HalfHash,
    id: u32,
}

/// The part of a hash stored in a table, so that it can grow without accessing the hashed data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HalfHash(u32);

impl HalfHash {
    /// Half of `hash`, computed from all its bits: the hasher has most entropy in the upper ones.
    #[inline]
    fn of(hash: u64) -> Self {
        Self((hash ^ hash >> 32) as u32)
    }

    /// The hash used by the table: buckets are selected by its lower bits and tags by the upper ones.
    #[inline]
    fn spread(self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }
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

/// Bucket and slot of `id`.
#[inline]
fn locate(id: u32) -> (usize, usize) {
    let shifted = u64::from(id) + (1 << FIRST);
    let size = u64::BITS - 1 - shifted.leading_zeros() - GROUP;
    // The leading bit and the bits that select within the group.
    let leading = shifted >> size;
    let bucket = (u64::from(size + GROUP - FIRST) << GROUP) + leading - (1 << GROUP);
    (bucket as usize, (shifted & ((1 << size) - 1)) as usize)
}

/// The capacity of `bucket`.
fn size_of_bucket(bucket: usize) -> usize {
    1 << (bucket as u32 / (1 << GROUP) + FIRST - GROUP)
}

impl<T: Hash + Eq> Interner<T> {
    /// The data of `id`.
    ///
    /// # Panics
    /// If `id` was not created by this interner.
    pub fn get(&self, id: u32) -> &T {
        let (bucket, slot) = locate(id);
        self.buckets[bucket]
            .get()
            .and_then(|bucket| bucket[slot].get())
            .expect("an interned id belongs to the context that made it")
    }

    /// Returns the id of `data`, interning it if it is new.
    pub fn intern(&self, data: T) -> u32 {
        let hash = fixed_hash(&data);
        // `data` is moved out only when it is not there yet.
        let mut data = Some(data);
        let mut table = self.shard(hash);
        let half = HalfHash::of(hash);
        let is_same = |entry: &Entry| entry.hash == half && data.as_ref() == Some(self.get(entry.id));
        if let Some(entry) = table.find(half.spread(), is_same) {
            return entry.id;
        }
        self.insert(&mut table, half, data.take().expect("stored once"))
    }

    /// Returns the id of the data equal to `key`, created by `make` if it is new. `key` must hash like that data.
    pub fn intern_ref<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        Q: Hash + hashbrown::Equivalent<T> + ?Sized,
    {
        let hash = fixed_hash(key);
        let mut table = self.shard(hash);
        let half = HalfHash::of(hash);
        let is_same = |entry: &Entry| entry.hash == half && key.equivalent(self.get(entry.id));
        if let Some(entry) = table.find(half.spread(), is_same) {
            return entry.id;
        }
        self.insert(&mut table, half, make())
    }

    /// The id of the data equal to `key`, if it is there.
    pub fn find<Q>(&self, key: &Q) -> Option<u32>
    where
        Q: Hash + hashbrown::Equivalent<T> + ?Sized,
    {
        let hash = fixed_hash(key);
        let half = HalfHash::of(hash);
        let is_same = |entry: &Entry| entry.hash == half && key.equivalent(self.get(entry.id));
        self.shard(hash).find(half.spread(), is_same).map(|entry| entry.id)
    }

    /// The table for data with this hash.
    #[inline]
    fn shard(&self, hash: u64) -> MutexGuard<'_, HashTable<Entry>> {
        let shard = &self.shards[(hash >> 40) as usize % N_SHARDS];
        shard.lock().expect("no panic happens under an interner's lock")
    }

    /// Stores `data`, which is not in `table` yet.
    fn insert(&self, table: &mut HashTable<Entry>, hash: HalfHash, data: T) -> u32 {
        let id = self.store(data);
        table.insert_unique(hash.spread(), Entry { hash, id }, |entry| entry.hash.spread());
        id
    }

    /// The number of distinct values.
    #[inline]
    pub fn len(&self) -> u32 {
        self.next.load(Ordering::Acquire)
    }

    /// All values interned so far with their ids, in id order. Values that other threads are interning concurrently may
    /// be missing.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..self.len()).filter_map(|id| {
            let (bucket, slot) = locate(id);
            Some((id, self.buckets[bucket].get()?[slot].get()?))
        })
    }

    /// Returns whether no value is interned.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn store(&self, data: T) -> u32 {
        let id = self.next.fetch_add(1, Ordering::AcqRel);
        assert!(id < 1 << 31, "an interner holds fewer than 2^31 values");
        let (bucket, slot) = locate(id);
        let size = size_of_bucket(bucket);
        let bucket = self.buckets[bucket].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        assert!(bucket[slot].set(data).is_ok(), "every id is handed out once");
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_filled_one_after_another() {
        let (mut bucket, mut slot) = (0, 0);
        for id in 0..100_000 {
            assert_eq!(locate(id), (bucket, slot), "{id}");
            slot += 1;
            if slot == size_of_bucket(bucket) {
                (bucket, slot) = (bucket + 1, 0);
            }
        }
        let (bucket, slot) = locate((1 << 31) - 1);
        assert!(bucket < N_BUCKETS && slot < size_of_bucket(bucket));
    }

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
