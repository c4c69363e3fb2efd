import CarouselUI

/// A print that is zoomed with two fingers, the wheel with Control, a double tap, keys or buttons.
final class ZoomPage: StackView {
  private let scroll = ScrollView(PrintView(11, size: Size(width: 480, height: 600)), axes: [])
  private let percent = ThemedLabel("100 %", alignment: .center)

  init() {
    super.init(.vertical, spacing: 12)
    scroll.fitsContent = true
    scroll.maximumZoomScale = 12
    scroll.accessibilityLabel = "Print"
    scroll.onScroll = { [percent] in percent.text = "\(Int(($0.zoomScale * 100).rounded())) %" }
    addSubview(scroll.growing())
    addSubview(
      StackView(
        spacing: 8, alignment: .center, distribution: .center,
        [
          Button("Smaller") { [scroll] in scroll.setZoomScale(scroll.zoomScale / 2, animated: true) },
          percent,
          Button("Larger") { [scroll] in scroll.setZoomScale(scroll.zoomScale * 2, animated: true) },
          Button("Corner") { [scroll] in
            scroll.zoom(to: Rect(x: 0, y: 0, width: 60, height: 60), animated: true)
          },
        ]))
  }
}
