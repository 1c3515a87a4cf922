// RUN: rmlir-opt %s

func.func private @f()
func.func @g(%c: i1) {
  "scf.if"(%c) ({
    call @f() : () -> ()
    scf.yield
  }, {
  }) : (i1) -> ()
  return
}
