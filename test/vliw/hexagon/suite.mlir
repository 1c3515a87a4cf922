// The loops of suite.c, as the C door raises them, and with affine loops lowered: the count is an index, pointers are memrefs.

func.func @s000(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 1.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xf32>
    %4 = arith.addf %3, %cst : f32
    memref.store %4, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s111(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c1 to %2 step %c2 {
    %3 = arith.addi %arg3, %c-1 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = memref.load %1#1[%arg3] : memref<?xf32>
    %6 = arith.addf %4, %5 : f32
    memref.store %6, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s1112(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 1.000000e+00 : f32
  %c-1_i32 = arith.constant -1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c-1 = arith.constant -1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c0_i32 : i32
  %3 = arith.index_cast %0 : i32 to index
  %4 = arith.addi %0, %c-1_i32 : i32
  %5 = arith.minsi %4, %c0_i32 : i32
  %6 = arith.index_cast %5 : i32 to index
  scf.if %2 {
    %7 = arith.subi %3, %6 : index
    scf.for %arg3 = %c0 to %7 step %c1 {
      %8 = arith.subi %3, %arg3 : index
      %9 = arith.index_cast %8 : index to i32
      %10 = arith.index_cast %9 : i32 to index
      %11 = arith.addi %10, %c-1 : index
      %12 = memref.load %1#1[%11] : memref<?xf32>
      %13 = arith.addf %12, %cst : f32
      memref.store %13, %1#0[%11] : memref<?xf32>
    }
  }
  return
}

func.func @s112(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c-2_i32 = arith.constant -2 : i32
  %c1_i32 = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %c-1_i32 = arith.constant -1 : i32
  %c-3_i32 = arith.constant -3 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  %3 = arith.addi %0, %c-2_i32 overflow<nsw> : i32
  %4 = arith.index_cast %3 : i32 to index
  %5 = arith.addi %0, %c-3_i32 : i32
  %6 = arith.minsi %5, %c-1_i32 : i32
  %7 = arith.index_cast %6 : i32 to index
  scf.if %2 {
    %8 = arith.subi %4, %7 : index
    scf.for %arg3 = %c0 to %8 step %c1 {
      %9 = arith.subi %4, %arg3 : index
      %10 = arith.index_cast %9 : index to i32
      %11 = arith.index_cast %10 : i32 to index
      %12 = memref.load %1#0[%11] : memref<?xf32>
      %13 = memref.load %1#1[%11] : memref<?xf32>
      %14 = arith.addf %12, %13 : f32
      %15 = arith.addi %11, %c1 : index
      memref.store %14, %1#0[%15] : memref<?xf32>
    }
  }
  return
}

func.func @s113(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  %3 = arith.index_cast %0 : i32 to index
  scf.if %2 {
    %4 = memref.load %1#0[%c0] : memref<?xf32>
    scf.for %arg3 = %c1 to %3 step %c1 {
      %5 = memref.load %1#1[%arg3] : memref<?xf32>
      %6 = arith.addf %4, %5 : f32
      memref.store %6, %1#0[%arg3] : memref<?xf32>
    }
  }
  return
}

func.func @s1113(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#0[%c4] : memref<?xf32>
    %4 = memref.load %1#1[%arg3] : memref<?xf32>
    %5 = arith.addf %3, %4 : f32
    memref.store %5, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s116(%arg0: index, %arg1: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  scf.for %arg2 = %c0 to %1 step %c2 {
    %2 = arith.addi %arg2, %c1 : index
    %3 = memref.load %arg1[%2] : memref<?xf32>
    %4 = memref.load %arg1[%arg2] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    memref.store %5, %arg1[%arg2] : memref<?xf32>
    %6 = arith.addi %arg2, %c2 : index
    %7 = memref.load %arg1[%6] : memref<?xf32>
    %8 = arith.mulf %3, %7 : f32
    memref.store %8, %arg1[%2] : memref<?xf32>
  }
  return
}

func.func @s121(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg3 = %c0 to %4 step %c1 {
      %5 = arith.addi %arg3, %c1 : index
      %6 = memref.load %1#0[%5] : memref<?xf32>
      %7 = memref.load %1#1[%arg3] : memref<?xf32>
      %8 = arith.addf %6, %7 : f32
      memref.store %8, %1#0[%arg3] : memref<?xf32>
    }
  }
  return
}

func.func @s122(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c3 {
    %3 = arith.subi %2, %arg3 : index
    %4 = arith.addi %3, %c-1 : index
    %5 = memref.load %1#1[%4] : memref<?xf32>
    %6 = memref.load %1#0[%arg3] : memref<?xf32>
    %7 = arith.addf %5, %6 : f32
    memref.store %7, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s127(%arg0: index, %arg1: memref<?x2xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?x2xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.shrui %0, %c1_i32 : i32
  %3 = arith.cmpi eq, %2, %c0_i32 : i32
  %4 = arith.index_cast %2 : i32 to index
  scf.if %3 {
  } else {
    scf.for %arg6 = %c0 to %4 step %c1 {
      %5 = memref.load %1#1[%arg6] : memref<?xf32>
      %6 = memref.load %1#2[%arg6] : memref<?xf32>
      %7 = memref.load %1#3[%arg6] : memref<?xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      memref.store %9, %1#0[%arg6, %c0] : memref<?x2xf32>
      %10 = memref.load %1#4[%arg6] : memref<?xf32>
      %11 = arith.mulf %7, %10 : f32
      %12 = arith.addf %5, %11 : f32
      memref.store %12, %1#0[%arg6, %c1] : memref<?x2xf32>
    }
  }
  return
}

func.func @s131(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg3 = %c0 to %4 step %c1 {
      %5 = arith.addi %arg3, %c1 : index
      %6 = memref.load %1#0[%5] : memref<?xf32>
      %7 = memref.load %1#1[%arg3] : memref<?xf32>
      %8 = arith.addf %6, %7 : f32
      memref.store %8, %1#0[%arg3] : memref<?xf32>
    }
  }
  return
}

func.func @s1221(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c-4 = arith.constant -4 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c4 to %2 step %c1 {
    %3 = arith.addi %arg3, %c-4 : index
    %4 = memref.load %1#1[%3] : memref<?xf32>
    %5 = memref.load %1#0[%arg3] : memref<?xf32>
    %6 = arith.addf %4, %5 : f32
    memref.store %6, %1#1[%arg3] : memref<?xf32>
  }
  return
}

func.func @s151(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg3 = %c0 to %4 step %c1 {
      %5 = arith.addi %arg3, %c2 : index
      %6 = memref.load %1#0[%5] : memref<?xf32>
      %7 = memref.load %1#1[%arg3] : memref<?xf32>
      %8 = arith.addf %6, %7 : f32
      memref.store %8, %1#0[%arg3] : memref<?xf32>
    }
  }
  return
}

func.func @s162(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: i32) {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = arith.addi %arg5, %c4 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = memref.load %1#1[%arg5] : memref<?xf32>
    %6 = memref.load %1#2[%arg5] : memref<?xf32>
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.addf %4, %7 : f32
    memref.store %8, %1#0[%arg5] : memref<?xf32>
  }
  return
}

func.func @s173(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.shrui %0, %c1_i32 : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = arith.cmpi eq, %2, %c0_i32 : i32
  %5 = arith.minsi %3, %c0 : index
  %6 = arith.cmpi sge, %5, %c0 : index
  scf.if %6 {
    scf.if %4 {
    } else {
      scf.for %arg3 = %c0 to %3 step %c1 {
        %7 = memref.load %1#0[%arg3] : memref<?xf32>
        %8 = memref.load %1#1[%arg3] : memref<?xf32>
        %9 = arith.addf %7, %8 : f32
        %10 = arith.addi %arg3, %3 : index
        memref.store %9, %1#0[%10] : memref<?xf32>
      }
    }
  } else {
    scf.if %4 {
    } else {
      scf.for %arg3 = %c0 to %3 step %c1 {
        %7 = arith.index_cast %arg3 : index to i32
        %8 = arith.index_cast %7 : i32 to index
        %9 = memref.load %1#0[%8] : memref<?xf32>
        %10 = memref.load %1#1[%8] : memref<?xf32>
        %11 = arith.addf %9, %10 : f32
        %12 = arith.addi %8, %3 : index
        memref.store %11, %1#0[%12] : memref<?xf32>
      }
    }
  }
  return
}

func.func @s211(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c2_i32 = arith.constant 2 : i32
  %c1_i32 = arith.constant 1 : i32
  %c-1 = arith.constant -1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c2_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg6 = %c1 to %4 step %c1 {
      %5 = arith.addi %arg6, %c-1 : index
      %6 = memref.load %1#1[%5] : memref<?xf32>
      %7 = memref.load %1#2[%arg6] : memref<?xf32>
      %8 = memref.load %1#3[%arg6] : memref<?xf32>
      %9 = arith.mulf %7, %8 : f32
      %10 = arith.addf %6, %9 : f32
      memref.store %10, %1#0[%arg6] : memref<?xf32>
      %11 = arith.addi %arg6, %c1 : index
      %12 = memref.load %1#1[%11] : memref<?xf32>
      %13 = memref.load %1#4[%arg6] : memref<?xf32>
      %14 = arith.mulf %8, %13 : f32
      %15 = arith.subf %12, %14 : f32
      memref.store %15, %1#1[%arg6] : memref<?xf32>
    }
  }
  return
}

func.func @s212(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg5 = %c0 to %4 step %c1 {
      %5 = memref.load %1#2[%arg5] : memref<?xf32>
      %6 = memref.load %1#0[%arg5] : memref<?xf32>
      %7 = arith.mulf %5, %6 : f32
      memref.store %7, %1#0[%arg5] : memref<?xf32>
      %8 = arith.addi %arg5, %c1 : index
      %9 = memref.load %1#0[%8] : memref<?xf32>
      %10 = memref.load %1#3[%arg5] : memref<?xf32>
      %11 = arith.mulf %9, %10 : f32
      %12 = memref.load %1#1[%arg5] : memref<?xf32>
      %13 = arith.addf %12, %11 : f32
      memref.store %13, %1#1[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s1213(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c2_i32 = arith.constant 2 : i32
  %c1_i32 = arith.constant 1 : i32
  %c-1 = arith.constant -1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c2_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg5 = %c1 to %4 step %c1 {
      %5 = arith.addi %arg5, %c-1 : index
      %6 = memref.load %1#1[%5] : memref<?xf32>
      %7 = memref.load %1#2[%arg5] : memref<?xf32>
      %8 = arith.addf %6, %7 : f32
      memref.store %8, %1#0[%arg5] : memref<?xf32>
      %9 = arith.addi %arg5, %c1 : index
      %10 = memref.load %1#0[%9] : memref<?xf32>
      %11 = memref.load %1#3[%arg5] : memref<?xf32>
      %12 = arith.mulf %10, %11 : f32
      memref.store %12, %1#1[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s221(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c1 to %2 step %c1 {
    %3 = memref.load %1#2[%arg5] : memref<?xf32>
    %4 = memref.load %1#3[%arg5] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    %6 = memref.load %1#0[%arg5] : memref<?xf32>
    %7 = arith.addf %6, %5 : f32
    memref.store %7, %1#0[%arg5] : memref<?xf32>
    %8 = arith.addi %arg5, %c-1 : index
    %9 = memref.load %1#1[%8] : memref<?xf32>
    %10 = arith.addf %7, %9 : f32
    %11 = arith.addf %4, %10 : f32
    memref.store %11, %1#1[%arg5] : memref<?xf32>
  }
  return
}

func.func @s222(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c1 to %2 step %c1 {
    %3 = memref.load %1#1[%arg5] : memref<?xf32>
    %4 = memref.load %1#2[%arg5] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    %6 = memref.load %1#0[%arg5] : memref<?xf32>
    %7 = arith.addf %6, %5 : f32
    memref.store %7, %1#0[%arg5] : memref<?xf32>
    %8 = arith.addi %arg5, %c-1 : index
    %9 = memref.load %1#3[%8] : memref<?xf32>
    %10 = arith.mulf %9, %9 : f32
    memref.store %10, %1#3[%arg5] : memref<?xf32>
    %11 = arith.subf %7, %5 : f32
    memref.store %11, %1#0[%arg5] : memref<?xf32>
  }
  return
}

func.func @s241(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg5 = %c0 to %4 step %c1 {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = memref.load %1#2[%arg5] : memref<?xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = memref.load %1#3[%arg5] : memref<?xf32>
      %9 = arith.mulf %7, %8 : f32
      memref.store %9, %1#0[%arg5] : memref<?xf32>
      %10 = arith.addi %arg5, %c1 : index
      %11 = memref.load %1#0[%10] : memref<?xf32>
      %12 = arith.mulf %9, %11 : f32
      %13 = arith.mulf %8, %12 : f32
      memref.store %13, %1#1[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s242(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: f32, %arg6: f32) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg7 = %c1 to %2 step %c1 {
    %3 = arith.addi %arg7, %c-1 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = arith.addf %arg5, %4 : f32
    %6 = arith.addf %arg6, %5 : f32
    %7 = memref.load %1#1[%arg7] : memref<?xf32>
    %8 = arith.addf %7, %6 : f32
    %9 = memref.load %1#2[%arg7] : memref<?xf32>
    %10 = arith.addf %9, %8 : f32
    %11 = memref.load %1#3[%arg7] : memref<?xf32>
    %12 = arith.addf %11, %10 : f32
    memref.store %12, %1#0[%arg7] : memref<?xf32>
  }
  return
}

func.func @s243(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg6 = %c0 to %4 step %c1 {
      %5 = memref.load %1#1[%arg6] : memref<?xf32>
      %6 = memref.load %1#2[%arg6] : memref<?xf32>
      %7 = memref.load %1#3[%arg6] : memref<?xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      memref.store %9, %1#0[%arg6] : memref<?xf32>
      %10 = memref.load %1#4[%arg6] : memref<?xf32>
      %11 = arith.mulf %7, %10 : f32
      %12 = arith.addf %9, %11 : f32
      memref.store %12, %1#1[%arg6] : memref<?xf32>
      %13 = arith.addi %arg6, %c1 : index
      %14 = memref.load %1#0[%13] : memref<?xf32>
      %15 = arith.mulf %7, %14 : f32
      %16 = arith.addf %12, %15 : f32
      memref.store %16, %1#0[%arg6] : memref<?xf32>
    }
  }
  return
}

func.func @s244(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg5 = %c0 to %4 step %c1 {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = memref.load %1#2[%arg5] : memref<?xf32>
      %7 = memref.load %1#3[%arg5] : memref<?xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      memref.store %9, %1#0[%arg5] : memref<?xf32>
      %10 = arith.addf %5, %6 : f32
      memref.store %10, %1#1[%arg5] : memref<?xf32>
      %11 = arith.addi %arg5, %c1 : index
      %12 = memref.load %1#0[%11] : memref<?xf32>
      %13 = arith.mulf %7, %12 : f32
      %14 = arith.addf %10, %13 : f32
      memref.store %14, %1#0[%11] : memref<?xf32>
    }
  }
  return
}

