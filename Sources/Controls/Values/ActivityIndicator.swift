internal import Drawing
public import Geometry
@_spi(Subclassing) public import Views

/// A ring that rotates while work of unknown duration is in progress.
///
/// The ring has its own pixels: it rotates without repainting the views around it. While it does not rotate, it
/// requests no frames. With ``/Views/Theme/isMotionReduced`` it never rotates.
///
/// UIKit: `UIActivityIndicatorView`. GTK: `GtkSpinner`.
public final class ActivityIndicator: ContainerView {
  /// Whether the ring rotates; by default `false`.
  ///
  /// UIKit: `isAnimating`.
  public var isAnimating = false {
    didSet {
      guard isAnimating != oldValue else { return }
      update()
      accessibilityChanged(.children)
    }
  }
  /// Whether the ring is hidden while it does not rotate; by default `true`.
  ///
  /// UIKit: `hidesWhenStopped`.
  public var hidesWhenStopped = true { didSet { update() } }

  /// The duration of one rotation, in seconds.
  public static let period = 1.2
  private let ring = ActivityRing()
  private var startTime: Timestamp?

  /// Creates an indicator.
  ///
  /// - Parameter side: The width and height, in points.
  public init(size side: Double = 32, isAnimating: Bool = false) {
    super.init(size: Size(width: side, height: side))
    ring.isLayered = true
    addSubview(ring)
    self.isAnimating = isAnimating
    update()
  }

  /// Shows the ring and starts its rotation.
  ///
  /// UIKit: `startAnimating`.
  public func startAnimating() { isAnimating = true }
  /// Stops the rotation.
  ///
  /// UIKit: `stopAnimating`.
  public func stopAnimating() { isAnimating = false }

  public override var semantics: Semantics {
    guard isAnimating else { return Semantics() }
    var semantics = Semantics(.spinner)
    semantics.states = .busy
    return semantics
  }

  private func update() {
    ring.isHidden = !isAnimating && hidesWhenStopped
    startTime = nil
    if turns { setNeedsAnimation() }
  }

  private var turns: Bool { isAnimating && !effectiveTheme.isMotionReduced }

  public override func themeChanged() { update() }
  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if isInWindow { update() }
  }

  @_spi(Subclassing) public override var pausesUnseen: Bool { true }
  public override func animate(to now: Timestamp) -> Bool {
    guard turns else { return false }
    let start = startTime ?? now
    startTime = start
    let turn = ((now - start) / Self.period).truncatingRemainder(dividingBy: 1)
    ring.transform = .rotation(by: 2 * .pi * turn)
    return true
  }

  public override func sizeThatFits(_ size: Size) -> Size { self.size }
  public override func layoutSubviews() {
    let side = min(size.width, size.height)
    ring.frame = Rect(
      x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
  }
}

/// The rotating view of an activity indicator.
private final class ActivityRing: ThemedView {
  override func makePainter() -> Painter? {
    let (state, side) = (ControlState(of: self), size.width)
    return { canvas in
      let width = max(side / 10, 1.5)
      let center = Point(x: side / 2, y: side / 2)
      let radius = max(side / 2 - width, 0)
      canvas.stroke(.circle(center: center, radius: radius), with: state.colors.shade(0.15), width: width)
      var arc = Path()
      arc.addArc(center: center, radius: radius, from: -.pi / 2, to: .pi / 6)
      canvas.stroke(arc, with: state.colors.foreground, width: width)
    }
  }
}
