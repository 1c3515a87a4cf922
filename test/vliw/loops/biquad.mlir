// A recursive filter of second order: recurrences over one and two iterations, in registers.
func.func @f(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %b0: f32, %b1: f32, %a1: f32, %a2: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %w:2 = scf.for %i = %c0 to %n step %c1 iter_args(%w1 = %zero, %w2 = %zero) -> (f32, f32) {
    %xi = memref.load %x[%i] : memref<?xf32>
    %p1 = arith.mulf %a1, %w1 : f32
    %p2 = arith.mulf %a2, %w2 : f32
    %s = arith.subf %xi, %p1 : f32
    %w0 = arith.subf %s, %p2 : f32
    %q0 = arith.mulf %b0, %w0 : f32
    %q1 = arith.mulf %b1, %w1 : f32
    %yi = arith.addf %q0, %q1 : f32
    memref.store %yi, %y[%i] : memref<?xf32>
    scf.yield %w0, %w1 : f32, f32
  } {vliw.no_alias}
  return %w#0, %w#1 : f32, f32
}
