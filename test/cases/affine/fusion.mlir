// RUN: rmlir-opt %s --affine-loop-fusion
// RUN: rmlir-opt %s --affine-loop-fusion="mode=sibling maximal"
// RUN: rmlir-opt %s --affine-loop-fusion="mode=producer compute-tolerance=0"

// A producer goes into its consumer, which then needs one element at a time;
// readers of the same memref go together.

func.func @producer(%in: memref<64xf32>, %out: memref<64xf32>) {
  %tmp = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %tmp[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %tmp[-%i + 63] : memref<64xf32>
    affine.store %0, %out[%i] : memref<64xf32>
  }
  return
}

func.func @siblings(%in: memref<64xf32>, %a: memref<64xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    affine.store %0, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %in[%i] : memref<64xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %b[%i] : memref<64xf32>
  }
  return
}

// Another block reads the buffer, so the loop that fills it stays (22 takes it away).
func.func @read_in_another_block() -> i32 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 11 : i32
  %buffer = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %buffer[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %buffer[%i + 11] : memref<16xi32>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %buffer[%i] : memref<16xi32>
  }
  cf.br ^end
^end:
  %r = memref.load %buffer[%c0] : memref<16xi32>
  memref.dealloc %buffer : memref<16xi32>
  return %r : i32
}

func.func @only_read_in_another_block() -> i32 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 11 : i32
  %buffer = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %x, %buffer[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 4 step 2 {
    %0 = affine.load %buffer[%c0 + 11] : memref<16xi32>
  }
  cf.br ^end
^end:
  %r = memref.load %buffer[%c0] : memref<16xi32>
  memref.dealloc %buffer : memref<16xi32>
  return %r : i32
}

// -----

// A loop that starts where the one around it says does not change places with it (22 puts it outside).
func.func @depends_on_outer(%v: f32, %a: memref<8xf32>) {
  affine.for %i = 2 to 6 step 3 {
  }
  affine.for %i = 0 to 6 step 3 {
    affine.for %j = max affine_map<(d0) -> (0, d0 - 1)>(%i) to 7 step 3 {
      affine.store %v, %a[%j] : memref<8xf32>
    }
  }
  return
}
