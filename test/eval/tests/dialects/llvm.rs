//! The dialect that lowerings end in.

use rmlir_test_eval::{op, run};

fn int(text: &str, args: &[&str]) -> String {
    op(text, &["i8", "i8"], "i8", args)
}

#[test]
fn flags_make_poison() {
    assert_eq!(int("llvm.add %a, %b : i8", &["127", "1"]), "-128");
    assert_eq!(int("llvm.add %a, %b overflow<nsw> : i8", &["127", "1"]), "poison");
    assert_eq!(int("llvm.or disjoint %a, %b : i8", &["1", "3"]), "poison");
    assert_eq!(int("llvm.lshr exact %a, %b : i8", &["3", "1"]), "poison");
    assert_eq!(int("llvm.shl %a, %b : i8", &["3", "8"]), "poison");
    assert!(int("llvm.sdiv %a, %b : i8", &["-128", "-1"]).contains("overflows"));
    assert_eq!(op("llvm.zext nneg %a : i8 to i16", &["i8"], "i16", &["-1"]), "poison");
    assert_eq!(op("llvm.trunc %a overflow<nuw> : i16 to i8", &["i16"], "i8", &["256"]), "poison");
    let icmp = |predicate: &str| op(&format!("llvm.icmp \"{predicate}\" %a, %b : i8"), &["i8"; 2], "i1", &["-1", "1"]);
    assert_eq!(["eq", "ne", "slt", "sge", "ult", "uge"].map(icmp).join(" "), "false true true false false true");
    let fcmp =
        |predicate: &str| op(&format!("llvm.fcmp \"{predicate}\" %a, %b : f32"), &["f32"; 2], "i1", &["1.0", "nan"]);
    assert_eq!(["oeq", "une", "ult", "olt", "ord", "uno"].map(fcmp).join(" "), "false true true false false true");
    let equal =
        |predicate: &str| op(&format!("llvm.fcmp \"{predicate}\" %a, %b : f32"), &["f32"; 2], "i1", &["2.0", "2.0"]);
    assert_eq!(["ueq", "ugt", "uge", "ult", "ule", "uno"].map(equal).join(" "), "true false true false true false");
}

#[test]
fn structures_lie_aligned_in_memory() {
    let f = "llvm.func @f(%a: i8, %b: i32) -> i32 {
      %one = llvm.mlir.constant(1 : i64) : i64
      %p = llvm.alloca %one x !llvm.struct<(i8, i32, array<2 x i16>)> : (i64) -> !llvm.ptr
      %q = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i32, array<2 x i16>)>
      llvm.store %a, %p : i8, !llvm.ptr
      llvm.store %b, %q : i32, !llvm.ptr
      %from = llvm.ptrtoint %p : !llvm.ptr to i64
      %to = llvm.ptrtoint %q : !llvm.ptr to i64
      %offset = llvm.sub %to, %from : i64
      %four = llvm.mlir.constant(4 : i64) : i64
      %same = llvm.icmp \"eq\" %offset, %four : i64
      llvm.intr.assume %same : i1
      %r = llvm.getelementptr inbounds %p[%one] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %v = llvm.load %r : !llvm.ptr -> i32
      llvm.return %v : i32
    }";
    assert_eq!(run(f, &["1", "77"]), "77");
}

#[test]
fn memory_from_the_c_library() {
    let f = |after: &str| {
        format!(
            "llvm.func @malloc(i64) -> !llvm.ptr
             llvm.func @free(!llvm.ptr)
             llvm.func @f(%i: i64) -> i16 {{
               %n = llvm.mlir.constant(8 : i64) : i64
               %x = llvm.mlir.constant(3 : i8) : i8
               %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
               \"llvm.intr.memset\"(%p, %x, %n) <{{isVolatile = false}}> : (!llvm.ptr, i8, i64) -> ()
               %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i16
               %v = llvm.load %q : !llvm.ptr -> i16
               llvm.call @free(%p) : (!llvm.ptr) -> ()
               {after}
               llvm.return %v : i16
             }}"
        )
    };
    assert_eq!(run(&f(""), &["3"]), "771");
    assert!(run(&f(""), &["4"]).contains("accesses 2 bytes at byte 8 of a buffer of 8"));
    assert!(run(&f("llvm.call @free(%p) : (!llvm.ptr) -> ()"), &["0"]).contains("freed before"));
}

