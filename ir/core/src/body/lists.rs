//! Short lists that grow and shrink: regions of an operation, arguments of a block.

use crate::body::pool::Pool;

/// From this length on the capacity is the next power of two.
const EXACT: u32 = 4;

/// A list in [`Lists`].
#[derive(Clone, Copy, Default)]
pub(crate) struct List {
    start: u32,
    pub n: u32,
}

/// Lists of `T` in one vector. A list that grows item by item is rarely reallocated.
pub(crate) struct Lists<T>(Pool<T>);

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self(Pool::default())
    }
}

/// The capacity of a list of `n` items.
fn room_for(n: u32) -> u32 {
    if n <= EXACT { n } else { n.next_power_of_two() }
}

impl<T: Copy> Lists<T> {
    /// The items of `list`.
    #[inline]
    pub fn get(&self, list: List) -> &[T] {
        self.0.run(list.start, list.n)
    }

    /// The items of `list`.
    #[inline]
    pub fn get_mut(&mut self, list: List) -> &mut [T] {
        self.0.run_mut(list.start, list.n)
    }

    /// Adds a list.
    pub fn add(&mut self, items: &[T]) -> List {
        let n = u32::try_from(items.len()).expect("a list has fewer than 2^32 items");
        let item = |index| *items.get(index as usize).unwrap_or(&items[0]);
        List { start: self.0.alloc((0..room_for(n)).map(item)), n }
    }

    /// Inserts `item` at position `at`.
    pub fn insert(&mut self, list: &mut List, at: usize, item: T) {
        if list.n == room_for(list.n) {
            let mut items = self.get(*list).to_vec();
            items.insert(at, item);
            self.remove(*list);
            *list = self.add(&items);
            return;
        }
        list.n += 1;
        let items = self.get_mut(*list);
        items.copy_within(at..items.len() - 1, at + 1);
        items[at] = item;
    }

    /// Removes and returns the item at position `at`.
    pub fn take(&mut self, list: &mut List, at: usize) -> T {
        let items = self.get_mut(*list);
        let item = items[at];
        items.copy_within(at + 1.., at);
        let n = list.n - 1;
        if room_for(n) == room_for(list.n) {
            list.n = n;
            return item;
        }
        let items = self.get(*list)[..n as usize].to_vec();
        self.remove(*list);
        *list = self.add(&items);
        item
    }

    /// Frees a list.
    pub fn remove(&mut self, list: List) {
        self.0.free(list.start, room_for(list.n));
    }

    /// The total capacity, including that of freed lists.
    pub fn len(&self) -> usize {
        self.0.items.len()
    }

    /// Reserves capacity for `n` more items.
    pub fn reserve(&mut self, n: usize) {
        self.0.items.reserve(n);
    }

    /// The underlying vector, to shrink it.
    pub fn items_mut(&mut self) -> &mut Vec<T> {
        &mut self.0.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists behave like vectors under the same operations.
    #[test]
    fn lists_are_like_vectors() {
        let mut lists: Lists<u32> = Lists::default();
        let mut pairs = vec![(List::default(), Vec::new()); 7];
        let mut number: u32 = 1;
        for _ in 0..3000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (list, vector) = &mut pairs[(number >> 8) as usize % 7];
            let at = (number >> 16) as usize % (vector.len() + 1);
            match (number >> 4) % 8 {
                0 => {
                    lists.remove(*list);
                    (*list, *vector) = (lists.add(&[number; 6]), vec![number; 6]);
                }
                1..=2 if at < vector.len() => assert_eq!(lists.take(list, at), vector.remove(at)),
                _ => {
                    lists.insert(list, at, number);
                    vector.insert(at, number);
                }
            }
            pairs.iter().for_each(|(list, vector)| assert_eq!(lists.get(*list), vector));
        }
        assert!(lists.len() < 2000, "room is used again: {}", lists.len());
    }
}
