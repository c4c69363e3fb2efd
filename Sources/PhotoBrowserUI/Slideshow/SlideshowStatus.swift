internal import CarouselUI

/// A short text in front of the slides: that the show is paused, why nothing is shown, or for a moment what the user has changed.
final class SlideshowStatus: ContainerView {
  enum Status: Equatable {
    case paused
    /// Why an entry cannot be shown.
    case failed(String)
  }

  private let label = LabelView("", background: Color(white: 0, alpha: 0.7))
  private(set) var status: Status?
  /// The text that is shown for a moment in place of the status.
  private var message: String?
  private var timer: (any ViewTimer)?
  private static let messageTime = 1.5  // seconds
  private static let bottom = 72.0  // points

  init() {
    super.init()
    isUserInteractionEnabled = false
    isHidden = true
    label.cornerRadius = 10
    label.changeStyle { style in
      style.size *= 0.75
      style.color = .white
    }
    addSubview(label)
  }

  /// Shows a status; `nil` shows none.
  func show(_ status: Status?) {
    guard status != self.status else { return }
    self.status = status
    update()
  }

  /// Shows a text for a moment.
  func flash(_ text: String) {
    message = text
    update()
    timer?.cancel()
    timer = startTimer(after: Self.messageTime) { [weak self] in
      self?.message = nil
      self?.update()
    }
  }

  private func update() {
    let text =
      switch status {
      case .paused: "Paused"
      case .failed(let reason): reason
      case nil: ""
      }
    label.text = message ?? text
    isHidden = label.text.isEmpty
    superview?.setNeedsLayout()
  }

  /// Places the text at the bottom of an area, above the name of the photo.
  func layOut(in area: Rect) {
    let margin = 24.0  // points
    let room = Size(
      width: max(area.size.width - 2 * margin, 0), height: max(area.size.height - 2 * margin, 0))
    let fitting = label.sizeThatFits(room)
    size = Size(width: min(fitting.width, room.width), height: min(fitting.height, room.height))
    label.frame = bounds
    frame.origin = Point(
      x: ((area.size.width - size.width) / 2).rounded(),
      y: max(area.size.height - Self.bottom - size.height, 0).rounded())
  }
}