func.func @s1244(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg5 = %c0 to %4 step %c1 {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = memref.load %1#2[%arg5] : memref<?xf32>
      %7 = arith.mulf %6, %6 : f32
      %8 = arith.addf %5, %7 : f32
      %9 = arith.mulf %5, %5 : f32
      %10 = arith.addf %9, %8 : f32
      %11 = arith.addf %6, %10 : f32
      memref.store %11, %1#0[%arg5] : memref<?xf32>
      %12 = arith.addi %arg5, %c1 : index
      %13 = memref.load %1#0[%12] : memref<?xf32>
      %14 = arith.addf %13, %11 : f32
      memref.store %14, %1#3[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s251(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg5] : memref<?xf32>
    %4 = memref.load %1#2[%arg5] : memref<?xf32>
    %5 = memref.load %1#3[%arg5] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %3, %6 : f32
    %8 = arith.mulf %7, %7 : f32
    memref.store %8, %1#0[%arg5] : memref<?xf32>
  }
  return
}

func.func @s1251(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg6] : memref<?xf32>
    %4 = memref.load %1#2[%arg6] : memref<?xf32>
    %5 = arith.addf %3, %4 : f32
    %6 = memref.load %1#0[%arg6] : memref<?xf32>
    %7 = memref.load %1#3[%arg6] : memref<?xf32>
    %8 = arith.addf %6, %7 : f32
    memref.store %8, %1#1[%arg6] : memref<?xf32>
    %9 = memref.load %1#4[%arg6] : memref<?xf32>
    %10 = arith.mulf %5, %9 : f32
    memref.store %10, %1#0[%arg6] : memref<?xf32>
  }
  return
}

