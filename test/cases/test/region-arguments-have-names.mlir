// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic

// Names that are no words are made some, and what has no name gets one.
"test.polyfor"() ({
^bb0(%0: index, %1: index, %2: index, %3: index):
  "test.end"(%2) : (index) -> ()
}) {arg_names = ["i", "two words", "i"]} : () -> ()

test.polyfor %a, %b {
  "test.end"(%b) : (index) -> ()
}
