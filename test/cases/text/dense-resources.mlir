// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=2

// Blobs that are used are printed again; one that is not is dropped.
"x.resource"() {a = dense_resource<blob> : tensor<2xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x01000000AABB",
      unused: "0x01000000CC"
    }
  },
  external_resources: {
    group: { flag: true, text: "words" }
  }
#-}