func.func @s252(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg4 = %c0 to %2 step %c1 iter_args(%arg5 = %cst) -> (f32) {
    %4 = memref.load %1#1[%arg4] : memref<?xf32>
    %5 = memref.load %1#2[%arg4] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %arg5, %6 : f32
    memref.store %7, %1#0[%arg4] : memref<?xf32>
    scf.yield %6 : f32
  }
  return
}

func.func @s253(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#0[%arg5] : memref<?xf32>
    %4 = memref.load %1#1[%arg5] : memref<?xf32>
    %5 = arith.cmpf ogt, %3, %4 : f32
    scf.if %5 {
      %6 = memref.load %1#3[%arg5] : memref<?xf32>
      %7 = arith.mulf %4, %6 : f32
      %8 = arith.subf %3, %7 : f32
      %9 = memref.load %1#2[%arg5] : memref<?xf32>
      %10 = arith.addf %9, %8 : f32
      memref.store %10, %1#2[%arg5] : memref<?xf32>
      memref.store %8, %1#0[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s261(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c1 to %2 step %c1 {
    %3 = memref.load %1#0[%arg5] : memref<?xf32>
    %4 = memref.load %1#1[%arg5] : memref<?xf32>
    %5 = arith.addf %3, %4 : f32
    %6 = arith.addi %arg5, %c-1 : index
    %7 = memref.load %1#2[%6] : memref<?xf32>
    %8 = arith.addf %5, %7 : f32
    memref.store %8, %1#0[%arg5] : memref<?xf32>
    %9 = memref.load %1#2[%arg5] : memref<?xf32>
    %10 = memref.load %1#3[%arg5] : memref<?xf32>
    %11 = arith.mulf %9, %10 : f32
    memref.store %11, %1#2[%arg5] : memref<?xf32>
  }
  return
}

