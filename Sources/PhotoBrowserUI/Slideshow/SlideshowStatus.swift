internal import CarouselUI

/// A short text in front of the slides: that the show is paused, or why nothing is shown.
final class SlideshowStatus: ContainerView {
  enum Status: Equatable {
    case paused
    /// Why an entry cannot be shown.
    case failed(String)
  }

  private let label = LabelView(
    "", style: TextStyle(size: 15, color: .white, alignment: .center), background: Color(white: 0, alpha: 0.7)
  )
  private(set) var status: Status?

  init() {
    super.init()
    isUserInteractionEnabled = false
    isHidden = true
    label.cornerRadius = 10
    addSubview(label)
  }

  /// Shows a status; `nil` shows none.
  func show(_ status: Status?) {
    guard status != self.status else { return }
    self.status = status
    isHidden = status == nil
    switch status {
    case .paused: label.text = "Paused"
    case .failed(let reason): label.text = reason
    case nil: break
    }
    superview?.setNeedsLayout()
  }

  /// Places the text at the bottom of an area.
  func layOut(in area: Rect) {
    let margin = 24.0  // points
    let room = Size(
      width: max(area.size.width - 2 * margin, 0), height: max(area.size.height - 2 * margin, 0))
    let fitting = label.sizeThatFits(room)
    size = Size(width: min(fitting.width, room.width), height: min(fitting.height, room.height))
    label.frame = bounds
    frame.origin = Point(
      x: ((area.size.width - size.width) / 2).rounded(),
      y: (area.size.height - margin - size.height).rounded())
  }
}
