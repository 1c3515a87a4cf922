// The functions of scalar.c, as the C door raises them; pointers are memrefs.

func.func @clamp(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
  %0 = arith.cmpi slt, %arg0, %arg1 : i32
  %1 = arith.minsi %arg0, %arg2 : i32
  %2 = arith.select %0, %arg1, %1 : i32
  return %2 : i32
}

func.func @median(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
  %0 = arith.minsi %arg0, %arg1 : i32
  %1 = arith.cmpi slt, %arg2, %0 : i32
  %2 = arith.maxsi %arg0, %arg1 : i32
  %3 = arith.minsi %arg2, %2 : i32
  %4 = arith.select %1, %0, %3 : i32
  return %4 : i32
}

func.func @mix(%arg0: i32, %arg1: i32) -> i32 {
  %c13_i32 = arith.constant 13 : i32
  %c-2048144789_i32 = arith.constant -2048144789 : i32
  %c-169527936_i32 = arith.constant -169527936 : i32
  %c-1650789353_i32 = arith.constant -1650789353 : i32
  %0 = arith.shrui %arg1, %c13_i32 : i32
  %1 = arith.xori %0, %arg0 : i32
  %2 = arith.muli %1, %c-2048144789_i32 : i32
  %3 = arith.muli %1, %c-169527936_i32 : i32
  %4 = arith.xori %3, %arg1 : i32
  %5 = arith.muli %1, %c-1650789353_i32 : i32
  %6 = arith.addi %4, %5 : i32
  %7 = arith.xori %6, %2 : i32
  return %7 : i32
}

func.func @multiply_add(%arg0: i64, %arg1: i64, %arg2: i64) -> i64 {
  %0 = arith.muli %arg1, %arg0 overflow<nsw> : i64
  %1 = arith.addi %0, %arg2 overflow<nsw> : i64
  return %1 : i64
}

func.func @polynomial(%arg0: f32) -> f32 {
  %cst = arith.constant 5.000000e-01 : f32
  %cst_0 = arith.constant 2.500000e-01 : f32
  %cst_1 = arith.constant 1.250000e-01 : f32
  %cst_2 = arith.constant 2.000000e+00 : f32
  %cst_3 = arith.constant 1.000000e+00 : f32
  %0 = arith.mulf %arg0, %cst : f32
  %1 = arith.addf %0, %cst_0 : f32
  %2 = arith.mulf %arg0, %1 : f32
  %3 = arith.addf %2, %cst_1 : f32
  %4 = arith.mulf %arg0, %3 : f32
  %5 = arith.addf %4, %cst_2 : f32
  %6 = arith.mulf %arg0, %5 : f32
  %7 = arith.addf %6, %cst_3 : f32
  return %7 : f32
}

func.func @interpolate(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
  %0 = arith.subf %arg1, %arg0 : f32
  %1 = arith.mulf %0, %arg2 : f32
  %2 = arith.addf %arg0, %1 : f32
  return %2 : f32
}

func.func @midpoint(%arg0: f64, %arg1: f64) -> f64 {
  %0 = arith.subf %arg1, %arg0 : f64
  %1 = arith.addf %arg0, %0 : f64
  return %1 : f64
}

func.func @is_inside(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32) -> i32 {
  %0 = arith.cmpi sge, %arg0, %arg2 : i32
  %1 = arith.cmpi slt, %arg0, %arg4 : i32
  %2 = arith.andi %0, %1 : i1
  %3 = arith.cmpi sge, %arg1, %arg3 : i32
  %4 = arith.cmpi slt, %arg1, %arg5 : i32
  %5 = arith.andi %3, %4 : i1
  %6 = arith.andi %2, %5 : i1
  %7 = arith.extui %6 : i1 to i32
  return %7 : i32
}

func.func @divide_up(%arg0: i32, %arg1: i32) -> i32 {
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.addi %arg0, %c-1_i32 : i32
  %1 = arith.addi %0, %arg1 : i32
  %2 = arith.divsi %1, %arg1 : i32
  return %2 : i32
}

