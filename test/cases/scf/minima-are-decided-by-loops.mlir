// RUN: rmlir-opt %s --scf-for-loop-canonicalization

func.func private @use(index)

// All tiles of 4 are full.
func.func @full() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %size = affine.min affine_map<(d0) -> (4, 16 - d0)>(%i)
    func.call @use(%size) : (index) -> ()
    %most = affine.max affine_map<(d0) -> (d0, 16)>(%i)
    func.call @use(%most) : (index) -> ()
  }
  return
}

// The last one is not.
func.func @partial() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  scf.for %i = %c0 to %c15 step %c4 {
    %size = affine.min affine_map<(d0) -> (4, 15 - d0)>(%i)
    func.call @use(%size) : (index) -> ()
  }
  return
}

// The loop gives what has the shape of what it starts with.
func.func @size(%m: memref<?xf32>, %lb: index, %ub: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %lb to %ub step %step iter_args(%x = %m) -> (memref<?xf32>) {
    %n = memref.dim %x, %c0 : memref<?xf32>
    func.call @use(%n) : (index) -> ()
    scf.yield %x : memref<?xf32>
  }
  %n = memref.dim %r, %c0 : memref<?xf32>
  return %n : index
}
