package rt

// This file holds complex numbers that know the origins of their two parts. The adjoint of z = x + iy is, as its Go type has it,
// the complex number whose parts are the adjoints of x and of y.

// Cnum is a complex128 with the origins of its parts.
type Cnum struct {
	V      complex128
	Re, Im *Node
}

// Cnum64 is a complex64 with the origins of its parts.
type Cnum64 struct {
	V      complex64
	Re, Im *Node
}

// TraceInputC returns an input with a value.
func TraceInputC(v complex128) Cnum { return Cnum{v, &Node{}, &Node{}} }

// TraceInputC64 returns an input with a value.
func TraceInputC64(v complex64) Cnum64 { return Cnum64{v, &Node{}, &Node{}} }

// TComplex returns complex(re, im).
func TComplex(re, im Num) Cnum { return Cnum{complex(re.V, im.V), re.N, im.N} }

// TReal returns real(z).
func TReal(z Cnum) Num { return Num{real(z.V), z.Re} }

// TImag returns imag(z).
func TImag(z Cnum) Num { return Num{imag(z.V), z.Im} }

// TComplex64 returns complex(re, im).
func TComplex64(re, im Num32) Cnum64 { return Cnum64{complex(re.V, im.V), re.N, im.N} }

// TReal64 returns real(z).
func TReal64(z Cnum64) Num32 { return Num32{real(z.V), z.Re} }

// TImag64 returns imag(z).
func TImag64(z Cnum64) Num32 { return Num32{imag(z.V), z.Im} }

// TCTo64 returns complex64(z).
func TCTo64(z Cnum) Cnum64 { return Cnum64{complex64(z.V), z.Re, z.Im} }

// TCTo128 returns complex128(z).
func TCTo128(z Cnum64) Cnum { return Cnum{complex128(z.V), z.Re, z.Im} }

// holomorphic is v with the complex derivatives da by a and db by b.
func holomorphic(v complex128, a Cnum, da complex128, b Cnum, db complex128) Cnum {
	return Cnum{
		V:  v,
		Re: from2(from2(a.Re, real(da), a.Im, -imag(da)), 1, from2(b.Re, real(db), b.Im, -imag(db)), 1),
		Im: from2(from2(a.Re, imag(da), a.Im, real(da)), 1, from2(b.Re, imag(db), b.Im, real(db)), 1),
	}
}

// TCAdd returns a + b.
func TCAdd(a, b Cnum) Cnum { return holomorphic(a.V+b.V, a, 1, b, 1) }

// TCSub returns a - b.
func TCSub(a, b Cnum) Cnum { return holomorphic(a.V-b.V, a, 1, b, -1) }

// TCMul returns a * b.
func TCMul(a, b Cnum) Cnum { return holomorphic(a.V*b.V, a, b.V, b, a.V) }

// TCQuo returns a / b.
func TCQuo(a, b Cnum) Cnum {
	r := a.V / b.V
	return holomorphic(r, a, 1/b.V, b, -r/b.V)
}

// TCNeg returns -a.
func TCNeg(a Cnum) Cnum { return Cnum{-a.V, from1(a.Re, -1), from1(a.Im, -1)} }

// TCAdd64 returns a + b.
func TCAdd64(a, b Cnum64) Cnum64 { return TCTo64(TCAdd(TCTo128(a), TCTo128(b))) }

// TCSub64 returns a - b.
func TCSub64(a, b Cnum64) Cnum64 { return TCTo64(TCSub(TCTo128(a), TCTo128(b))) }

// TCMul64 returns a * b.
func TCMul64(a, b Cnum64) Cnum64 {
	out := TCTo64(TCMul(TCTo128(a), TCTo128(b)))
	out.V = a.V * b.V
	return out
}

// TCQuo64 returns a / b.
func TCQuo64(a, b Cnum64) Cnum64 {
	out := TCTo64(TCQuo(TCTo128(a), TCTo128(b)))
	out.V = a.V / b.V
	return out
}

// TCNeg64 returns -a.
func TCNeg64(a Cnum64) Cnum64 { return TCTo64(TCNeg(TCTo128(a))) }
