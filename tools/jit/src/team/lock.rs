//! Locks.

use std::sync::{Mutex, PoisonError};

/// Locks a mutex, even if it is poisoned.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
