// A float that is carried and asked for: at least one round, and none after it has become too large or no number.
func.func @f(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %large = arith.constant 1.0e+30 : f64
  %r:2 = scf.while (%i = %c0, %s = %zero) : (index, f64) -> (f64, index) {
    %v = memref.load %x[%i] : memref<?xf64>
    %scaled = arith.mulf %s, %half : f64
    %sum = arith.addf %scaled, %v : f64
    memref.store %sum, %y[%i] : memref<?xf64>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    %small = arith.cmpf olt, %sum, %large : f64
    %on = arith.andi %more, %small : i1
    scf.condition(%on) %sum, %next : f64, index
  } do {
  ^bb0(%s: f64, %i: index):
    scf.yield %i, %s : index, f64
  }
  return %r#0, %r#1 : f64, index
}
