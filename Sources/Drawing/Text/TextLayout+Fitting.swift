public import Geometry

extension TextLayout {
  /// Lays out `text` in the width of `size` and truncates it with an ellipsis after the last line that fits the height.
  ///
  /// The layout has at least one line, even if this line is higher than `size`.
  public convenience init(_ text: String, style: TextStyle, fitting size: Size) {
    let whole = TextLayout(text, style: style, width: size.width)
    let limited = style.limited(to: size.height, shownBy: whole)
    if limited == style {
      self.init(sharing: whole)
    } else {
      self.init(text, style: limited, width: size.width)
    }
  }

  /// Lays out `text` like ``init(_:style:fitting:)``, with lines of about equal length.
  ///
  /// The layout gets about the smallest ``width`` at which the text does not need more lines, but at least half of
  /// the width of `size`. If the style or the height limits the number of lines, the lines are not balanced.
  ///
  /// - Complexity: Creates O(log w) layouts for a width of w points; six at 500 points.
  public convenience init(balanced text: String, style: TextStyle, fitting size: Size) {
    let whole = TextLayout(text, style: style, width: size.width)
    let limited = style.limited(to: size.height, shownBy: whole)
    guard limited == style else {
      self.init(text, style: limited, width: size.width)
      return
    }
    // The last layout whose lines fit.
    var narrowest = whole
    if whole.lineCount > 1 && style.maxLines == 0 {
      var (tooNarrow, widest) = (size.width / 2, size.width)
      while widest - tooNarrow > 8 {  // points; smaller differences are invisible
        let middle = (widest + tooNarrow) / 2
        let layout = TextLayout(text, style: style, width: middle)
        if layout.lineCount == whole.lineCount {
          (narrowest, widest) = (layout, middle)
        } else {
          tooNarrow = middle
        }
      }
    }
    self.init(sharing: narrowest)
  }
}

extension TextStyle {
  /// Returns the style with ``maxLines`` set to the number of lines that fit `height`. `whole` is the layout
  /// of the whole text.
  fileprivate func limited(to height: Double, shownBy whole: TextLayout) -> TextStyle {
    guard whole.size.height > height, whole.lineCount > 1 else { return self }
    var style = self
    style.maxLines = max(Int(max(height, 0) * Double(whole.lineCount) / whole.size.height), 1)
    return style
  }
}