func.func @greatest_divisor(%arg0: i32, %arg1: i32) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.cmpi eq, %arg1, %c0_i32 : i32
  %1 = scf.if %0 -> (i32) {
    scf.yield %arg0 : i32
  } else {
    %2:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, i32) -> (i32, i32) {
      %3 = arith.remsi %arg2, %arg3 : i32
      %4 = arith.cmpi ne, %3, %c0_i32 : i32
      scf.condition(%4) %arg3, %3 : i32, i32
    } do {
    ^bb0(%arg2: i32, %arg3: i32):
      scf.yield %arg2, %arg3 : i32, i32
    }
    scf.yield %2#0 : i32
  }
  return %1 : i32
}

func.func @ones(%arg0: i32) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.cmpi eq, %arg0, %c0_i32 : i32
  %1 = scf.if %0 -> (i32) {
    scf.yield %c0_i32 : i32
  } else {
    %2:2 = scf.while (%arg1 = %c0_i32, %arg2 = %arg0) : (i32, i32) -> (i32, i32) {
      %3 = arith.addi %arg2, %c-1_i32 : i32
      %4 = arith.andi %3, %arg2 : i32
      %5 = arith.addi %arg1, %c1_i32 overflow<nsw, nuw> : i32
      %6 = arith.cmpi ne, %4, %c0_i32 : i32
      scf.condition(%6) %5, %4 : i32, i32
    } do {
    ^bb0(%arg1: i32, %arg2: i32):
      scf.yield %arg1, %arg2 : i32, i32
    }
    scf.yield %2#0 : i32
  }
  return %1 : i32
}

func.func @steps(%arg0: i32) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c3_i32 = arith.constant 3 : i32
  %0 = arith.cmpi ugt, %arg0, %c1_i32 : i32
  %1 = scf.if %0 -> (i32) {
    %2:2 = scf.while (%arg1 = %c0_i32, %arg2 = %arg0) : (i32, i32) -> (i32, i32) {
      %3 = arith.andi %arg2, %c1_i32 : i32
      %4 = arith.cmpi eq, %3, %c0_i32 : i32
      %5 = arith.muli %arg2, %c3_i32 : i32
      %6 = arith.addi %5, %c1_i32 : i32
      %7 = arith.shrui %arg2, %c1_i32 : i32
      %8 = arith.select %4, %7, %6 : i32
      %9 = arith.addi %arg1, %c1_i32 overflow<nsw, nuw> : i32
      %10 = arith.cmpi ugt, %8, %c1_i32 : i32
      scf.condition(%10) %9, %8 : i32, i32
    } do {
    ^bb0(%arg1: i32, %arg2: i32):
      scf.yield %arg1, %arg2 : i32, i32
    }
    scf.yield %2#0 : i32
  } else {
    scf.yield %c0_i32 : i32
  }
  return %1 : i32
}

func.func @power(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.cmpi eq, %arg1, %c0_i32 : i32
  %1 = scf.if %0 -> (i32) {
    scf.yield %c1_i32 : i32
  } else {
    %2:3 = scf.while (%arg3 = %c1_i32, %arg4 = %arg0, %arg5 = %arg1) : (i32, i32, i32) -> (i32, i32, i32) {
      %3 = arith.andi %arg5, %c1_i32 : i32
      %4 = arith.cmpi eq, %3, %c0_i32 : i32
      %5 = scf.if %4 -> (i32) {
        scf.yield %arg3 : i32
      } else {
        %10 = arith.muli %arg3, %arg4 overflow<nsw> : i32
        %11 = arith.remsi %10, %arg2 : i32
        scf.yield %11 : i32
      }
      %6 = arith.muli %arg4, %arg4 overflow<nsw> : i32
      %7 = arith.remsi %6, %arg2 : i32
      %8 = arith.shrui %arg5, %c1_i32 : i32
      %9 = arith.cmpi ne, %8, %c0_i32 : i32
      scf.condition(%9) %5, %7, %8 : i32, i32, i32
    } do {
    ^bb0(%arg3: i32, %arg4: i32, %arg5: i32):
      scf.yield %arg3, %arg4, %arg5 : i32, i32, i32
    }
    scf.yield %2#0 : i32
  }
  return %1 : i32
}

