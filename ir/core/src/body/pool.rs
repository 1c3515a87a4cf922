//! Runs of items in one vector.

/// Runs of `T` in one vector, with free lists by length.
pub(crate) struct Pool<T> {
    pub items: Vec<T>,
    /// Allocated on first use.
    free: Option<Box<FreeRuns>>,
}

/// By length: the starts of free runs.
#[derive(Default)]
struct FreeRuns(Vec<Vec<u32>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl<T> Pool<T> {
    /// A pool of these items, all of them in use.
    pub fn of(items: Vec<T>) -> Self {
        Self { items, free: None }
    }

    /// A run holding `items`; 0 for an empty one.
    pub fn alloc(&mut self, items: impl ExactSizeIterator<Item = T>) -> u32 {
        let n = items.len();
        if n == 0 {
            return 0;
        }
        if let Some(start) = self.free.as_mut().and_then(|free| free.0.get_mut(n)?.pop()) {
            items.enumerate().for_each(|(i, item)| self.items[start as usize + i] = item);
            return start;
        }
        let start = u32::try_from(self.items.len()).expect("a body holds fewer than 2^32 operands");
        self.items.extend(items);
        start
    }

    /// Frees a run.
    pub fn free(&mut self, start: u32, n: u32) {
        if n == 0 {
            return;
        }
        let starts = &mut self.free.get_or_insert_default().0;
        if starts.len() <= n as usize {
            starts.resize_with(n as usize + 1, Vec::new);
        }
        starts[n as usize].push(start);
    }

    /// The items of a run.
    #[inline]
    pub fn run(&self, start: u32, n: u32) -> &[T] {
        if n == 0 { &[] } else { &self.items[start as usize..(start + n) as usize] }
    }

    /// The items of a run.
    #[inline]
    pub fn run_mut(&mut self, start: u32, n: u32) -> &mut [T] {
        if n == 0 { &mut [] } else { &mut self.items[start as usize..(start + n) as usize] }
    }
}
