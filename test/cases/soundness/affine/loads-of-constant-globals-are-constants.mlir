// RUN: rmlir-opt %s --canonicalize --verify-semantics=10
// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(canonicalize))" --verify-semantics=10

// A load of a constant global with constant subscripts is the element; of a splat, with any subscripts. Globals that are
// not constant, or have no initial value, are loaded, and so are subscripts that are outside.

memref.global "private" constant @c : memref<2x3xi32> = dense<[[1,2,3],[4,5,6]]>
memref.global "private" constant @s : memref<4xf32> = dense<2.5>
memref.global "private" @n : memref<4xf32> = dense<2.5>
memref.global constant @p : memref<4xf32> = dense<2.5>
memref.global "private" constant @u : memref<4xf32> = uninitialized
memref.global "private" constant @e : memref<4xf32>
memref.global "private" constant @z : memref<i64> = dense<7>
memref.global "private" constant @idx : memref<2xindex> = dense<[7,8]>
memref.global "private" constant @b : memref<4xi1> = dense<[true,false,true,true]>
memref.global "private" constant @neg : memref<2x2xi32> = dense<[[1,2],[3,4]]>
memref.global "private" constant @cpl : memref<2xcomplex<f32>> = dense<[(1.0,2.0),(3.0,4.0)]>
memref.global "private" constant @LL : memref<2x2xi32, affine_map<(d0,d1)->(d1,d0)>> = dense<[[1,2],[3,4]]>
memref.global "private" constant @str : memref<2x2xi32, strided<[1,2]>> = dense<[[1,2],[3,4]]>
memref.global "private" constant @spl2 : memref<2x2xi32, strided<[1,2]>> = dense<4>
func.func @f(%i: index) -> (i32, i32, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @c : memref<2x3xi32>
  %0 = affine.load %g[1, 2] : memref<2x3xi32>
  %1 = affine.load %g[symbol(%c1), symbol(%c1) + 1] : memref<2x3xi32>
  %s = memref.get_global @s : memref<4xf32>
  %2 = affine.load %s[%i] : memref<4xf32>
  %n = memref.get_global @n : memref<4xf32>
  %3 = affine.load %n[1] : memref<4xf32>
  %p = memref.get_global @p : memref<4xf32>
  %4 = affine.load %p[1] : memref<4xf32>
  return %0, %1, %2, %3, %4 : i32, i32, f32, f32, f32
}
func.func @g() -> (f32, f32, i64, index, i1) {
  %u = memref.get_global @u : memref<4xf32>
  %0 = affine.load %u[1] : memref<4xf32>
  %e = memref.get_global @e : memref<4xf32>
  %1 = affine.load %e[1] : memref<4xf32>
  %z = memref.get_global @z : memref<i64>
  %2 = affine.load %z[] : memref<i64>
  %ix = memref.get_global @idx : memref<2xindex>
  %3 = affine.load %ix[1] : memref<2xindex>
  %b = memref.get_global @b : memref<4xi1>
  %4 = affine.load %b[1] : memref<4xi1>
  return %0, %1, %2, %3, %4 : f32, f32, i64, index, i1
}
func.func @h(%i: index) -> (i32, f32, vector<2xi32>, i32) {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @c : memref<2x3xi32>
  %0 = memref.load %g[%c1, %c1] : memref<2x3xi32>
  %s = memref.get_global @s : memref<4xf32>
  %1 = memref.load %s[%i] : memref<4xf32>
  %2 = vector.load %g[%c1, %c1] : memref<2x3xi32>, vector<2xi32>
  %c = memref.cast %g : memref<2x3xi32> to memref<?x?xi32>
  %3 = affine.load %c[1,1] : memref<?x?xi32>
  return %0, %1, %2, %3 : i32, f32, vector<2xi32>, i32
}
func.func @cplx() -> complex<f32> {
  %s = memref.get_global @cpl : memref<2xcomplex<f32>>
  %1 = affine.load %s[1] : memref<2xcomplex<f32>>
  return %1 : complex<f32>
}
func.func @layf() -> (i32, i32, i32) {
  %s = memref.get_global @LL : memref<2x2xi32, affine_map<(d0,d1)->(d1,d0)>>
  %1 = affine.load %s[0,1] : memref<2x2xi32, affine_map<(d0,d1)->(d1,d0)>>
  %t = memref.get_global @str : memref<2x2xi32, strided<[1,2]>>
  %2 = affine.load %t[0,1] : memref<2x2xi32, strided<[1,2]>>
  %u = memref.get_global @spl2 : memref<2x2xi32, strided<[1,2]>>
  %3 = affine.load %u[0,1] : memref<2x2xi32, strided<[1,2]>>
  return %1, %2, %3: i32, i32, i32
}
func.func @inside(%m: memref<4xi32>) {
  %g = memref.get_global @c : memref<2x3xi32>
  affine.for %i = 0 to 4 {
    %0 = affine.load %g[0, 1] : memref<2x3xi32>
    affine.store %0, %m[%i] : memref<4xi32>
  }
  return
}
func.func @nested() -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.addi %c1, %c1 : index
  %g = memref.get_global @c : memref<2x3xi32>
  %0 = affine.load %g[0, symbol(%a)] : memref<2x3xi32>
  %1 = arith.index_cast %0 : i32 to index
  return %1 : index
}

func.func @outside() -> (i32, i32) {
  %g = memref.get_global @c : memref<2x3xi32>
  %0 = affine.load %g[1, 5] : memref<2x3xi32>
  %1 = affine.load %g[-1, 0] : memref<2x3xi32>
  return %0, %1 : i32, i32
}

// The nearest symbol table has the name.
module @inner {
  memref.global "private" constant @c : memref<2x3xi32> = dense<[[7, 2, 3], [4, 5, 6]]>
  memref.global "private" @s : memref<4xf32> = dense<1.5>
  func.func @in_inner() -> (i32, f32) {
    %g = memref.get_global @c : memref<2x3xi32>
    %0 = affine.load %g[0, 0] : memref<2x3xi32>
    %s = memref.get_global @s : memref<4xf32>
    %1 = affine.load %s[0] : memref<4xf32>
    return %0, %1 : i32, f32
  }
}

// What is written through another name is not constant.
func.func @written(%x: f32) -> f32 {
  %n = memref.get_global @n : memref<4xf32>
  affine.store %x, %n[1] : memref<4xf32>
  %0 = affine.load %n[1] : memref<4xf32>
  return %0 : f32
}
