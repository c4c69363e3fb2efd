/// What the delegate says to the options, each with its default.
@MainActor
struct OptionValues {
  let carousel: Carousel
  let delegate: (any CarouselDelegate)?

  /// Returns the value of `option`; a delegate that answers with no number leaves the default.
  func number(_ option: CarouselOption, default value: Double) -> Double {
    guard let delegate else { return value }
    let answer = delegate.carousel(carousel, valueFor: option, withDefault: value)
    return answer.isNaN ? value : answer
  }

  /// Returns the value of `option` as a whole number.
  func count(_ option: CarouselOption, default value: Int) -> Int {
    Int(min(max(number(option, default: Double(value)), -1e9), 1e9))
  }

  /// Returns whether `option` is not 0.
  func isOn(_ option: CarouselOption, default value: Bool) -> Bool {
    number(option, default: value ? 1 : 0) != 0
  }
}
