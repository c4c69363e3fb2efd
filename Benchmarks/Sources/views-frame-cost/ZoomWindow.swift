import CarouselUI
import Foundation
import HeadlessCompositor

/// A window of 1920 × 1080 pixels with a picture of 24 megapixels, which two fingers enlarge, one finger moves, and two fingers
/// reduce, again and again.
@MainActor
final class ZoomWindow: MeasuredWindow {
  private let window: HeadlessWindow
  private let scroll: ScrollView
  private var step = 0
  private(set) var proof = 0.0

  /// The number of frames of one round.
  private static let round = 240

  init() throws {
    let size = Size(width: 1920, height: 1080)
    window = try HeadlessWindow("Zoom", size: size)
    let image = try Image.drawn(width: 6000, height: 4000) { canvas in
      canvas.fill(with: .white)
      for line in 0..<400 {
        let place = Double(line) * 10
        canvas.fill(
          Rect(x: place, y: place, width: 1500, height: 5), with: Color(white: place / 4000, alpha: 1))
      }
    }
    scroll = ScrollView(ImageView(size: Size(width: 6000, height: 4000), image: image), axes: [], size: size)
    scroll.fitsContent = true
    scroll.maximumZoomScale = 8
    window.ui.contentView.addSubview(scroll)
    for _ in 0..<60 { window.frame() }
    for _ in 0..<Self.round { perform() }
    proof = 0
  }

  func perform() {
    let before = scroll.visibleContentRect
    act(step % Self.round)
    step += 1
    window.frame()
    if scroll.visibleContentRect != before { proof += 1 }
  }

  /// Moves the fingers for a frame of the round.
  private func act(_ place: Int) {
    let touch = window.compositor.seat.touch
    func spread(_ distance: Double) -> [(Double, Double)] { [(960 - distance, 540), (960 + distance, 540)] }
    func both(_ points: [(Double, Double)]) {
      for (id, point) in points.enumerated() { touch.move(to: point, id: Int32(id)) }
    }
    func down(_ points: [(Double, Double)]) {
      for (id, point) in points.enumerated() { touch.down(at: point, id: Int32(id)) }
    }
    switch place {
    case 0: down(spread(100))
    case 1..<60: both(spread(100 + 9 * Double(place)))
    case 60, 239: for id in Int32(0)..<2 { touch.up(id: id) }
    case 61: touch.down(at: (960, 540), id: 0)
    case 62..<150:
      let angle = Double(place - 62) / 14
      touch.move(to: (960 + 400 * sin(angle), 540 + 200 * sin(angle / 2)), id: 0)
    case 150: touch.up(id: 0)
    case 180: down(spread(631))
    case 181..<239: both(spread(631 - 9 * Double(place - 180)))
    default: break
    }
  }

}
