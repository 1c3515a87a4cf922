// RUN: rmlir-opt %s

module {
}

{-#
  external_resources: {
    first: { name: "text", flag: true },
    second: { blob: "0x0400000001020304" },
    first: { again: "more" }
  }
#-}
