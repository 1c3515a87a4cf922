// RUN: rmlir-opt %s --split-input-file --allow-unregistered-dialect

func.func @declared()

// -----

func.func @outer(%c: i1) {
  scf.if %c {
    func.func private @inner()
  }
  return
}

// -----

func.func @unknown() {
  "func.unknown"() : () -> ()
  return
}

// -----

func.func @used_by_the_owner() {
  scf.if %c {
    %c = arith.constant true
  }
  return
}

// -----

func.func @weights(%c: i1) {
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}
