// RUN: rmlir-opt %s

func.func private @f(vector<3x[4]x$i1>)
