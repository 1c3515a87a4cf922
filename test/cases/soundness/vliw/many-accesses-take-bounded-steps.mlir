// RUN: rmlir-opt %s -o /dev/null --pass-pipeline='builtin.module(vliw-pipeline{machine=tic6x})' --remarks-filter-passed=vliw-pipeline --remarks-filter-missed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --pass-pipeline='builtin.module(vliw-pipeline{machine=hexagon_v66})' --remarks-filter-passed=vliw-pipeline --remarks-filter-missed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --pass-pipeline='builtin.module(vliw-pipeline{machine=itanium2})' --remarks-filter-passed=vliw-pipeline --remarks-filter-missed=vliw-pipeline
// RUN: rmlir-opt %s -o /dev/null --pass-pipeline='builtin.module(vliw-pipeline{machine=gp4 mode=exact max-steps=100000})' --remarks-filter-passed=vliw-pipeline --remarks-filter-missed=vliw-pipeline

// Accesses that may all alias have a dependence for each pair: those that others imply are left out, and what searches
// take besides is bounded by steps. Forty, twenty and ten pairs of accesses, and thirty results alive at a time.

func.func @forty_pairs(%a: memref<4096xi32>, %at: memref<4096xindex>, %k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q0 = memref.load %at[%i] : memref<4096xindex>
    %v0 = memref.load %a[%q0] : memref<4096xi32>
    %w0 = arith.muli %v0, %k : i32
    memref.store %w0, %a[%q0] : memref<4096xi32>
    %q1 = memref.load %at[%i] : memref<4096xindex>
    %v1 = memref.load %a[%q1] : memref<4096xi32>
    %w1 = arith.muli %v1, %k : i32
    memref.store %w1, %a[%q1] : memref<4096xi32>
    %q2 = memref.load %at[%i] : memref<4096xindex>
    %v2 = memref.load %a[%q2] : memref<4096xi32>
    %w2 = arith.muli %v2, %k : i32
    memref.store %w2, %a[%q2] : memref<4096xi32>
    %q3 = memref.load %at[%i] : memref<4096xindex>
    %v3 = memref.load %a[%q3] : memref<4096xi32>
    %w3 = arith.muli %v3, %k : i32
    memref.store %w3, %a[%q3] : memref<4096xi32>
    %q4 = memref.load %at[%i] : memref<4096xindex>
    %v4 = memref.load %a[%q4] : memref<4096xi32>
    %w4 = arith.muli %v4, %k : i32
    memref.store %w4, %a[%q4] : memref<4096xi32>
    %q5 = memref.load %at[%i] : memref<4096xindex>
    %v5 = memref.load %a[%q5] : memref<4096xi32>
    %w5 = arith.muli %v5, %k : i32
    memref.store %w5, %a[%q5] : memref<4096xi32>
    %q6 = memref.load %at[%i] : memref<4096xindex>
    %v6 = memref.load %a[%q6] : memref<4096xi32>
    %w6 = arith.muli %v6, %k : i32
    memref.store %w6, %a[%q6] : memref<4096xi32>
    %q7 = memref.load %at[%i] : memref<4096xindex>
    %v7 = memref.load %a[%q7] : memref<4096xi32>
    %w7 = arith.muli %v7, %k : i32
    memref.store %w7, %a[%q7] : memref<4096xi32>
    %q8 = memref.load %at[%i] : memref<4096xindex>
    %v8 = memref.load %a[%q8] : memref<4096xi32>
    %w8 = arith.muli %v8, %k : i32
    memref.store %w8, %a[%q8] : memref<4096xi32>
    %q9 = memref.load %at[%i] : memref<4096xindex>
    %v9 = memref.load %a[%q9] : memref<4096xi32>
    %w9 = arith.muli %v9, %k : i32
    memref.store %w9, %a[%q9] : memref<4096xi32>
    %q10 = memref.load %at[%i] : memref<4096xindex>
    %v10 = memref.load %a[%q10] : memref<4096xi32>
    %w10 = arith.muli %v10, %k : i32
    memref.store %w10, %a[%q10] : memref<4096xi32>
    %q11 = memref.load %at[%i] : memref<4096xindex>
    %v11 = memref.load %a[%q11] : memref<4096xi32>
    %w11 = arith.muli %v11, %k : i32
    memref.store %w11, %a[%q11] : memref<4096xi32>
    %q12 = memref.load %at[%i] : memref<4096xindex>
    %v12 = memref.load %a[%q12] : memref<4096xi32>
    %w12 = arith.muli %v12, %k : i32
    memref.store %w12, %a[%q12] : memref<4096xi32>
    %q13 = memref.load %at[%i] : memref<4096xindex>
    %v13 = memref.load %a[%q13] : memref<4096xi32>
    %w13 = arith.muli %v13, %k : i32
    memref.store %w13, %a[%q13] : memref<4096xi32>
    %q14 = memref.load %at[%i] : memref<4096xindex>
    %v14 = memref.load %a[%q14] : memref<4096xi32>
    %w14 = arith.muli %v14, %k : i32
    memref.store %w14, %a[%q14] : memref<4096xi32>
    %q15 = memref.load %at[%i] : memref<4096xindex>
    %v15 = memref.load %a[%q15] : memref<4096xi32>
    %w15 = arith.muli %v15, %k : i32
    memref.store %w15, %a[%q15] : memref<4096xi32>
    %q16 = memref.load %at[%i] : memref<4096xindex>
    %v16 = memref.load %a[%q16] : memref<4096xi32>
    %w16 = arith.muli %v16, %k : i32
    memref.store %w16, %a[%q16] : memref<4096xi32>
    %q17 = memref.load %at[%i] : memref<4096xindex>
    %v17 = memref.load %a[%q17] : memref<4096xi32>
    %w17 = arith.muli %v17, %k : i32
    memref.store %w17, %a[%q17] : memref<4096xi32>
    %q18 = memref.load %at[%i] : memref<4096xindex>
    %v18 = memref.load %a[%q18] : memref<4096xi32>
    %w18 = arith.muli %v18, %k : i32
    memref.store %w18, %a[%q18] : memref<4096xi32>
    %q19 = memref.load %at[%i] : memref<4096xindex>
    %v19 = memref.load %a[%q19] : memref<4096xi32>
    %w19 = arith.muli %v19, %k : i32
    memref.store %w19, %a[%q19] : memref<4096xi32>
    %q20 = memref.load %at[%i] : memref<4096xindex>
    %v20 = memref.load %a[%q20] : memref<4096xi32>
    %w20 = arith.muli %v20, %k : i32
    memref.store %w20, %a[%q20] : memref<4096xi32>
    %q21 = memref.load %at[%i] : memref<4096xindex>
    %v21 = memref.load %a[%q21] : memref<4096xi32>
    %w21 = arith.muli %v21, %k : i32
    memref.store %w21, %a[%q21] : memref<4096xi32>
    %q22 = memref.load %at[%i] : memref<4096xindex>
    %v22 = memref.load %a[%q22] : memref<4096xi32>
    %w22 = arith.muli %v22, %k : i32
    memref.store %w22, %a[%q22] : memref<4096xi32>
    %q23 = memref.load %at[%i] : memref<4096xindex>
    %v23 = memref.load %a[%q23] : memref<4096xi32>
    %w23 = arith.muli %v23, %k : i32
    memref.store %w23, %a[%q23] : memref<4096xi32>
    %q24 = memref.load %at[%i] : memref<4096xindex>
    %v24 = memref.load %a[%q24] : memref<4096xi32>
    %w24 = arith.muli %v24, %k : i32
    memref.store %w24, %a[%q24] : memref<4096xi32>
    %q25 = memref.load %at[%i] : memref<4096xindex>
    %v25 = memref.load %a[%q25] : memref<4096xi32>
    %w25 = arith.muli %v25, %k : i32
    memref.store %w25, %a[%q25] : memref<4096xi32>
    %q26 = memref.load %at[%i] : memref<4096xindex>
    %v26 = memref.load %a[%q26] : memref<4096xi32>
    %w26 = arith.muli %v26, %k : i32
    memref.store %w26, %a[%q26] : memref<4096xi32>
    %q27 = memref.load %at[%i] : memref<4096xindex>
    %v27 = memref.load %a[%q27] : memref<4096xi32>
    %w27 = arith.muli %v27, %k : i32
    memref.store %w27, %a[%q27] : memref<4096xi32>
    %q28 = memref.load %at[%i] : memref<4096xindex>
    %v28 = memref.load %a[%q28] : memref<4096xi32>
    %w28 = arith.muli %v28, %k : i32
    memref.store %w28, %a[%q28] : memref<4096xi32>
    %q29 = memref.load %at[%i] : memref<4096xindex>
    %v29 = memref.load %a[%q29] : memref<4096xi32>
    %w29 = arith.muli %v29, %k : i32
    memref.store %w29, %a[%q29] : memref<4096xi32>
    %q30 = memref.load %at[%i] : memref<4096xindex>
    %v30 = memref.load %a[%q30] : memref<4096xi32>
    %w30 = arith.muli %v30, %k : i32
    memref.store %w30, %a[%q30] : memref<4096xi32>
    %q31 = memref.load %at[%i] : memref<4096xindex>
    %v31 = memref.load %a[%q31] : memref<4096xi32>
    %w31 = arith.muli %v31, %k : i32
    memref.store %w31, %a[%q31] : memref<4096xi32>
    %q32 = memref.load %at[%i] : memref<4096xindex>
    %v32 = memref.load %a[%q32] : memref<4096xi32>
    %w32 = arith.muli %v32, %k : i32
    memref.store %w32, %a[%q32] : memref<4096xi32>
    %q33 = memref.load %at[%i] : memref<4096xindex>
    %v33 = memref.load %a[%q33] : memref<4096xi32>
    %w33 = arith.muli %v33, %k : i32
    memref.store %w33, %a[%q33] : memref<4096xi32>
    %q34 = memref.load %at[%i] : memref<4096xindex>
    %v34 = memref.load %a[%q34] : memref<4096xi32>
    %w34 = arith.muli %v34, %k : i32
    memref.store %w34, %a[%q34] : memref<4096xi32>
    %q35 = memref.load %at[%i] : memref<4096xindex>
    %v35 = memref.load %a[%q35] : memref<4096xi32>
    %w35 = arith.muli %v35, %k : i32
    memref.store %w35, %a[%q35] : memref<4096xi32>
    %q36 = memref.load %at[%i] : memref<4096xindex>
    %v36 = memref.load %a[%q36] : memref<4096xi32>
    %w36 = arith.muli %v36, %k : i32
    memref.store %w36, %a[%q36] : memref<4096xi32>
    %q37 = memref.load %at[%i] : memref<4096xindex>
    %v37 = memref.load %a[%q37] : memref<4096xi32>
    %w37 = arith.muli %v37, %k : i32
    memref.store %w37, %a[%q37] : memref<4096xi32>
    %q38 = memref.load %at[%i] : memref<4096xindex>
    %v38 = memref.load %a[%q38] : memref<4096xi32>
    %w38 = arith.muli %v38, %k : i32
    memref.store %w38, %a[%q38] : memref<4096xi32>
    %q39 = memref.load %at[%i] : memref<4096xindex>
    %v39 = memref.load %a[%q39] : memref<4096xi32>
    %w39 = arith.muli %v39, %k : i32
    memref.store %w39, %a[%q39] : memref<4096xi32>
  }
  return
}

