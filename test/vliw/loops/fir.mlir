// A filter with four taps; the outputs are promised not to overlap the inputs.
func.func @f(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %h0: f32, %h1: f32, %h2: f32, %h3: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %i2 = arith.addi %i, %c2 : index
    %i3 = arith.addi %i, %c3 : index
    %x0 = memref.load %x[%i] : memref<?xf32>
    %x1 = memref.load %x[%i1] : memref<?xf32>
    %x2 = memref.load %x[%i2] : memref<?xf32>
    %x3 = memref.load %x[%i3] : memref<?xf32>
    %p0 = arith.mulf %x0, %h0 : f32
    %p1 = arith.mulf %x1, %h1 : f32
    %p2 = arith.mulf %x2, %h2 : f32
    %p3 = arith.mulf %x3, %h3 : f32
    %s1 = arith.addf %p0, %p1 : f32
    %s2 = arith.addf %s1, %p2 : f32
    %s3 = arith.addf %s2, %p3 : f32
    memref.store %s3, %y[%i] : memref<?xf32>
  } {vliw.no_alias}
  return
}
