//! Predicates, flags and modes.
//!
//! Predicates, the rounding mode and the kinds of atomic updates are stored as
//! integers and written as keywords; the two sets of flags are attributes of
//! the dialect.

use std::cmp::Ordering;

use rmlir::prelude::*;

/// How `arith.cmpi` compares.
#[attr(int = 64)]
pub enum CmpIPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
    /// Signed greater than.
    Sgt,
    /// Signed greater than or equal.
    Sge,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Unsigned greater than.
    Ugt,
    /// Unsigned greater than or equal.
    Uge,
}

impl CmpIPredicate {
    /// The predicate that holds where this one does not.
    pub fn inverted(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    /// The predicate that says the same of exchanged operands.
    pub fn swapped(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }

    /// Whether it is about unsigned values.
    pub fn is_unsigned(self) -> bool {
        use CmpIPredicate::*;
        matches!(self, Ult | Ule | Ugt | Uge)
    }

    /// Whether it holds for operands in this order.
    pub fn accepts(self, order: Ordering) -> bool {
        use CmpIPredicate::*;
        match self {
            Eq => order.is_eq(),
            Ne => order.is_ne(),
            Slt | Ult => order.is_lt(),
            Sle | Ule => order.is_le(),
            Sgt | Ugt => order.is_gt(),
            Sge | Uge => order.is_ge(),
        }
    }

    /// Whether it holds for these operands.
    pub fn holds(self, lhs: &ApInt, rhs: &ApInt) -> bool {
        self.accepts(if self.is_unsigned() { lhs.ucmp(rhs) } else { lhs.scmp(rhs) })
    }
}

/// How `arith.cmpf` compares: ordered (`o..`) predicates are false if an
/// operand is NaN, unordered ones (`u..`) are true.
#[attr(int = 64)]
pub enum CmpFPredicate {
    /// Never.
    #[case("false")]
    AlwaysFalse,
    /// Ordered and equal.
    Oeq,
    /// Ordered and greater.
    Ogt,
    /// Ordered and greater or equal.
    Oge,
    /// Ordered and less.
    Olt,
    /// Ordered and less or equal.
    Ole,
    /// Ordered and not equal.
    One,
    /// Ordered: neither is NaN.
    Ord,
    /// Unordered or equal.
    Ueq,
    /// Unordered or greater.
    Ugt,
    /// Unordered or greater or equal.
    Uge,
    /// Unordered or less.
    Ult,
    /// Unordered or less or equal.
    Ule,
    /// Unordered or not equal.
    Une,
    /// Unordered: one is NaN.
    Uno,
    /// Always.
    #[case("true")]
    AlwaysTrue,
}

impl CmpFPredicate {
    /// Whether it holds for operands in this order; `None` means unordered.
    pub fn accepts(self, order: Option<Ordering>) -> bool {
        use CmpFPredicate::*;
        let (ordered, unordered) = (order.is_some(), order.is_none());
        let ordered_and = |test: fn(Ordering) -> bool| order.is_some_and(test);
        let unordered_or = |test: fn(Ordering) -> bool| order.is_none_or(test);
        match self {
            AlwaysFalse => false,
            Oeq => ordered_and(Ordering::is_eq),
            Ogt => ordered_and(Ordering::is_gt),
            Oge => ordered_and(Ordering::is_ge),
            Olt => ordered_and(Ordering::is_lt),
            Ole => ordered_and(Ordering::is_le),
            One => ordered_and(Ordering::is_ne),
            Ord => ordered,
            Ueq => unordered_or(Ordering::is_eq),
            Ugt => unordered_or(Ordering::is_gt),
            Uge => unordered_or(Ordering::is_ge),
            Ult => unordered_or(Ordering::is_lt),
            Ule => unordered_or(Ordering::is_le),
            Une => unordered_or(Ordering::is_ne),
            Uno => unordered,
            AlwaysTrue => true,
        }
    }

    /// Whether it holds for these operands.
    pub fn holds(self, lhs: ApFloat, rhs: ApFloat) -> bool {
        self.accepts(lhs.compare(rhs))
    }
}

/// What may be assumed of floating-point numbers, and done to them.
#[attr(
    name = "arith.fastmath",
    bits = ",",
    called = "::mlir::arith::FastMathFlags",
    summary = "Floating point fast math flags"
)]
pub enum FastMathFlags {
    /// Nothing.
    #[case("none")]
    None = 0,
    /// Operations may be associated differently.
    #[case("reassoc")]
    Reassociate = 1,
    /// Nothing is NaN.
    #[case("nnan")]
    NoNans = 2,
    /// Nothing is infinite.
    #[case("ninf")]
    NoInfinities = 4,
    /// The sign of zero does not matter.
    #[case("nsz")]
    NoSignedZeros = 8,
    /// Division may become multiplication by the reciprocal.
    #[case("arcp")]
    AllowReciprocal = 16,
    /// Operations may be fused.
    #[case("contract")]
    AllowContract = 32,
    /// Functions may be approximated.
    #[case("afn")]
    ApproximateFunctions = 64,
    /// All of these.
    #[case("fast")]
    Fast = 127,
}

/// Which overflows make a result poison.
#[attr(
    name = "arith.overflow",
    bits = ", ",
    called = "::mlir::arith::IntegerOverflowFlags",
    summary = "Integer overflow arith flags"
)]
pub enum IntegerOverflowFlags {
    /// None.
    #[case("none")]
    None = 0,
    /// No signed wrap.
    #[case("nsw")]
    NoSignedWrap = 1,
    /// No unsigned wrap.
    #[case("nuw")]
    NoUnsignedWrap = 2,
}

/// How a result that does not fit is rounded.
#[attr(int = 32, summary = "Floating point rounding mode")]
pub enum RoundingMode {
    /// To nearest, halves to even.
    ToNearestEven,
    /// Toward negative infinity.
    Downward,
    /// Toward positive infinity.
    Upward,
    /// Toward zero.
    TowardZero,
    /// To nearest, halves away from zero.
    ToNearestAway,
}

/// How an atomic read-modify-write combines what is there with what comes.
#[attr(int = 64)]
pub enum AtomicRmwKind {
    /// `addf`
    Addf,
    /// `addi`
    Addi,
    /// `andi`
    Andi,
    /// `assign`
    Assign,
    /// `maximumf`
    Maximumf,
    /// `maxnumf`
    Maxnumf,
    /// `maxs`
    Maxs,
    /// `maxu`
    Maxu,
    /// `minimumf`
    Minimumf,
    /// `minnumf`
    Minnumf,
    /// `mins`
    Mins,
    /// `minu`
    Minu,
    /// `mulf`
    Mulf,
    /// `muli`
    Muli,
    /// `ori`
    Ori,
    /// `xori`
    Xori,
}
