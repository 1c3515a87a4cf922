//! The rules of the project hold, and its generated pages are up to date.

#[test]
fn the_rules_are_kept() {
    assert_eq!(xtask::tidy::check(&xtask::root()), Ok(Vec::new()));
}

#[test]
fn the_pages_are_what_the_declarations_say() {
    assert_eq!(xtask::docs::check(&xtask::root()), Ok(Vec::new()));
}
