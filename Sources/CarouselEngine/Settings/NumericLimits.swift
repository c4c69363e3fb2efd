internal import Geometry

/// Limits for numbers that callers pass. Within these limits, arithmetic is precise enough.
enum NumericLimits {
  /// The maximum absolute value of a number. Integers and halves up to this value are exact.
  static let maximum = 1e12
  /// The maximum width and height of a carousel, in points.
  static let longestSide = 1e6
}

extension Double {
  /// This number clamped to the supported range; `nil` for NaN.
  var known: Double? {
    isNaN ? nil : Swift.min(Swift.max(self, -NumericLimits.maximum), NumericLimits.maximum)
  }

  /// Returns this number clamped to the supported range, or `fallback` for NaN.
  func finite(or fallback: Double) -> Double { known ?? fallback }
}

extension Int {
  /// Creates an integer from the integer part of `number`, clamped to the supported range; 0 for NaN.
  init(within number: Double) {
    self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -1e15), 1e15))
  }

  /// This number clamped to a valid number of items.
  var asCount: Int { Swift.min(Swift.max(self, 0), Int(NumericLimits.maximum)) }
}

extension Range<Int> {
  /// Returns the first number for which the condition is `true`; the upper bound if there is none. The condition
  /// must be `true` for all numbers after it.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  func partitioningIndex(where isAtOrAfter: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isAtOrAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Size {
  /// Returns this size with each NaN side replaced by that of `fallback`.
  func finite(or fallback: Size) -> Size {
    Size(width: width.finite(or: fallback.width), height: height.finite(or: fallback.height))
  }

  /// This size clamped to the valid bounds of a carousel.
  package var asBounds: Size {
    Size(
      width: min(max(width.finite(or: 0), 0), NumericLimits.longestSide),
      height: min(max(height.finite(or: 0), 0), NumericLimits.longestSide))
  }
}