func.func @twenty_stores(%a: memref<4096xi32>, %at: memref<4096xindex>, %k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q0 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q0] : memref<4096xi32>
    %q1 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q1] : memref<4096xi32>
    %q2 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q2] : memref<4096xi32>
    %q3 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q3] : memref<4096xi32>
    %q4 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q4] : memref<4096xi32>
    %q5 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q5] : memref<4096xi32>
    %q6 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q6] : memref<4096xi32>
    %q7 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q7] : memref<4096xi32>
    %q8 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q8] : memref<4096xi32>
    %q9 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q9] : memref<4096xi32>
    %q10 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q10] : memref<4096xi32>
    %q11 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q11] : memref<4096xi32>
    %q12 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q12] : memref<4096xi32>
    %q13 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q13] : memref<4096xi32>
    %q14 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q14] : memref<4096xi32>
    %q15 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q15] : memref<4096xi32>
    %q16 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q16] : memref<4096xi32>
    %q17 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q17] : memref<4096xi32>
    %q18 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q18] : memref<4096xi32>
    %q19 = memref.load %at[%i] : memref<4096xindex>
    memref.store %k, %a[%q19] : memref<4096xi32>
  }
  return
}

func.func @ten_pairs_apart(%a: memref<4096xi32>, %at: memref<4096xindex>, %k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %o0 = arith.constant 0 : index
    %q0 = arith.addi %i, %o0 : index
    %v0 = memref.load %a[%q0] : memref<4096xi32>
    %w0 = arith.addi %v0, %k : i32
    memref.store %w0, %a[%q0] : memref<4096xi32>
    %o1 = arith.constant 3 : index
    %q1 = arith.addi %i, %o1 : index
    %v1 = memref.load %a[%q1] : memref<4096xi32>
    %w1 = arith.addi %v1, %k : i32
    memref.store %w1, %a[%q1] : memref<4096xi32>
    %o2 = arith.constant 6 : index
    %q2 = arith.addi %i, %o2 : index
    %v2 = memref.load %a[%q2] : memref<4096xi32>
    %w2 = arith.addi %v2, %k : i32
    memref.store %w2, %a[%q2] : memref<4096xi32>
    %o3 = arith.constant 9 : index
    %q3 = arith.addi %i, %o3 : index
    %v3 = memref.load %a[%q3] : memref<4096xi32>
    %w3 = arith.addi %v3, %k : i32
    memref.store %w3, %a[%q3] : memref<4096xi32>
    %o4 = arith.constant 12 : index
    %q4 = arith.addi %i, %o4 : index
    %v4 = memref.load %a[%q4] : memref<4096xi32>
    %w4 = arith.addi %v4, %k : i32
    memref.store %w4, %a[%q4] : memref<4096xi32>
    %o5 = arith.constant 15 : index
    %q5 = arith.addi %i, %o5 : index
    %v5 = memref.load %a[%q5] : memref<4096xi32>
    %w5 = arith.addi %v5, %k : i32
    memref.store %w5, %a[%q5] : memref<4096xi32>
    %o6 = arith.constant 18 : index
    %q6 = arith.addi %i, %o6 : index
    %v6 = memref.load %a[%q6] : memref<4096xi32>
    %w6 = arith.addi %v6, %k : i32
    memref.store %w6, %a[%q6] : memref<4096xi32>
    %o7 = arith.constant 21 : index
    %q7 = arith.addi %i, %o7 : index
    %v7 = memref.load %a[%q7] : memref<4096xi32>
    %w7 = arith.addi %v7, %k : i32
    memref.store %w7, %a[%q7] : memref<4096xi32>
    %o8 = arith.constant 24 : index
    %q8 = arith.addi %i, %o8 : index
    %v8 = memref.load %a[%q8] : memref<4096xi32>
    %w8 = arith.addi %v8, %k : i32
    memref.store %w8, %a[%q8] : memref<4096xi32>
    %o9 = arith.constant 27 : index
    %q9 = arith.addi %i, %o9 : index
    %v9 = memref.load %a[%q9] : memref<4096xi32>
    %w9 = arith.addi %v9, %k : i32
    memref.store %w9, %a[%q9] : memref<4096xi32>
  }
  return
}