func.func @s271(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg4] : memref<?xf32>
    %4 = arith.cmpf ogt, %3, %cst : f32
    scf.if %4 {
      %5 = memref.load %1#2[%arg4] : memref<?xf32>
      %6 = arith.mulf %3, %5 : f32
      %7 = memref.load %1#0[%arg4] : memref<?xf32>
      %8 = arith.addf %7, %6 : f32
      memref.store %8, %1#0[%arg4] : memref<?xf32>
    }
  }
  return
}

func.func @s272(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>, %arg6: f32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg7 = %c0 to %2 step %c1 {
    %3 = memref.load %1#4[%arg7] : memref<?xf32>
    %4 = arith.cmpf ult, %3, %arg6 : f32
    scf.if %4 {
    } else {
      %5 = memref.load %1#2[%arg7] : memref<?xf32>
      %6 = memref.load %1#3[%arg7] : memref<?xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = memref.load %1#0[%arg7] : memref<?xf32>
      %9 = arith.addf %8, %7 : f32
      memref.store %9, %1#0[%arg7] : memref<?xf32>
      %10 = arith.mulf %5, %5 : f32
      %11 = memref.load %1#1[%arg7] : memref<?xf32>
      %12 = arith.addf %10, %11 : f32
      memref.store %12, %1#1[%arg7] : memref<?xf32>
    }
  }
  return
}

func.func @s273(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = memref.load %1#3[%arg6] : memref<?xf32>
    %4 = memref.load %1#4[%arg6] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    %6 = memref.load %1#0[%arg6] : memref<?xf32>
    %7 = arith.addf %6, %5 : f32
    memref.store %7, %1#0[%arg6] : memref<?xf32>
    %8 = arith.cmpf olt, %7, %cst : f32
    scf.if %8 {
      %12 = memref.load %1#1[%arg6] : memref<?xf32>
      %13 = arith.addf %5, %12 : f32
      memref.store %13, %1#1[%arg6] : memref<?xf32>
    }
    %9 = arith.mulf %3, %7 : f32
    %10 = memref.load %1#2[%arg6] : memref<?xf32>
    %11 = arith.addf %9, %10 : f32
    memref.store %11, %1#2[%arg6] : memref<?xf32>
  }
  return
}

func.func @s274(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = memref.load %1#2[%arg6] : memref<?xf32>
    %4 = memref.load %1#4[%arg6] : memref<?xf32>
    %5 = memref.load %1#3[%arg6] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %3, %6 : f32
    memref.store %7, %1#0[%arg6] : memref<?xf32>
    %8 = arith.cmpf ogt, %7, %cst : f32
    scf.if %8 {
      %9 = memref.load %1#1[%arg6] : memref<?xf32>
      %10 = arith.addf %7, %9 : f32
      memref.store %10, %1#1[%arg6] : memref<?xf32>
    } else {
      memref.store %6, %1#0[%arg6] : memref<?xf32>
    }
  }
  return
}

func.func @s276(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = arith.index_cast %arg6 : index to i32
    %4 = arith.addi %3, %c1_i32 overflow<nsw, nuw> : i32
    %5 = arith.cmpi slt, %4, %arg5 : i32
    scf.if %5 {
      %6 = memref.load %1#1[%arg6] : memref<?xf32>
      %7 = memref.load %1#2[%arg6] : memref<?xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = memref.load %1#0[%arg6] : memref<?xf32>
      %10 = arith.addf %9, %8 : f32
      memref.store %10, %1#0[%arg6] : memref<?xf32>
    } else {
      %6 = memref.load %1#1[%arg6] : memref<?xf32>
      %7 = memref.load %1#3[%arg6] : memref<?xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = memref.load %1#0[%arg6] : memref<?xf32>
      %10 = arith.addf %9, %8 : f32
      memref.store %10, %1#0[%arg6] : memref<?xf32>
    }
  }
  return
}

func.func @s278(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = memref.load %1#0[%arg6] : memref<?xf32>
    %4 = arith.cmpf ogt, %3, %cst : f32
    scf.if %4 {
      %10 = memref.load %1#2[%arg6] : memref<?xf32>
      %11 = memref.load %1#3[%arg6] : memref<?xf32>
      %12 = memref.load %1#4[%arg6] : memref<?xf32>
      %13 = arith.mulf %11, %12 : f32
      %14 = arith.subf %13, %10 : f32
      memref.store %14, %1#2[%arg6] : memref<?xf32>
    } else {
      %10 = memref.load %1#1[%arg6] : memref<?xf32>
      %11 = memref.load %1#3[%arg6] : memref<?xf32>
      %12 = memref.load %1#4[%arg6] : memref<?xf32>
      %13 = arith.mulf %11, %12 : f32
      %14 = arith.subf %13, %10 : f32
      memref.store %14, %1#1[%arg6] : memref<?xf32>
    }
    %5 = memref.load %1#1[%arg6] : memref<?xf32>
    %6 = memref.load %1#2[%arg6] : memref<?xf32>
    %7 = memref.load %1#3[%arg6] : memref<?xf32>
    %8 = arith.mulf %6, %7 : f32
    %9 = arith.addf %5, %8 : f32
    memref.store %9, %1#0[%arg6] : memref<?xf32>
  }
  return
}

func.func @s281(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant -1.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = arith.subi %2, %arg4 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = memref.load %1#1[%arg4] : memref<?xf32>
    %6 = memref.load %1#2[%arg4] : memref<?xf32>
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.addf %4, %7 : f32
    %9 = arith.addf %8, %cst : f32
    memref.store %9, %1#0[%arg4] : memref<?xf32>
    memref.store %8, %1#1[%arg4] : memref<?xf32>
  }
  return
}

func.func @s291(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 5.000000e-01 : f32
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = arith.addi %0, %c-1_i32 overflow<nsw> : i32
  %4 = scf.for %arg3 = %c0 to %2 step %c1 iter_args(%arg4 = %3) -> (i32) {
    %5 = arith.index_cast %arg4 : i32 to index
    %6 = arith.index_cast %arg3 : index to i32
    %7 = memref.load %1#1[%arg3] : memref<?xf32>
    %8 = memref.load %1#1[%5] : memref<?xf32>
    %9 = arith.addf %7, %8 : f32
    %10 = arith.mulf %9, %cst : f32
    memref.store %10, %1#0[%arg3] : memref<?xf32>
    scf.yield %6 : i32
  }
  return
}

