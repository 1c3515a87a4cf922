// RUN: rmlir-opt %s

func.func private @plain_1.a$()
func.func private @"two words"()
func.func private @"esc\0A\22"()