func.func @thirty_results(%a: memref<4096xi32>, %at: memref<4096xindex>, %k: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %o0 = arith.constant 0 : index
    %q0 = arith.addi %i, %o0 : index
    %v0 = memref.load %a[%q0] : memref<4096xi32>
    %o1 = arith.constant 1 : index
    %q1 = arith.addi %i, %o1 : index
    %v1 = memref.load %a[%q1] : memref<4096xi32>
    %o2 = arith.constant 2 : index
    %q2 = arith.addi %i, %o2 : index
    %v2 = memref.load %a[%q2] : memref<4096xi32>
    %o3 = arith.constant 3 : index
    %q3 = arith.addi %i, %o3 : index
    %v3 = memref.load %a[%q3] : memref<4096xi32>
    %o4 = arith.constant 4 : index
    %q4 = arith.addi %i, %o4 : index
    %v4 = memref.load %a[%q4] : memref<4096xi32>
    %o5 = arith.constant 5 : index
    %q5 = arith.addi %i, %o5 : index
    %v5 = memref.load %a[%q5] : memref<4096xi32>
    %o6 = arith.constant 6 : index
    %q6 = arith.addi %i, %o6 : index
    %v6 = memref.load %a[%q6] : memref<4096xi32>
    %o7 = arith.constant 7 : index
    %q7 = arith.addi %i, %o7 : index
    %v7 = memref.load %a[%q7] : memref<4096xi32>
    %o8 = arith.constant 8 : index
    %q8 = arith.addi %i, %o8 : index
    %v8 = memref.load %a[%q8] : memref<4096xi32>
    %o9 = arith.constant 9 : index
    %q9 = arith.addi %i, %o9 : index
    %v9 = memref.load %a[%q9] : memref<4096xi32>
    %o10 = arith.constant 10 : index
    %q10 = arith.addi %i, %o10 : index
    %v10 = memref.load %a[%q10] : memref<4096xi32>
    %o11 = arith.constant 11 : index
    %q11 = arith.addi %i, %o11 : index
    %v11 = memref.load %a[%q11] : memref<4096xi32>
    %o12 = arith.constant 12 : index
    %q12 = arith.addi %i, %o12 : index
    %v12 = memref.load %a[%q12] : memref<4096xi32>
    %o13 = arith.constant 13 : index
    %q13 = arith.addi %i, %o13 : index
    %v13 = memref.load %a[%q13] : memref<4096xi32>
    %o14 = arith.constant 14 : index
    %q14 = arith.addi %i, %o14 : index
    %v14 = memref.load %a[%q14] : memref<4096xi32>
    %o15 = arith.constant 15 : index
    %q15 = arith.addi %i, %o15 : index
    %v15 = memref.load %a[%q15] : memref<4096xi32>
    %o16 = arith.constant 16 : index
    %q16 = arith.addi %i, %o16 : index
    %v16 = memref.load %a[%q16] : memref<4096xi32>
    %o17 = arith.constant 17 : index
    %q17 = arith.addi %i, %o17 : index
    %v17 = memref.load %a[%q17] : memref<4096xi32>
    %o18 = arith.constant 18 : index
    %q18 = arith.addi %i, %o18 : index
    %v18 = memref.load %a[%q18] : memref<4096xi32>
    %o19 = arith.constant 19 : index
    %q19 = arith.addi %i, %o19 : index
    %v19 = memref.load %a[%q19] : memref<4096xi32>
    %o20 = arith.constant 20 : index
    %q20 = arith.addi %i, %o20 : index
    %v20 = memref.load %a[%q20] : memref<4096xi32>
    %o21 = arith.constant 21 : index
    %q21 = arith.addi %i, %o21 : index
    %v21 = memref.load %a[%q21] : memref<4096xi32>
    %o22 = arith.constant 22 : index
    %q22 = arith.addi %i, %o22 : index
    %v22 = memref.load %a[%q22] : memref<4096xi32>
    %o23 = arith.constant 23 : index
    %q23 = arith.addi %i, %o23 : index
    %v23 = memref.load %a[%q23] : memref<4096xi32>
    %o24 = arith.constant 24 : index
    %q24 = arith.addi %i, %o24 : index
    %v24 = memref.load %a[%q24] : memref<4096xi32>
    %o25 = arith.constant 25 : index
    %q25 = arith.addi %i, %o25 : index
    %v25 = memref.load %a[%q25] : memref<4096xi32>
    %o26 = arith.constant 26 : index
    %q26 = arith.addi %i, %o26 : index
    %v26 = memref.load %a[%q26] : memref<4096xi32>
    %o27 = arith.constant 27 : index
    %q27 = arith.addi %i, %o27 : index
    %v27 = memref.load %a[%q27] : memref<4096xi32>
    %o28 = arith.constant 28 : index
    %q28 = arith.addi %i, %o28 : index
    %v28 = memref.load %a[%q28] : memref<4096xi32>
    %o29 = arith.constant 29 : index
    %q29 = arith.addi %i, %o29 : index
    %v29 = memref.load %a[%q29] : memref<4096xi32>
    %s0 = arith.muli %k, %v29 : i32
    %s1 = arith.muli %s0, %v28 : i32
    %s2 = arith.muli %s1, %v27 : i32
    %s3 = arith.muli %s2, %v26 : i32
    %s4 = arith.muli %s3, %v25 : i32
    %s5 = arith.muli %s4, %v24 : i32
    %s6 = arith.muli %s5, %v23 : i32
    %s7 = arith.muli %s6, %v22 : i32
    %s8 = arith.muli %s7, %v21 : i32
    %s9 = arith.muli %s8, %v20 : i32
    %s10 = arith.muli %s9, %v19 : i32
    %s11 = arith.muli %s10, %v18 : i32
    %s12 = arith.muli %s11, %v17 : i32
    %s13 = arith.muli %s12, %v16 : i32
    %s14 = arith.muli %s13, %v15 : i32
    %s15 = arith.muli %s14, %v14 : i32
    %s16 = arith.muli %s15, %v13 : i32
    %s17 = arith.muli %s16, %v12 : i32
    %s18 = arith.muli %s17, %v11 : i32
    %s19 = arith.muli %s18, %v10 : i32
    %s20 = arith.muli %s19, %v9 : i32
    %s21 = arith.muli %s20, %v8 : i32
    %s22 = arith.muli %s21, %v7 : i32
    %s23 = arith.muli %s22, %v6 : i32
    %s24 = arith.muli %s23, %v5 : i32
    %s25 = arith.muli %s24, %v4 : i32
    %s26 = arith.muli %s25, %v3 : i32
    %s27 = arith.muli %s26, %v2 : i32
    %s28 = arith.muli %s27, %v1 : i32
    %s29 = arith.muli %s28, %v0 : i32
    %t0 = arith.addi %s29, %v0 : i32
    %t1 = arith.addi %t0, %v1 : i32
    %t2 = arith.addi %t1, %v2 : i32
    %t3 = arith.addi %t2, %v3 : i32
    %t4 = arith.addi %t3, %v4 : i32
    %t5 = arith.addi %t4, %v5 : i32
    %t6 = arith.addi %t5, %v6 : i32
    %t7 = arith.addi %t6, %v7 : i32
    %t8 = arith.addi %t7, %v8 : i32
    %t9 = arith.addi %t8, %v9 : i32
    %t10 = arith.addi %t9, %v10 : i32
    %t11 = arith.addi %t10, %v11 : i32
    %t12 = arith.addi %t11, %v12 : i32
    %t13 = arith.addi %t12, %v13 : i32
    %t14 = arith.addi %t13, %v14 : i32
    %t15 = arith.addi %t14, %v15 : i32
    %t16 = arith.addi %t15, %v16 : i32
    %t17 = arith.addi %t16, %v17 : i32
    %t18 = arith.addi %t17, %v18 : i32
    %t19 = arith.addi %t18, %v19 : i32
    %t20 = arith.addi %t19, %v20 : i32
    %t21 = arith.addi %t20, %v21 : i32
    %t22 = arith.addi %t21, %v22 : i32
    %t23 = arith.addi %t22, %v23 : i32
    %t24 = arith.addi %t23, %v24 : i32
    %t25 = arith.addi %t24, %v25 : i32
    %t26 = arith.addi %t25, %v26 : i32
    %t27 = arith.addi %t26, %v27 : i32
    %t28 = arith.addi %t27, %v28 : i32
    %t29 = arith.addi %t28, %v29 : i32
    memref.store %t29, %a[%i] : memref<4096xi32>
  }
  return
}
