//! Properties of random valid modules.

use rmlir::core::OpRef;
use rmlir::core::equal::{EqualOptions, equal};
use rmlir::core::verify;
use rmlir_properties::{entries, n_cases, program};

/// The default number of cases of each test.
const FEW: u64 = 60;

fn for_each_module(check: impl Fn(u64, &str)) {
    for seed in 0..n_cases(FEW) {
        check(seed, &program::module(seed));
    }
}

#[test]
fn what_is_printed_reads_back_as_the_same() {
    for_each_module(|seed, text| {
        let cx = entries::context();
        let first = entries::read(&cx, text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        for generic in [false, true] {
            let printed = entries::write(&first, generic);
            let second = entries::read(&cx, &printed);
            let second = second.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{printed}"));
            let options = EqualOptions::default();
            // Locations have another representation after the round trip; the texts, which contain them, are compared
            // below.
            assert!(equal(OpRef::root(&first), OpRef::root(&second), options), "seed {seed}:\n{printed}");
            assert_eq!(entries::write(&second, generic), printed, "seed {seed}");
        }
    });
}

#[test]
fn a_copy_is_equal_and_right() {
    for_each_module(|seed, text| {
        let cx = entries::context();
        let body = entries::read(&cx, text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let copy = body.clone_body();
        let options = EqualOptions { locations: true, ..EqualOptions::default() };
        assert!(equal(OpRef::root(&body), OpRef::root(&copy), options), "seed {seed}:\n{text}");
        assert!(verify::verify(&copy, &mut |_, _| {}).is_ok(), "seed {seed}:\n{text}");
        assert_eq!(entries::write(&copy, true), entries::write(&body, true), "seed {seed}");
    });
}

#[test]
fn passes_leave_verified_ir_that_they_leave_alone() {
    for_each_module(|seed, text| {
        let flags = ["--canonicalize", "--cse", "--sccp", "--canonicalize", "--cse"];
        let once = entries::run(text, &flags);
        assert_eq!(once.code, 0, "seed {seed}: {}\n{text}", String::from_utf8_lossy(&once.stderr));
        let back = entries::run(&String::from_utf8_lossy(&once.stdout), &[]);
        assert_eq!(back.code, 0, "seed {seed}: {}", String::from_utf8_lossy(&back.stderr));
        assert_eq!(back.stdout, once.stdout, "seed {seed}");
    });
}

#[test]
fn threads_do_not_show() {
    for_each_module(|seed, text| {
        let flags = ["--canonicalize", "--cse"];
        let many = entries::run(text, &flags);
        let one = entries::run(text, &[&flags[..], &["--mlir-disable-threading"]].concat());
        assert_eq!((many.stdout, many.stderr), (one.stdout, one.stderr), "seed {seed}");
    });
}