func.func @s293(%arg0: index, %arg1: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  scf.for %arg2 = %c0 to %1 step %c1 {
    %2 = memref.load %arg1[%c0] : memref<?xf32>
    memref.store %2, %arg1[%arg2] : memref<?xf32>
  }
  return
}

func.func @s311(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %cst) -> (f32) {
    %3 = memref.load %arg1[%arg2] : memref<?xf32>
    %4 = arith.addf %arg3, %3 : f32
    scf.yield %4 : f32
  }
  return %2 : f32
}

func.func @s312(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 1.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %cst) -> (f32) {
    %3 = memref.load %arg1[%arg2] : memref<?xf32>
    %4 = arith.mulf %arg3, %3 : f32
    scf.yield %4 : f32
  }
  return %2 : f32
}

func.func @s313(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg3 = %c0 to %2 step %c1 iter_args(%arg4 = %cst) -> (f32) {
    %4 = memref.load %1#0[%arg3] : memref<?xf32>
    %5 = memref.load %1#1[%arg3] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %arg4, %6 : f32
    scf.yield %7 : f32
  }
  return %3 : f32
}

func.func @s314(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = memref.load %arg1[%c0] : memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg2 = %c0 to %2 step %c1 iter_args(%arg3 = %1) -> (f32) {
    %4 = memref.load %arg1[%arg2] : memref<?xf32>
    %5 = arith.cmpf ogt, %4, %arg3 : f32
    %6 = arith.select %5, %4, %arg3 : f32
    scf.yield %6 : f32
  }
  return %3 : f32
}

func.func @s315(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = memref.load %arg1[%c0] : memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c0_i32 : i32
  %3 = arith.index_cast %0 : i32 to index
  %4:2 = scf.if %2 -> (f32, f32) {
    %6:2 = scf.for %arg2 = %c0 to %3 step %c1 iter_args(%arg3 = %c0_i32, %arg4 = %1) -> (i32, f32) {
      %8 = arith.index_cast %arg2 : index to i32
      %9 = memref.load %arg1[%arg2] : memref<?xf32>
      %10 = arith.cmpf ogt, %9, %arg4 : f32
      %11 = arith.select %10, %9, %arg4 : f32
      %12 = arith.select %10, %8, %arg3 : i32
      scf.yield %12, %11 : i32, f32
    }
    %7 = arith.sitofp %6#0 : i32 to f32
    scf.yield %6#1, %7 : f32, f32
  } else {
    scf.yield %1, %cst : f32, f32
  }
  %5 = arith.addf %4#0, %4#1 : f32
  return %5 : f32
}

func.func @s316(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = memref.load %arg1[%c0] : memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg2 = %c1 to %2 step %c1 iter_args(%arg3 = %1) -> (f32) {
    %4 = memref.load %arg1[%arg2] : memref<?xf32>
    %5 = arith.cmpf olt, %4, %arg3 : f32
    %6 = arith.select %5, %4, %arg3 : f32
    scf.yield %6 : f32
  }
  return %3 : f32
}

func.func @s317(%arg0: index, %arg1: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 9.900000e-01 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %arg1) -> (f32) {
    %3 = arith.mulf %arg3, %cst : f32
    scf.yield %3 : f32
  }
  return %2 : f32
}

func.func @s319(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg6 = %c0 to %2 step %c1 iter_args(%arg7 = %cst) -> (f32) {
    %4 = memref.load %1#2[%arg6] : memref<?xf32>
    %5 = memref.load %1#3[%arg6] : memref<?xf32>
    %6 = arith.addf %4, %5 : f32
    memref.store %6, %1#0[%arg6] : memref<?xf32>
    %7 = arith.addf %arg7, %6 : f32
    %8 = memref.load %1#4[%arg6] : memref<?xf32>
    %9 = arith.addf %4, %8 : f32
    memref.store %9, %1#1[%arg6] : memref<?xf32>
    %10 = arith.addf %7, %9 : f32
    scf.yield %10 : f32
  }
  return %3 : f32
}

func.func @s3111(%arg0: index, %arg1: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %cst) -> (f32) {
    %3 = memref.load %arg1[%arg2] : memref<?xf32>
    %4 = arith.cmpf ogt, %3, %cst : f32
    %5 = arith.addf %arg3, %3 : f32
    %6 = arith.select %4, %5, %arg3 : f32
    scf.yield %6 : f32
  }
  return %2 : f32
}

func.func @s3112(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg3 = %c0 to %2 step %c1 iter_args(%arg4 = %cst) -> (f32) {
    %4 = memref.load %1#0[%arg3] : memref<?xf32>
    %5 = arith.addf %arg4, %4 : f32
    memref.store %5, %1#1[%arg3] : memref<?xf32>
    scf.yield %5 : f32
  }
  return %3 : f32
}