#[test]
fn globals_and_functions_have_addresses() {
    let f = "llvm.mlir.global internal constant @text(\"ab\\00\") {addr_space = 0 : i32} : !llvm.array<3 x i8>
      llvm.mlir.global internal @made() : !llvm.struct<(i32, ptr)> {
        %u = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
        %c = llvm.mlir.constant(5 : i32) : i32
        %a = llvm.insertvalue %c, %u[0] : !llvm.struct<(i32, ptr)>
        %t = llvm.mlir.addressof @text : !llvm.ptr
        %b = llvm.insertvalue %t, %a[1] : !llvm.struct<(i32, ptr)>
        llvm.return %b : !llvm.struct<(i32, ptr)>
      }
      llvm.func @twice(%a: i32) -> i32 { %r = llvm.add %a, %a : i32 llvm.return %r : i32 }
      llvm.func @f() -> !llvm.struct<(i32, i8)> {
        %m = llvm.mlir.addressof @made : !llvm.ptr
        %n = llvm.load %m : !llvm.ptr -> i32
        %at = llvm.getelementptr %m[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, ptr)>
        %t = llvm.load %at : !llvm.ptr -> !llvm.ptr
        %second = llvm.getelementptr %t[1] : (!llvm.ptr) -> !llvm.ptr, i8
        %b = llvm.load %second : !llvm.ptr -> i8
        %g = llvm.mlir.addressof @twice : !llvm.ptr
        %two = llvm.call %g(%n) : !llvm.ptr, (i32) -> i32
        %u = llvm.mlir.poison : !llvm.struct<(i32, i8)>
        %r = llvm.insertvalue %two, %u[0] : !llvm.struct<(i32, i8)>
        %s = llvm.insertvalue %b, %r[1] : !llvm.struct<(i32, i8)>
        llvm.return %s : !llvm.struct<(i32, i8)>
      }";
    assert_eq!(run(f, &[]), "(10, 98)");
}

#[test]
fn intrinsics_compute() {
    let unary = |name: &str, arg| op(&format!("llvm.intr.{name}(%a) : (i8) -> i8"), &["i8"], "i8", &[arg]);
    assert_eq!(unary("ctpop", "7"), "3");
    assert_eq!(unary("bitreverse", "1"), "-128");
    let sat =
        |name: &str, args: &[&str]| op(&format!("llvm.intr.{name}(%a, %b) : (i8, i8) -> i8"), &["i8"; 2], "i8", args);
    assert_eq!(sat("sadd.sat", &["100", "100"]), "127");
    assert_eq!(sat("ssub.sat", &["-100", "100"]), "-128");
    assert_eq!(sat("usub.sat", &["1", "2"]), "0");
    let shift = "llvm.intr.fshl(%a, %b, %c) : (i8, i8, i8) -> i8";
    assert_eq!(op(shift, &["i8"; 3], "i8", &["1", "-128", "9"]), "3");
    let text = "\"llvm.intr.sadd.with.overflow\"(%a, %b) : (i8, i8) -> !llvm.struct<(i8, i1)>";
    assert_eq!(op(text, &["i8"; 2], "!llvm.struct<(i8, i1)>", &["127", "1"]), "(-128, true)");
    let text = "\"llvm.intr.vector.reduce.fadd\"(%a, %b) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<2xf32>) -> f32";
    assert_eq!(op(text, &["f32", "vector<2xf32>"], "f32", &["1.0", "[2.0, 3.5]"]), "6.5");
}

#[test]
fn vectors_and_switches() {
    let f = "llvm.func @f(%v: vector<4xi8>, %i: i32) -> i8 {
      %s = llvm.shufflevector %v, %v [3, 2, 5, 0] : vector<4xi8>
      %x = llvm.extractelement %s[%i : i32] : vector<4xi8>
      llvm.switch %i : i32, ^bb1(%x : i8) [1: ^bb2, 2: ^bb1(%x : i8)]
    ^bb1(%r: i8):
      llvm.return %r : i8
    ^bb2:
      %c = llvm.bitcast %v : vector<4xi8> to i32
      %t = llvm.trunc %c : i32 to i8
      llvm.return %t : i8
    }";
    assert_eq!(["0", "1", "2"].map(|i| run(f, &["[10, 20, 30, 40]", i])).join(" "), "40 10 20");
    assert_eq!(run(f, &["[10, 20, 30, 40]", "7"]), "poison");
}
