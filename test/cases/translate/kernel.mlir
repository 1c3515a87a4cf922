// RUN: rmlir-opt --convert-scf-to-cf --convert-cf-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-arith-to-llvm --reconcile-unrealized-casts %s | rmlir-translate --mlir-to-llvmir

func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  scf.for %i = %zero to %four step %one {
    scf.for %j = %zero to %sixteen step %one {
      scf.for %k = %zero to %eight step %one {
        %x = memref.load %a[%i, %k] : memref<4x8xf32>
        %y = memref.load %b[%k, %j] : memref<8x16xf32>
        %z = memref.load %c[%i, %j] : memref<4x16xf32>
        %product = arith.mulf %x, %y : f32
        %sum = arith.addf %z, %product : f32
        memref.store %sum, %c[%i, %j] : memref<4x16xf32>
      }
    }
  }
  func.return
}