func.func @s321(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c1 to %2 step %c1 {
    %3 = arith.addi %arg3, %c-1 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = memref.load %1#1[%arg3] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = memref.load %1#0[%arg3] : memref<?xf32>
    %8 = arith.addf %7, %6 : f32
    memref.store %8, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s322(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c-2 = arith.constant -2 : index
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c2 to %2 step %c1 {
    %3 = memref.load %1#0[%arg4] : memref<?xf32>
    %4 = arith.addi %arg4, %c-1 : index
    %5 = memref.load %1#0[%4] : memref<?xf32>
    %6 = memref.load %1#1[%arg4] : memref<?xf32>
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.addf %3, %7 : f32
    %9 = arith.addi %arg4, %c-2 : index
    %10 = memref.load %1#0[%9] : memref<?xf32>
    %11 = memref.load %1#2[%arg4] : memref<?xf32>
    %12 = arith.mulf %10, %11 : f32
    %13 = arith.addf %8, %12 : f32
    memref.store %13, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @s323(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c1 to %2 step %c1 {
    %3 = arith.addi %arg6, %c-1 : index
    %4 = memref.load %1#1[%3] : memref<?xf32>
    %5 = memref.load %1#2[%arg6] : memref<?xf32>
    %6 = memref.load %1#3[%arg6] : memref<?xf32>
    %7 = arith.mulf %5, %6 : f32
    %8 = arith.addf %4, %7 : f32
    memref.store %8, %1#0[%arg6] : memref<?xf32>
    %9 = memref.load %1#4[%arg6] : memref<?xf32>
    %10 = arith.mulf %5, %9 : f32
    %11 = arith.addf %8, %10 : f32
    memref.store %11, %1#1[%arg6] : memref<?xf32>
  }
  return
}

func.func @s331(%arg0: index, %arg1: memref<?xf32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %c-1_i32 = arith.constant -1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %c-1_i32) -> (i32) {
    %3 = arith.index_cast %arg2 : index to i32
    %4 = memref.load %arg1[%arg2] : memref<?xf32>
    %5 = arith.cmpf olt, %4, %cst : f32
    %6 = arith.select %5, %3, %arg3 : i32
    scf.yield %6 : i32
  }
  return %2 : i32
}

func.func @s351(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: f32) {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c0 = arith.constant 0 : index
  %c4_i32 = arith.constant 4 : i32
  %c-4_i32 = arith.constant -4 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.addi %0, %c-4_i32 overflow<nsw> : i32
  %3 = arith.cmpi sgt, %0, %c4_i32 : i32
  %4 = arith.maxsi %2, %c1_i32 : i32
  %5 = arith.index_cast %4 : i32 to index
  scf.if %3 {
    scf.for %arg4 = %c0 to %5 step %c5 {
      %6 = memref.load %1#1[%arg4] : memref<?xf32>
      %7 = arith.mulf %arg3, %6 : f32
      %8 = memref.load %1#0[%arg4] : memref<?xf32>
      %9 = arith.addf %8, %7 : f32
      memref.store %9, %1#0[%arg4] : memref<?xf32>
      %10 = arith.addi %arg4, %c1 : index
      %11 = memref.load %1#1[%10] : memref<?xf32>
      %12 = arith.mulf %arg3, %11 : f32
      %13 = memref.load %1#0[%10] : memref<?xf32>
      %14 = arith.addf %13, %12 : f32
      memref.store %14, %1#0[%10] : memref<?xf32>
      %15 = arith.addi %arg4, %c2 : index
      %16 = memref.load %1#1[%15] : memref<?xf32>
      %17 = arith.mulf %arg3, %16 : f32
      %18 = memref.load %1#0[%15] : memref<?xf32>
      %19 = arith.addf %18, %17 : f32
      memref.store %19, %1#0[%15] : memref<?xf32>
      %20 = arith.addi %arg4, %c3 : index
      %21 = memref.load %1#1[%20] : memref<?xf32>
      %22 = arith.mulf %arg3, %21 : f32
      %23 = memref.load %1#0[%20] : memref<?xf32>
      %24 = arith.addf %23, %22 : f32
      memref.store %24, %1#0[%20] : memref<?xf32>
      %25 = arith.addi %arg4, %c4 : index
      %26 = memref.load %1#1[%25] : memref<?xf32>
      %27 = arith.mulf %arg3, %26 : f32
      %28 = memref.load %1#0[%25] : memref<?xf32>
      %29 = arith.addf %28, %27 : f32
      memref.store %29, %1#0[%25] : memref<?xf32>
    }
  }
  return
}

func.func @s352(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %c4_i32 = arith.constant 4 : i32
  %c-4_i32 = arith.constant -4 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.addi %0, %c-4_i32 overflow<nsw> : i32
  %3 = arith.cmpi sgt, %0, %c4_i32 : i32
  %4 = arith.maxsi %2, %c1_i32 : i32
  %5 = arith.index_cast %4 : i32 to index
  %6 = scf.if %3 -> (f32) {
    %7 = scf.for %arg3 = %c0 to %5 step %c5 iter_args(%arg4 = %cst) -> (f32) {
      %8 = memref.load %1#0[%arg3] : memref<?xf32>
      %9 = memref.load %1#1[%arg3] : memref<?xf32>
      %10 = arith.mulf %8, %9 : f32
      %11 = arith.addf %arg4, %10 : f32
      %12 = arith.addi %arg3, %c1 : index
      %13 = memref.load %1#0[%12] : memref<?xf32>
      %14 = memref.load %1#1[%12] : memref<?xf32>
      %15 = arith.mulf %13, %14 : f32
      %16 = arith.addf %11, %15 : f32
      %17 = arith.addi %arg3, %c2 : index
      %18 = memref.load %1#0[%17] : memref<?xf32>
      %19 = memref.load %1#1[%17] : memref<?xf32>
      %20 = arith.mulf %18, %19 : f32
      %21 = arith.addf %16, %20 : f32
      %22 = arith.addi %arg3, %c3 : index
      %23 = memref.load %1#0[%22] : memref<?xf32>
      %24 = memref.load %1#1[%22] : memref<?xf32>
      %25 = arith.mulf %23, %24 : f32
      %26 = arith.addf %21, %25 : f32
      %27 = arith.addi %arg3, %c4 : index
      %28 = memref.load %1#0[%27] : memref<?xf32>
      %29 = memref.load %1#1[%27] : memref<?xf32>
      %30 = arith.mulf %28, %29 : f32
      %31 = arith.addf %26, %30 : f32
      scf.yield %31 : f32
    }
    scf.yield %7 : f32
  } else {
    scf.yield %cst : f32
  }
  return %6 : f32
}

func.func @s421(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.cmpi sgt, %0, %c1_i32 : i32
  scf.if %2 {
    %3 = arith.subi %0, %c1_i32 : i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %arg4 = %c0 to %4 step %c1 {
      %5 = arith.addi %arg4, %c1 : index
      %6 = memref.load %1#0[%5] : memref<?xf32>
      %7 = memref.load %1#2[%arg4] : memref<?xf32>
      %8 = arith.addf %6, %7 : f32
      memref.store %8, %1#1[%arg4] : memref<?xf32>
    }
  }
  return
}

func.func @s431(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = arith.addi %arg3, %c2 : index
    %4 = memref.load %1#0[%3] : memref<?xf32>
    %5 = memref.load %1#1[%arg3] : memref<?xf32>
    %6 = arith.addf %4, %5 : f32
    memref.store %6, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @s441(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#3[%arg5] : memref<?xf32>
    %4 = arith.cmpf olt, %3, %cst : f32
    scf.if %4 {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = memref.load %1#2[%arg5] : memref<?xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = memref.load %1#0[%arg5] : memref<?xf32>
      %9 = arith.addf %8, %7 : f32
      memref.store %9, %1#0[%arg5] : memref<?xf32>
    } else {
      %5 = arith.cmpf oeq, %3, %cst : f32
      scf.if %5 {
        %6 = memref.load %1#1[%arg5] : memref<?xf32>
        %7 = arith.mulf %6, %6 : f32
        %8 = memref.load %1#0[%arg5] : memref<?xf32>
        %9 = arith.addf %8, %7 : f32
        memref.store %9, %1#0[%arg5] : memref<?xf32>
      } else {
        %6 = memref.load %1#2[%arg5] : memref<?xf32>
        %7 = arith.mulf %6, %6 : f32
        %8 = memref.load %1#0[%arg5] : memref<?xf32>
        %9 = arith.addf %8, %7 : f32
        memref.store %9, %1#0[%arg5] : memref<?xf32>
      }
    }
  }
  return
}

func.func @s443(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#3[%arg5] : memref<?xf32>
    %4 = arith.cmpf ugt, %3, %cst : f32
    scf.if %4 {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = arith.mulf %5, %5 : f32
      %7 = memref.load %1#0[%arg5] : memref<?xf32>
      %8 = arith.addf %7, %6 : f32
      memref.store %8, %1#0[%arg5] : memref<?xf32>
    } else {
      %5 = memref.load %1#1[%arg5] : memref<?xf32>
      %6 = memref.load %1#2[%arg5] : memref<?xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = memref.load %1#0[%arg5] : memref<?xf32>
      %9 = arith.addf %8, %7 : f32
      memref.store %9, %1#0[%arg5] : memref<?xf32>
    }
  }
  return
}

func.func @s452(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = arith.index_cast %arg4 : index to i32
    %4 = memref.load %1#1[%arg4] : memref<?xf32>
    %5 = memref.load %1#2[%arg4] : memref<?xf32>
    %6 = arith.addi %3, %c1_i32 overflow<nsw, nuw> : i32
    %7 = arith.sitofp %6 : i32 to f32
    %8 = arith.mulf %5, %7 : f32
    %9 = arith.addf %4, %8 : f32
    memref.store %9, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @s453(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 2.000000e+00 : f32
  %cst_0 = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg3 = %c0 to %2 step %c1 iter_args(%arg4 = %cst_0) -> (f32) {
    %4 = arith.addf %arg4, %cst : f32
    %5 = memref.load %1#1[%arg3] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    memref.store %6, %1#0[%arg3] : memref<?xf32>
    scf.yield %4 : f32
  }
  return
}

func.func @s4112(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xi32>, %arg4: f32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#2[%arg5] : memref<?xi32>
    %4 = arith.andi %3, %c7_i32 : i32
    %5 = arith.index_cast %4 : i32 to index
    %6 = memref.load %1#1[%5] : memref<?xf32>
    %7 = arith.mulf %arg4, %6 : f32
    %8 = memref.load %1#0[%arg5] : memref<?xf32>
    %9 = arith.addf %8, %7 : f32
    memref.store %9, %1#0[%arg5] : memref<?xf32>
  }
  return
}

func.func @s4113(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = memref.load %1#3[%arg5] : memref<?xi32>
    %4 = arith.andi %3, %c7_i32 : i32
    %5 = arith.index_cast %4 : i32 to index
    %6 = memref.load %1#1[%5] : memref<?xf32>
    %7 = memref.load %1#2[%arg5] : memref<?xf32>
    %8 = arith.addf %6, %7 : f32
    memref.store %8, %1#0[%5] : memref<?xf32>
  }
  return
}

func.func @s4115(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xi32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg4 = %c0 to %2 step %c1 iter_args(%arg5 = %cst) -> (f32) {
    %4 = memref.load %1#0[%arg4] : memref<?xf32>
    %5 = memref.load %1#2[%arg4] : memref<?xi32>
    %6 = arith.andi %5, %c7_i32 : i32
    %7 = arith.index_cast %6 : i32 to index
    %8 = memref.load %1#1[%7] : memref<?xf32>
    %9 = arith.mulf %4, %8 : f32
    %10 = arith.addf %arg5, %9 : f32
    scf.yield %10 : f32
  }
  return %3 : f32
}

func.func @s4117(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:4 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg5 = %c0 to %2 step %c1 {
    %3 = arith.index_cast %arg5 : index to i32
    %4 = memref.load %1#1[%arg5] : memref<?xf32>
    %5 = arith.shrui %3, %c1_i32 : i32
    %6 = arith.index_cast %5 : i32 to index
    %7 = memref.load %1#2[%6] : memref<?xf32>
    %8 = memref.load %1#3[%arg5] : memref<?xf32>
    %9 = arith.mulf %7, %8 : f32
    %10 = arith.addf %4, %9 : f32
    memref.store %10, %1#0[%arg5] : memref<?xf32>
  }
  return
}

func.func @s491(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:5 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg6 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg6] : memref<?xf32>
    %4 = memref.load %1#2[%arg6] : memref<?xf32>
    %5 = memref.load %1#3[%arg6] : memref<?xf32>
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.addf %3, %6 : f32
    %8 = memref.load %1#4[%arg6] : memref<?xi32>
    %9 = arith.andi %8, %c7_i32 : i32
    %10 = arith.index_cast %9 : i32 to index
    memref.store %7, %1#0[%10] : memref<?xf32>
  }
  return
}

