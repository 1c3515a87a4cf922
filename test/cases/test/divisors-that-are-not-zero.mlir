// RUN: rmlir-opt %s --loop-invariant-code-motion

// Divisions leave a loop that may not run if it is known that they do no harm, those of arith and those of llvm alike.
func.func @harmless(%a: i8, %lb: index, %ub: index, %step: index) {
  %positive = test.with_bounds {smax = 127 : i8, smin = 1 : i8, umax = 127 : i8, umin = 1 : i8} : i8
  scf.for %i = %lb to %ub step %step {
    %0 = arith.divui %a, %positive : i8
    %1 = llvm.udiv %a, %positive : i8
    %2 = arith.divsi %a, %positive : i8
    %3 = llvm.sdiv %a, %positive : i8
  }
  return
}

// The unsigned divisor may be 0, the signed one -1.
func.func @harmful(%a: i8, %lb: index, %ub: index, %step: index) {
  %small = test.with_bounds {smax = 9 : i8, smin = 0 : i8, umax = 9 : i8, umin = 0 : i8} : i8
  %negative = test.with_bounds {smax = -1 : i8, smin = -9 : i8, umax = 255 : i8, umin = 247 : i8} : i8
  scf.for %i = %lb to %ub step %step {
    %0 = arith.divui %a, %small : i8
    %1 = llvm.udiv %a, %small : i8
    %2 = arith.divsi %a, %negative : i8
    %3 = llvm.sdiv %a, %negative : i8
  }
  return
}
