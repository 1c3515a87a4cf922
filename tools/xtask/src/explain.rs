//! The pages of `--explain`: those of the tours and of a large module are opened in Chromium, and used by keys.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rmlir_opt::{Registry, opt};

use crate::browser::{TIME, browse};
use crate::files::{read, write};

/// The tours, with their passes.
pub(crate) const TOURS: [(&str, &str); 4] = [
    ("modulo", "func.func(convert-scf-to-cf,if-convert,canonicalize),vliw-pipeline{machine=hexagon_v66}"),
    ("polyhedral", "func.func(affine-pluto{parallel},affine-super-vectorize{virtual-vector-size=8})"),
    ("lanes", "wfv"),
    ("c", "raise-llvm-to-affine"),
];

/// The maximum size of the page of a tour, in bytes.
const MAX_SIZE: u64 = 3 << 20;

/// The passes that are executed on the large module.
const LARGE_PASSES: &str = "func.func(canonicalize,cse,loop-invariant-code-motion,convert-scf-to-cf),canonicalize,\
                            convert-to-llvm,reconcile-unrealized-casts";

/// The functions of the large module, each of 20 lines.
const N_FUNCTIONS: usize = 500;

/// What is appended to a page: it presses keys, and reports what they do not do.
const WALK: &str = include_str!("walk.js");

/// Writes the pages to `target/explain` and opens them. Returns complaints.
///
/// # Errors
/// The tool fails, or Chromium is not installed.
pub fn open(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("target/explain");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut complaints = Vec::new();
    for (name, passes) in TOURS {
        let input = root.join(format!("test/cases/tours/{name}.mlir"));
        complaints.extend(check(root, name, &input, passes, MAX_SIZE)?);
    }
    let input = folder.join("large.mlir");
    write(&input, &large_module())?;
    complaints.extend(check(root, "large", &input, LARGE_PASSES, u64::MAX)?);
    Ok(complaints)
}

fn check(root: &Path, name: &str, input: &Path, passes: &str, max_size: u64) -> Result<Vec<String>, String> {
    let page = root.join(format!("target/explain/{name}.html"));
    let flags = [
        input.display().to_string(),
        format!("--pass-pipeline=builtin.module({passes})"),
        format!("--explain={}", page.display()),
        "--allow-unregistered-dialect".to_owned(),
    ];
    let output = opt::run(&Registry::everything(), &flags, b"");
    if output.code != 0 {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = read(&page)?;
    let mut complaints = Vec::new();
    if text.len() as u64 > max_size {
        complaints.push(format!("{name}: the page has {} bytes", text.len()));
    }
    let walked = root.join(format!("target/explain/{name}-walked.html"));
    write(&walked, &format!("{text}<script>{WALK}</script>\n"))?;
    let (shown, messages) = browse(root, &walked.display().to_string(), TIME)?;
    complaints.extend(messages.into_iter().map(|message| format!("{name}: {message}")));
    if !shown.contains("id=\"walked\"") {
        complaints.push(format!("{name}: the keys were not all pressed"));
    }
    println!("{name}: {} kB, {} lines shown at the end", text.len() / 1000, shown.matches("class=\"row").count());
    Ok(complaints)
}

/// A module of 10,000 lines: loops with sums that fold, constants that repeat, and products that do not change.
fn large_module() -> String {
    let mut text = String::new();
    for number in 0..N_FUNCTIONS {
        writeln!(
            text,
            "func.func @f{number}(%a: i32, %b: i32, %n: index) -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %k = arith.constant {number} : i32
  %again = arith.constant {number} : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {{
    %i32 = arith.index_cast %i : index to i32
    %p = arith.muli %b, %k : i32
    %q = arith.addi %x, %zero : i32
    %s = arith.addi %q, %p : i32
    %t = arith.xori %s, %i32 : i32
    %u = arith.subi %t, %zero : i32
    scf.yield %u : i32
  }}
  %v = arith.addi %r, %again : i32
  %w = arith.addi %v, %k : i32
  return %w : i32
}}
"
        )
        .expect("writing to memory does not fail");
    }
    text
}
