// RUN: rmlir-opt %s --split-input-file
// RUN: rmlir-opt %s --split-input-file --output-split-marker=//=====

func.func private @same()

// -----

func.func private @same()

// -----

func.func private @other()
