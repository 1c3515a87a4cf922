// RUN: rmlir-opt %s --convert-cf-to-llvm --split-input-file --verify-diagnostics

// An assertion becomes branches. Where the region takes one block only, the conversion fails at the assertion. (22 makes
// the blocks, and the verifier rejects them.)

%c = arith.constant true
// expected-error @below {{failed to legalize operation 'cf.assert' that was explicitly marked illegal}}
cf.assert %c, "x"

// -----

func.func @in_affine_loop(%c: i1) {
  affine.for %j = 0 to 4 {
    // expected-error @below {{failed to legalize operation 'cf.assert' that was explicitly marked illegal}}
    cf.assert %c, "x"
  }
  return
}

// -----

func.func @in_if(%c: i1) {
  scf.if %c {
    // expected-error @below {{failed to legalize operation 'cf.assert' that was explicitly marked illegal}}
    cf.assert %c, "x"
  }
  return
}