func.func @fibonacci(%arg0: i32) -> i32 {
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c-2_i32 = arith.constant -2 : i32
  %0 = arith.cmpi slt, %arg0, %c2_i32 : i32
  %1 = scf.if %0 -> (i32) {
    scf.yield %arg0 : i32
  } else {
    %2 = arith.addi %arg0, %c-1_i32 overflow<nsw> : i32
    %3 = func.call @fibonacci(%2) : (i32) -> i32
    %4 = arith.addi %arg0, %c-2_i32 overflow<nsw> : i32
    %5 = func.call @fibonacci(%4) : (i32) -> i32
    %6 = arith.addi %5, %3 overflow<nsw> : i32
    scf.yield %6 : i32
  }
  return %1 : i32
}

func.func @ackermann(%arg0: i32, %arg1: i32) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.cmpi eq, %arg0, %c0_i32 : i32
  %1 = scf.if %0 -> (i32) {
    %2 = arith.addi %arg1, %c1_i32 overflow<nsw> : i32
    scf.yield %2 : i32
  } else {
    %2 = arith.cmpi eq, %arg1, %c0_i32 : i32
    %3 = scf.if %2 -> (i32) {
      %4 = arith.addi %arg0, %c-1_i32 overflow<nsw> : i32
      %5 = func.call @ackermann(%4, %c1_i32) : (i32, i32) -> i32
      scf.yield %5 : i32
    } else {
      %4 = arith.addi %arg0, %c-1_i32 overflow<nsw> : i32
      %5 = arith.addi %arg1, %c-1_i32 overflow<nsw> : i32
      %6 = func.call @ackermann(%arg0, %5) : (i32, i32) -> i32
      %7 = func.call @ackermann(%4, %6) : (i32, i32) -> i32
      scf.yield %7 : i32
    }
    scf.yield %3 : i32
  }
  return %1 : i32
}

func.func @swap_elements(%arg0: memref<?xi32>, %arg1: i32, %arg2: i32) {
  %0 = arith.index_cast %arg1 : i32 to index
  %1 = memref.load %arg0[%0] : memref<?xi32>
  %2 = arith.index_cast %arg2 : i32 to index
  %3 = memref.load %arg0[%2] : memref<?xi32>
  memref.store %3, %arg0[%0] : memref<?xi32>
  memref.store %1, %arg0[%2] : memref<?xi32>
  return
}

func.func @sort_three(%arg0: memref<?xi32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = memref.load %arg0[%c0] : memref<?xi32>
  %1 = memref.load %arg0[%c1] : memref<?xi32>
  %2 = memref.load %arg0[%c2] : memref<?xi32>
  %3 = arith.minsi %0, %1 : i32
  %4 = arith.maxsi %0, %1 : i32
  %5 = arith.minsi %3, %2 : i32
  memref.store %5, %arg0[%c0] : memref<?xi32>
  %6 = arith.maxsi %4, %2 : i32
  memref.store %6, %arg0[%c2] : memref<?xi32>
  %7 = arith.maxsi %3, %2 : i32
  %8 = arith.minsi %7, %4 : i32
  memref.store %8, %arg0[%c1] : memref<?xi32>
  return
}

func.func @dot_three(%arg0: memref<?xf32>, %arg1: memref<?xf32>) -> f32 {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = memref.load %arg0[%c0] : memref<?xf32>
  %1 = memref.load %arg1[%c0] : memref<?xf32>
  %2 = arith.mulf %0, %1 : f32
  %3 = memref.load %arg0[%c1] : memref<?xf32>
  %4 = memref.load %arg1[%c1] : memref<?xf32>
  %5 = arith.mulf %3, %4 : f32
  %6 = arith.addf %2, %5 : f32
  %7 = memref.load %arg0[%c2] : memref<?xf32>
  %8 = memref.load %arg1[%c2] : memref<?xf32>
  %9 = arith.mulf %7, %8 : f32
  %10 = arith.addf %6, %9 : f32
  return %10 : f32
}

