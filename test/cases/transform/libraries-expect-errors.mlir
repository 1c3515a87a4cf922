// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/broken-library --verify-diagnostics
// RUN: rmlir-opt %s --transform-preload-library=transform-library-paths=%S/broken-library

// What a library expects to be said about it counts.
module {
}