func.func @va(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xf32>
    memref.store %3, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @vif(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xf32>
    %4 = arith.cmpf ogt, %3, %cst : f32
    scf.if %4 {
      memref.store %3, %1#0[%arg3] : memref<?xf32>
    }
  }
  return
}

func.func @vpv(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xf32>
    %4 = memref.load %1#0[%arg3] : memref<?xf32>
    %5 = arith.addf %3, %4 : f32
    memref.store %5, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @vtv(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xf32>
    %4 = memref.load %1#0[%arg3] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    memref.store %5, %1#0[%arg3] : memref<?xf32>
  }
  return
}

func.func @vpvtv(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg4] : memref<?xf32>
    %4 = memref.load %1#2[%arg4] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    %6 = memref.load %1#0[%arg4] : memref<?xf32>
    %7 = arith.addf %6, %5 : f32
    memref.store %7, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @vpvts(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: f32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg4] : memref<?xf32>
    %4 = arith.mulf %arg3, %3 : f32
    %5 = memref.load %1#0[%arg4] : memref<?xf32>
    %6 = arith.addf %5, %4 : f32
    memref.store %6, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @vpvpv(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg4] : memref<?xf32>
    %4 = memref.load %1#2[%arg4] : memref<?xf32>
    %5 = arith.addf %3, %4 : f32
    %6 = memref.load %1#0[%arg4] : memref<?xf32>
    %7 = arith.addf %6, %5 : f32
    memref.store %7, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @vtvtv(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#0[%arg4] : memref<?xf32>
    %4 = memref.load %1#1[%arg4] : memref<?xf32>
    %5 = arith.mulf %3, %4 : f32
    %6 = memref.load %1#2[%arg4] : memref<?xf32>
    %7 = arith.mulf %5, %6 : f32
    memref.store %7, %1#0[%arg4] : memref<?xf32>
  }
  return
}

