internal import Glibc

extension Color {
  /// Returns the contrast ratio of this color and `other`, in `1...21`. The alpha components are ignored.
  ///
  /// Text is legible for most users at 4.5 or more, and icons and borders at 3 or more.
  ///
  /// WCAG 2: contrast ratio.
  public func contrast(with other: Color) -> Double {
    let (one, two) = (relativeLuminance, other.relativeLuminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// WCAG 2: relative luminance.
  private var relativeLuminance: Double {
    func linear(_ component: Double) -> Double {
      let value = component > 0 ? min(component, 1) : 0
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
