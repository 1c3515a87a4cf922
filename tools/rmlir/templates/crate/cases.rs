//! What the tool prints for the `.mlir` files beside this one.

/// The output and the errors for `negate.mlir`.
fn opt(flag: &str) -> String {
    let mut registry = rmlir::Registry::everything();
    my_dialect::register(&mut registry);
    let input = include_bytes!("negate.mlir");
    let output = rmlir::opt::run(&registry, &[flag.to_owned()], input);
    String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned()
}

#[test]
fn two_negations_cancel_out() {
    let printed = opt("--canonicalize");
    assert_eq!(printed, include_str!("canonicalized.mlir"));
}

#[test]
fn a_negation_is_a_difference_from_zero() {
    let printed = opt("--my-dialect-to-arith");
    assert_eq!(printed, include_str!("lowered.mlir"));
}
