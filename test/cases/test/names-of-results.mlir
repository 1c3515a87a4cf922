// RUN: rmlir-opt %s

%0:2 = test.named ["left", "right"] : i1, i2
%1 = test.named ["left"] : i1
%2 = test.named ["two words"] : i1
%3:2 = test.named ["", "b"] : i1, i1
