//! The budget of a search: a limit of steps.
//!
//! Input: a limit of steps, and the name of the option that raises it. A search spends its steps, in proportion to its
//! work, and ends with its best result, or with "not known", when none remain. The budget counts steps instead of
//! seconds, so that the end of a search does not depend on the machine. The caller that set the budget reports the end
//! of the search with the text of the budget, which names the option.

use std::cell::Cell;
use std::fmt;

/// The limit of steps of a search.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    left: Cell<u64>,
    /// Whether a search ended because too few steps remained.
    has_ended: Cell<bool>,
    option: &'static str,
}

impl Budget {
    /// A budget of `limit` steps, which the option `option` raises.
    pub const fn new(limit: u64, option: &'static str) -> Self {
        Self { limit, left: Cell::new(limit), has_ended: Cell::new(false), option }
    }

    /// A budget without limit, for work that other limits bound.
    pub const fn unlimited() -> Self {
        Self::new(u64::MAX, "")
    }

    /// The limit.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// The remaining steps.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Spends `steps`. Returns whether as many remained: if not, none remain from now on.
    ///
    /// ```
    /// use rmlir_base::budget::Budget;
    /// let budget = Budget::new(10, "max-steps");
    /// assert!(budget.spend(9) && !budget.spend(9));
    /// assert!(budget.is_used_up());
    /// ```
    pub fn spend(&self, steps: u64) -> bool {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        if left.is_none() {
            self.has_ended.set(true);
        }
        left.is_some()
    }

    /// Whether a search ended because too few steps remained.
    pub fn is_used_up(&self) -> bool {
        self.has_ended.get()
    }

    /// A budget with the same limit for another search.
    pub fn renewed(&self) -> Self {
        Self::new(self.limit, self.option)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ended after {} steps, which '{}' raises", self.limit, self.option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_once_more_is_spent_than_it_has() {
        let budget = Budget::new(3, "max-steps");
        assert!(budget.spend(3) && !budget.is_used_up());
        assert!(!budget.spend(1) && budget.is_used_up() && budget.left() == 0);
        assert!(!budget.renewed().is_used_up());
        assert_eq!(budget.to_string(), "ended after 3 steps, which 'max-steps' raises");
    }
}