func.func @vbor(%arg0: index, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?xf32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>, %arg6: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:6 = memref.distinct_objects %arg1, %arg2, %arg3, %arg4, %arg5, %arg6 : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg7 = %c0 to %2 step %c1 {
    %3 = memref.load %1#0[%arg7] : memref<?xf32>
    %4 = memref.load %1#1[%arg7] : memref<?xf32>
    %5 = memref.load %1#2[%arg7] : memref<?xf32>
    %6 = memref.load %1#3[%arg7] : memref<?xf32>
    %7 = memref.load %1#4[%arg7] : memref<?xf32>
    %8 = arith.mulf %3, %4 : f32
    %9 = arith.mulf %3, %5 : f32
    %10 = arith.addf %8, %9 : f32
    %11 = arith.mulf %3, %6 : f32
    %12 = arith.addf %10, %11 : f32
    %13 = arith.mulf %3, %7 : f32
    %14 = arith.addf %12, %13 : f32
    %15 = arith.mulf %4, %5 : f32
    %16 = arith.mulf %4, %6 : f32
    %17 = arith.addf %15, %16 : f32
    %18 = arith.mulf %4, %7 : f32
    %19 = arith.addf %17, %18 : f32
    %20 = arith.mulf %5, %6 : f32
    %21 = arith.addf %20, %19 : f32
    %22 = arith.mulf %14, %21 : f32
    memref.store %22, %1#5[%arg7] : memref<?xf32>
  }
  return
}

func.func @isum(%arg0: index, %arg1: memref<?xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg2 = %c0 to %1 step %c1 iter_args(%arg3 = %c0_i32) -> (i32) {
    %3 = memref.load %arg1[%arg2] : memref<?xi32>
    %4 = arith.addi %3, %arg3 overflow<nsw> : i32
    scf.yield %4 : i32
  }
  return %2 : i32
}

func.func @icount(%arg0: index, %arg1: memref<?xi32>, %arg2: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = scf.for %arg3 = %c0 to %1 step %c1 iter_args(%arg4 = %c0_i32) -> (i32) {
    %3 = memref.load %arg1[%arg3] : memref<?xi32>
    %4 = arith.cmpi slt, %3, %arg2 : i32
    %5 = arith.extui %4 : i1 to i32
    %6 = arith.addi %arg4, %5 overflow<nsw, nuw> : i32
    scf.yield %6 : i32
  }
  return %2 : i32
}

func.func @imasked(%arg0: index, %arg1: memref<?xi32>, %arg2: memref<?xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xi32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  %3 = scf.for %arg3 = %c0 to %2 step %c1 iter_args(%arg4 = %c0_i32) -> (i32) {
    %4 = memref.load %1#0[%arg3] : memref<?xi32>
    %5 = arith.andi %4, %c1_i32 : i32
    %6 = arith.cmpi eq, %5, %c0_i32 : i32
    %7 = scf.if %6 -> (i32) {
      scf.yield %arg4 : i32
    } else {
      %8 = memref.load %1#1[%arg3] : memref<?xi32>
      %9 = arith.addi %8, %arg4 overflow<nsw> : i32
      scf.yield %9 : i32
    }
    scf.yield %7 : i32
  }
  return %3 : i32
}

func.func @iclip(%arg0: index, %arg1: memref<?xi32>, %arg2: i32, %arg3: i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %1 step %c1 {
    %2 = memref.load %arg1[%arg4] : memref<?xi32>
    %3 = arith.maxsi %2, %arg2 : i32
    %4 = arith.minsi %3, %arg3 : i32
    memref.store %4, %arg1[%arg4] : memref<?xi32>
  }
  return
}

func.func @imerge(%arg0: index, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1:3 = memref.distinct_objects %arg1, %arg2, %arg3 : memref<?xi32>, memref<?xi32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg4 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg4] : memref<?xi32>
    %4 = memref.load %1#2[%arg4] : memref<?xi32>
    %5 = arith.cmpi sgt, %3, %4 : i32
    %6 = arith.subi %3, %4 overflow<nsw> : i32
    %7 = arith.xori %4, %3 : i32
    %8 = arith.select %5, %6, %7 : i32
    memref.store %8, %1#0[%arg4] : memref<?xi32>
  }
  return
}

func.func @ihistogram(%arg0: index, %arg1: memref<?xi32>, %arg2: memref<?xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c7_i32 = arith.constant 7 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = arith.index_cast %arg0 : index to i32
  %1:2 = memref.distinct_objects %arg1, %arg2 : memref<?xi32>, memref<?xi32>
  %2 = arith.index_cast %0 : i32 to index
  scf.for %arg3 = %c0 to %2 step %c1 {
    %3 = memref.load %1#1[%arg3] : memref<?xi32>
    %4 = arith.andi %3, %c7_i32 : i32
    %5 = arith.index_cast %4 : i32 to index
    %6 = memref.load %1#0[%5] : memref<?xi32>
    %7 = arith.addi %6, %c1_i32 overflow<nsw> : i32
    memref.store %7, %1#0[%5] : memref<?xi32>
  }
  return
}

func.func @iprefix(%arg0: index, %arg1: memref<?xi32>) {
  %c-1 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %0 = arith.index_cast %arg0 : index to i32
  %1 = arith.index_cast %0 : i32 to index
  scf.for %arg2 = %c1 to %1 step %c1 {
    %2 = arith.addi %arg2, %c-1 : index
    %3 = memref.load %arg1[%2] : memref<?xi32>
    %4 = memref.load %arg1[%arg2] : memref<?xi32>
    %5 = arith.addi %4, %3 overflow<nsw> : i32
    memref.store %5, %arg1[%arg2] : memref<?xi32>
  }
  return
}
