internal import CarouselUI
internal import Kiosk
@_spi(Subclassing) internal import Views

/// The picture of a screen that rests, in front of all other views. It takes all contacts, so that the touch that wakes the screen
/// selects nothing.
final class RestCover: ContainerView {
  /// The content of the cover.
  enum Look: Equatable {
    case dim, black
    /// A time of the day as a text.
    case clock(String)
    /// Nothing is seen, but contacts are still taken.
    case clear
  }

  private let shade = View()
  private let clock = LabelView(
    "", style: TextStyle(size: 96, weight: .light, color: Color(white: 0.55), alignment: .center))
  /// The number of changes of the time, from which its place follows.
  private var step = 0

  var look = Look.clear {
    didSet {
      guard look != oldValue else { return }
      shade.isHidden = look == .clear
      shade.backgroundColor = look == .dim ? Color(white: 0, alpha: Self.dimming) : .black
      clock.isHidden = true
      if case .clock(let time) = look {
        clock.isHidden = false
        clock.text = time
        step += 1
      }
      setNeedsLayout()
    }
  }

  /// The opacity of the black in front of a dim show.
  private static let dimming = 0.75

  override init(size: Size = .zero) {
    super.init(size: size)
    // With pixels of their own, they disappear without a repaint.
    for view in [shade, clock] {
      view.isLayered = true
      view.isHidden = true
    }
    addSubview(shade)
    addSubview(clock)
  }

  override func layoutSubviews() {
    shade.frame = bounds
    let fitting = clock.sizeThatFits(size)
    let room = Size(width: max(size.width - fitting.width, 0), height: max(size.height - fitting.height, 0))
    // Two irrational steps fill the screen evenly, and no place comes again soon.
    let across = (Double(step) * 0.618_034).truncatingRemainder(dividingBy: 1)
    let down = (Double(step) * 0.414_214).truncatingRemainder(dividingBy: 1)
    clock.frame = Rect(
      x: (room.width * across).rounded(), y: (room.height * down).rounded(), width: fitting.width,
      height: fitting.height)
  }

  override func contactBegan(_ contact: Contact) -> ContactResponse { .tracking }
}
