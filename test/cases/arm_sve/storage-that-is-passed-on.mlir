// RUN: rmlir-opt %s --arm-sve-legalize-vector-storage

func.func private @fill(memref<vector<[4]xi1>>)

// What is done with the memory elsewhere is not known.
func.func @passed_on() {
  %0 = memref.alloca() : memref<vector<[4]xi1>>
  func.call @fill(%0) : (memref<vector<[4]xi1>>) -> ()
  return
}
