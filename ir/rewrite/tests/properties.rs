//! Canonicalization of random functions terminates, keeps the links consistent, and is idempotent.

mod common;

use common::random::random_function;
use proptest::prelude::*;
use rmlir_rewrite::{GreedyConfig, SimplifyRegions, apply_patterns_greedily, canonicalization_patterns};

fn config(top_down: bool, simplify_regions: SimplifyRegions) -> GreedyConfig {
    GreedyConfig { top_down, simplify_regions, ..GreedyConfig::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn canonicalizing_ends_consistently(choices in prop::collection::vec(any::<u8>(), 0..200), top_down: bool) {
        let cx = common::context();
        let patterns = canonicalization_patterns(&cx);
        for level in [SimplifyRegions::Disabled, SimplifyRegions::Normal, SimplifyRegions::Aggressive] {
            let mut body = random_function(&cx, &choices);
            prop_assert_eq!(body.check_links(), Ok(()));
            let config = config(top_down, level);
            prop_assert!(apply_patterns_greedily(&mut body, &patterns, &config, None).is_ok());
            prop_assert_eq!(body.check_links(), Ok(()));
            let first = common::dump(&body);
            prop_assert_eq!(apply_patterns_greedily(&mut body, &patterns, &config, None), Ok(false));
            prop_assert_eq!(common::dump(&body), first);
        }
    }
}