func.func @search(%arg0: memref<?xi32>, %arg1: i32, %arg2: i32) -> i32 {
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.cmpi sgt, %arg1, %c0_i32 : i32
  %1 = scf.if %0 -> (i32) {
    %2:2 = scf.while (%arg3 = %c0_i32, %arg4 = %arg1) : (i32, i32) -> (i32, i32) {
      %3 = arith.subi %arg4, %arg3 overflow<nsw> : i32
      %4 = arith.shrui %3, %c1_i32 : i32
      %5 = arith.addi %4, %arg3 overflow<nsw, nuw> : i32
      %6 = arith.index_cast %5 : i32 to index
      %7 = memref.load %arg0[%6] : memref<?xi32>
      %8 = arith.cmpi slt, %7, %arg2 : i32
      %9 = arith.addi %5, %c1_i32 overflow<nsw, nuw> : i32
      %10 = arith.select %8, %arg4, %5 : i32
      %11 = arith.select %8, %9, %arg3 : i32
      %12 = arith.cmpi slt, %11, %10 : i32
      scf.condition(%12) %11, %10 : i32, i32
    } do {
    ^bb0(%arg3: i32, %arg4: i32):
      scf.yield %arg3, %arg4 : i32, i32
    }
    scf.yield %2#0 : i32
  } else {
    scf.yield %c0_i32 : i32
  }
  return %1 : i32
}

func.func @hash(%arg0: memref<?xi32>, %arg1: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %c0_i32 = arith.constant 0 : i32
  %c17_i32 = arith.constant 17 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  %0 = arith.cmpi sgt, %arg1, %c0_i32 : i32
  %1 = arith.index_cast %arg1 : i32 to index
  %2 = arith.addi %arg1, %c-1_i32 : i32
  %3 = arith.minsi %2, %c0_i32 : i32
  %4 = arith.index_cast %3 : i32 to index
  %5 = scf.if %0 -> (i32) {
    %6 = arith.subi %1, %4 : index
    %7 = scf.for %arg2 = %c0 to %6 step %c1 iter_args(%arg3 = %c17_i32) -> (i32) {
      %8 = arith.subi %1, %arg2 : index
      %9 = arith.index_cast %8 : index to i32
      %10 = arith.index_cast %9 : i32 to index
      %11 = arith.muli %arg3, %c31_i32 overflow<nsw> : i32
      %12 = arith.addi %10, %c-1 : index
      %13 = memref.load %arg0[%12] : memref<?xi32>
      %14 = arith.addi %13, %11 overflow<nsw> : i32
      scf.yield %14 : i32
    }
    scf.yield %7 : i32
  } else {
    scf.yield %c17_i32 : i32
  }
  return %5 : i32
}

func.func @sign(%arg0: i32) -> i32 {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.cmpi slt, %arg0, %c0_i32 : i32
  %1 = arith.select %0, %c-1_i32, %c0_i32 : i32
  %2 = arith.cmpi sgt, %arg0, %c0_i32 : i32
  %3 = arith.select %2, %c1_i32, %1 : i32
  return %3 : i32
}

func.func @rotate(%arg0: i32, %arg1: i32) -> i32 {
  %c31_i32 = arith.constant 31 : i32
  %c32_i32 = arith.constant 32 : i32
  %0 = arith.andi %arg1, %c31_i32 : i32
  %1 = arith.shli %arg0, %0 : i32
  %2 = arith.subi %c32_i32, %arg1 : i32
  %3 = arith.andi %2, %c31_i32 : i32
  %4 = arith.shrui %arg0, %3 : i32
  %5 = arith.ori %1, %4 : i32
  return %5 : i32
}

func.func @add_saturated(%arg0: i32, %arg1: i32) -> i32 {
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.addi %arg0, %arg1 : i32
  %1 = arith.cmpi ult, %0, %arg0 : i32
  %2 = arith.select %1, %c-1_i32, %0 : i32
  return %2 : i32
}
