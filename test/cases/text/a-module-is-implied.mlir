// RUN: rmlir-opt %s

func.func private @f()
