internal import Geometry

/// Numbers from outside, brought into the range in which arithmetic with them stays exact enough to be of use.
enum NumericLimits {
  /// The largest number of anything: whole numbers and halves up to here are exact.
  static let most = 1e12
  /// The longest side of a carousel, in points.
  static let longestSide = 1e6
}

extension Double {
  /// This number, or the nearest that can be reckoned with; `nil` if it is none.
  var known: Double? {
    isNaN ? nil : Swift.min(Swift.max(self, -NumericLimits.most), NumericLimits.most)
  }

  /// Returns this number, or `fallback` if it is none; infinite ones are brought into range.
  func finite(or fallback: Double) -> Double { known ?? fallback }
}

extension Int {
  /// Creates the whole number that `number` is; the nearest that can be reckoned with if it is too large, and 0 if it is none.
  init(within number: Double) {
    self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -1e15), 1e15))
  }

  /// This number as a number of items.
  var asCount: Int { Swift.min(Swift.max(self, 0), Int(NumericLimits.most)) }
}

extension Size {
  /// Returns this size with each side that is no number taken from `fallback`.
  func finite(or fallback: Size) -> Size {
    Size(width: width.finite(or: fallback.width), height: height.finite(or: fallback.height))
  }

  /// This size within what a carousel can have.
  var asBounds: Size {
    Size(
      width: min(max(width.finite(or: 0), 0), NumericLimits.longestSide),
      height: min(max(height.finite(or: 0), 0), NumericLimits.longestSide))
  }
}
