import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// The positions of the controls of each page in small and large windows.
@MainActor
struct SizeStories {
  @Test(
    "From 480×800 to 3840×2160 pixels, also with large text, the controls of a page do not overlap, and none is cut off",
    .proves("R167"), arguments: GalleryPage.all.map(\.id))
  func sizes(page: String) throws {
    // A screen of 3840×2160 pixels has 1920×1080 points at scale 2. Positions in points hardly depend on the scale, so
    // only a few pages are drawn with so many pixels.
    let largeScale = ["basic", "controls", "options"].contains(page) ? 2.0 : 1
    for (width, height, scale) in [(480.0, 800.0, 1.0), (1280, 720, 1), (1920, 1080, largeScale)] {
      let size = Size(width: width, height: height)
      let rig = try GalleryRig(page, Situation(hand: .touch, scale: scale), size: size, frames: 3)
      for (isMirrored, textScale) in [(false, 1.0), (true, 1), (false, 1.5)] {
        var theme = Theme.light
        theme.textScale = textScale
        rig.ui.theme = theme
        rig.gallery.choose(dark: false, highContrast: false, rightToLeft: isMirrored)
        rig.frames(1)
        #expect(rig.gallery.effectiveTheme.textScale == textScale)
        check(rig.gallery, "\(page), \(Int(width))×\(Int(height)), mirrored \(isMirrored), text \(textScale)")
      }
      #expect(rig.compositor.protocolErrors.isEmpty)
      rig.ui.close()  // releases the buffers
    }
  }

  /// A control, text or carousel, and its visible rectangle in the window.
  private struct Part {
    let view: View
    let seen: Rect
  }

  private func check(_ gallery: GalleryView, _ name: String) {
    var parts: [Part] = []
    collect(gallery, in: gallery, seen: gallery.bounds, &parts, name)
    #expect(parts.contains { $0.view is Control || $0.view is CarouselView })
    for (index, part) in parts.enumerated() {
      for other in parts[..<index] {
        let common = part.seen.intersection(other.seen)
        #expect(
          common.size.width < 0.5 || common.size.height < 0.5,
          "\(name): \(describe(other)) and \(describe(part)) overlap")
      }
    }
  }

  private func describe(_ part: Part) -> String {
    let text = (part.view as? Button)?.title ?? (part.view as? ThemedLabel)?.text ?? ""
    return "\(type(of: part.view)) “\(text)” at \(part.seen)"
  }

  /// Adds the visible controls, texts and carousels in a view.
  ///
  /// - Parameter seen: The part of the window in which the view is visible.
  private func collect(
    _ view: View, in gallery: GalleryView, seen: Rect, _ parts: inout [Part], _ name: String
  ) {
    guard !view.isHidden, let origin = view.convert(view.bounds.origin, to: nil) else { return }
    let frame = Rect(origin: origin, size: view.size)
    let isPart =
      view is Control || view is TextField || view is ListView || view is ThemedLabel || view is CarouselView
    if isPart {
      let part = Part(view: view, seen: frame.intersection(seen))
      let room = seen.inset(by: EdgeInsets(-0.5))
      // Only a scroll view may cut off a part: in the direction in which it scrolls.
      let isScrolled = view.superviews.contains { $0 is ScrollView }
      let isInside = isScrolled ? room.spans(frame) : room.spans(frame) && room.holds(frame)
      #expect(isInside, "\(name): \(describe(part)) is cut off at \(seen)")
      if let label = view as? ThemedLabel {
        let needed = label.sizeThatFits(Size(width: frame.size.width, height: .infinity)).height
        #expect(needed <= frame.size.height + 0.5, "\(name): \(describe(part)) needs a height of \(needed)")
      }
      let least = view is CarouselView ? Size(width: 160, height: 80) : Size(width: 12, height: 8)
      #expect(
        frame.size.width >= least.width && frame.size.height >= least.height
          || (view as? ThemedLabel)?.text == "",
        "\(name): \(describe(part)) is too small")
      if !part.seen.isEmpty { parts.append(part) }
      return
    }
    let inner = view.clipsToBounds ? seen.intersection(frame) : seen
    if view is ScrollView {
      let room = seen.inset(by: EdgeInsets(-0.5))
      #expect(
        room.spans(frame) && room.holds(frame) && frame.size.height >= 80, "\(name): a panel at \(frame)")
    }
    for subview in view.subviews { collect(subview, in: gallery, seen: inner, &parts, name) }
  }
}

extension Rect {
  /// Whether `other` is between the left and the right side.
  fileprivate func spans(_ other: Rect) -> Bool { other.minX >= minX && other.maxX <= maxX }
  /// Whether `other` is between the upper and the lower side.
  fileprivate func holds(_ other: Rect) -> Bool { other.minY >= minY && other.maxY <= maxY }
}

extension View {
  fileprivate var superviews: [View] { superview.map { [$0] + $0.superviews } ?? [] }
}
