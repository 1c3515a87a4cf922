	// Division of integers by shifting and subtracting, a bit at a time. Registers r0 and r1 are dividend and divisor.
	.text

	// The quotient in r0 and the remainder in r1 of unsigned integers; r2, r3, r4, p0 and the hardware loop are used.
	.p2align 4
divide:
	{ p0 = cmp.gt(r1,#-1)
	  r2 = #0
	  r3 = #0
	  loop0(.Lbit,#32) }
	{ if (!p0) jump:nt .Llarge }
.Lbit:
	{ r4 = lsr(r0,#31)
	  r0 = asl(r0,#1) }
	{ r2 = asl(r2,#1)
	  r3 = addasl(r4,r3,#1) }
	{ p0 = cmp.gtu(r1,r3) }
	{ if (!p0) r3 = sub(r3,r1)
	  if (!p0) r2 = add(r2,#1) }:endloop0
	{ r0 = r2
	  r1 = r3
	  jumpr r31 }
	// A divisor with the highest bit fits once or not at all; twice a remainder would have 33 bits.
.Llarge:
	{ p0 = cmp.gtu(r1,r0)
	  r3 = sub(r0,r1) }
	{ r1 = mux(p0,r0,r3)
	  r0 = mux(p0,#0,#1)
	  jumpr r31 }

	.globl __hexagon_udivsi3
	.p2align 4
__hexagon_udivsi3:
	{ jump divide }

	.globl __hexagon_umodsi3
	.p2align 4
__hexagon_umodsi3:
	{ r5 = r31
	  call divide }
	{ r0 = r1
	  jumpr r5 }

	.globl __hexagon_divsi3
	.p2align 4
__hexagon_divsi3:
	{ r5 = r31
	  r6 = xor(r0,r1)
	  r0 = abs(r0) }
	{ r1 = abs(r1) }
	{ call divide }
	{ p0 = cmp.gt(r6,#-1)
	  r2 = sub(#0,r0) }
	{ r0 = mux(p0,r0,r2)
	  jumpr r5 }

	.globl __hexagon_modsi3
	.p2align 4
__hexagon_modsi3:
	{ r5 = r31
	  r6 = r0
	  r0 = abs(r0) }
	{ r1 = abs(r1) }
	{ call divide }
	{ r0 = sub(#0,r1)
	  p0 = cmp.gt(r6,#-1) }
	{ r0 = mux(p0,r1,r0)
	  jumpr r5 }
