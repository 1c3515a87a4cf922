//! Programs with known results, and those of the default mode where LLVM is wrong or imprecise.

use rmlir_analysis::cfg::{Cycles, DfsOrder};
use rmlir_analysis::uniformity::Mode;
use rmlir_uniformity_compare::cases::{Case, KNOWN, read, shortened};
use rmlir_uniformity_compare::compare::{differences, ours};

#[test]
fn llvms_mode_says_what_llvm_says() {
    let cases = read(KNOWN);
    assert_eq!(cases.len(), 70);
    for case in cases {
        let found = shortened(&ours(&case.program, Mode::Llvm));
        let differences = differences(&found, &case.expected);
        assert!(differences.is_empty(), "{}:\n{}", case.name, differences.join("\n"));
    }
}

/// The values in which the default mode differs from LLVM: those divergent here only, and those divergent there only.
fn changes(case: &Case) -> (Vec<String>, Vec<String>) {
    let found = shortened(&ours(&case.program, Mode::Sound)).values;
    let more = found.difference(&case.expected.values).cloned().collect();
    let less = case.expected.values.difference(&found).cloned().collect();
    (more, less)
}

/// In cases B and C the branch takes the same successor in all iterations, and of the threads that diverge there only
/// those of one successor reach the values that LLVM misses. Here it varies, and they arrive at different times: B,
/// where the branch is in the header.
const B_THAT_VARIES: &str = "\
program B
entry:
  to H
H:
  iv = phi entry:0 L:inc
  varies = less iv tid
  by varies B4 B5
B5:
  to L
B4:
  k = less iv n
  by k L E
L:
  inc = mix iv
  to H
E:
  use = mix iv 5
  end
";

/// C, where the exit of an inner cycle is in another cycle.
const C_THAT_VARIES: &str = "\
program C
entry:
  to O
O:
  ov = phi entry:0 OL:oi
  to I
I:
  varies = less ov tid
  by varies X I2
I2:
  by u I OL
OL:
  oi = mix ov
  by u1 O E
X:
  use = mix ov
  by u2 X E
E:
  end
";

#[test]
fn threads_that_leave_late_differ() {
    for text in [B_THAT_VARIES, C_THAT_VARIES] {
        let case = &read(text)[0];
        let divergent = |mode| ours(&case.program, mode).values.contains("use");
        assert_eq!([Mode::Llvm, Mode::Repaired, Mode::Sound].map(divergent), [false, true, true], "{}", case.name);
    }
}

/// In irreducible cycles more may be divergent: the result holds under every hierarchy, not under LLVM's alone.
#[test]
fn divergence_that_llvm_misses_is_found() {
    let missed =
        [("A_exit_phi_two_edges", "acc"), ("dcej_const_phi", "acc"), ("dcep_basic", "acc"), ("dcep_nested", "acc")];
    let is_reducible = |case: &Case| Cycles::new(&case.program.flow.cfg, DfsOrder::LastFirst).is_reducible();
    for case in read(KNOWN).into_iter().filter(is_reducible) {
        let expected = missed.iter().find(|(name, _)| *name == case.name).map_or("", |(_, values)| values);
        assert_eq!(changes(&case).0.join(" "), expected, "{}", case.name);
    }
}

/// An inner cycle that every search order finds, in an irreducible one: threads that exit it early have new counts when
/// they return.
const FIRM: &str = "\
program firm
entry:
  by u P Q
P:
  to Q
Q:
  to I
I:
  v = phi Q:a I:1
  by d I P
";

/// Threads exit a cycle at different times to the only block by which they enter an irreducible cycle.
const ONE_ENTRY: &str = "\
program one_entry
entry:
  by u L Y
L:
  iv = phi entry:0 M:inc
  by u2 E M
M:
  inc = mix iv
  varies = less iv tid
  by varies X L
X:
  v = phi M:a Y:b
  by u1 Y E
Y:
  to X
E:
  end
";

/// Values from before the divergent branch are merged.
const BEFORE: &str = "\
program before
entry:
  by u A G
A:
  by u1 F B
B:
  by u2 H E
F:
  v = phi A:a G:b
  to H
H:
  by d H D
D:
  by u1 E G
G:
  by u2 E F
E:
  end
";

/// As `BEFORE`, but threads retain their values from before the branch.
const KEPT: &str = "\
program kept
entry:
  by u A B
A:
  w = phi entry:1 B:2
  to B
B:
  v = phi entry:3 A:w C:v
  by d A C
C:
  to B
";

#[test]
fn time_is_told_apart_in_irreducible_cycles() {
    for (text, is_divergent) in [(FIRM, false), (ONE_ENTRY, false), (BEFORE, false), (KEPT, true)] {
        let case = &read(text)[0];
        let found = ours(&case.program, Mode::Sound);
        assert!(!found.branches.is_empty(), "{}", case.name);
        assert_eq!(found.values.contains("v"), is_divergent, "{}", case.name);
    }
}

/// Threads that pass `y` iterate back to the header of an irreducible cycle and leave by an exit after `x` later: paths
/// from both exits join, though the branch took the same successor to both.
const LATER_EXIT: &str = "\
program later_exit
entry:
  w = less a 3
  by w H L
H:
  iv = phi entry:0 L:inc
  varies = less iv tid
  to P
P:
  by varies x y
y:
  to j
x:
  k = mix iv n
  switch k E1 E2 j
j:
  to L
L:
  lv = phi entry:7 j:iv
  inc = mix lv 3
  to H
E1:
  to J
E2:
  to J
J:
  v = phi E1:1 E2:2
  end
";

/// Threads that pass `Y` retain their value of an earlier iteration, if any.
const OLD_VALUE: &str = "\
program old_value
entry:
  to H
H:
  v = phi entry:undef X:w Y:v
  iv = phi entry:0 X:inc Y:inc
  inc = mix iv a
  varies = less iv tid
  c1 = less iv b
  by c1 M E
M:
  by varies X Y
X:
  w = mix iv n
  to H
Y:
  to H
E:
  end
";

/// An inner cycle with one block, which our hierarchy does not have: its header is that of the outer cycle here.
const OTHER_CYCLE: &str = "\
program other_cycle
entry:
  w = less a 3
  by w H X
H:
  p = phi entry:1 X:0 H:3
  q = phi entry:tid X:q2 H:b
  varies = less q 2
  by varies Y H
Y:
  v = mix p 2
  u0 = less b 1
  by u0 E X
X:
  q2 = phi entry:tid Y:q
  to H
E:
  end
";

#[test]
fn what_one_hierarchy_misses_is_found() {
    for text in [LATER_EXIT, OLD_VALUE, OTHER_CYCLE] {
        let case = &read(text)[0];
        assert!(ours(&case.program, Mode::Sound).values.contains("v"), "{}", case.name);
    }
}

#[test]
fn what_does_not_differ_is_uniform() {
    for (name, uniform) in [("P_two_backedges", "inc mh"), ("i2_two_backedges2", "inc mh")] {
        let cases = read(KNOWN);
        let case = cases.iter().find(|case| case.name == name).expect("the program is there");
        assert_eq!(changes(case).1.join(" "), uniform, "{name}");
    }
}
