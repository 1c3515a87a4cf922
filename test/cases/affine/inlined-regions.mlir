// RUN: rmlir-opt %s --affine-inline-regions
// RUN: rmlir-opt %s --affine-outline-regions --affine-inline-regions
// Functions that were outlined go back; others stay functions, as a weak one of C has to.

func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {
  call @g() : () -> ()
  call @f_affine(%n, %m, %x) : (index, memref<?xf32>, f32) -> ()
  call @weak(%m) : (memref<?xf32>) -> ()
  return
}

func.func private @f_affine(%n: index, %m: memref<?xf32>, %x: f32) attributes {affine.outlined} {
  affine.for %i = 0 to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @weak(%m: memref<?xf32>) attributes {llvm.linkage = #llvm.linkage<weak>} {
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c0, %m[%i] : memref<?xf32>
  }
  call @g() : () -> ()
  return
}

// Several blocks are not put into the loop.
func.func @h(%c: i1, %m: memref<?xf32>) {
  scf.if %c {
    func.call @h_affine(%c, %m) : (i1, memref<?xf32>) -> ()
  }
  return
}

func.func private @h_affine(%c: i1, %m: memref<?xf32>) attributes {affine.outlined} {
  %c0 = arith.constant 0.0 : f32
  cf.cond_br %c, ^a, ^b
^a:
  affine.for %i = 0 to 4 {
    affine.store %c0, %m[%i] : memref<?xf32>
  }
  cf.br ^b
^b:
  return
}

func.func private @g()

// A function that is visible outside, or that something else refers to, is inlined and stays.
func.func @shared(%m: memref<?xf32>) attributes {affine.outlined} {
  %c0 = arith.constant 0.0 : f32
  affine.store %c0, %m[0] : memref<?xf32>
  return
}

func.func private @named(%m: memref<?xf32>) attributes {affine.outlined} {
  %c0 = arith.constant 1.0 : f32
  affine.store %c0, %m[0] : memref<?xf32>
  return
}

func.func private @recursive(%m: memref<?xf32>) attributes {affine.outlined} {
  call @recursive(%m) : (memref<?xf32>) -> ()
  return
}

func.func @uses(%m: memref<?xf32>) -> ((memref<?xf32>) -> ()) {
  call @shared(%m) : (memref<?xf32>) -> ()
  call @named(%m) : (memref<?xf32>) -> ()
  call @recursive(%m) : (memref<?xf32>) -> ()
  %f = constant @named : (memref<?xf32>) -> ()
  return %f : (memref<?xf32>) -> ()
}
