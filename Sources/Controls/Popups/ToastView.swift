internal import Drawing
public import Geometry
public import Views

/// A short message at the bottom of a window, with an optional action, which disappears after some seconds.
///
/// To show a toast, pass it to `present(_:)` of a view or a window. It stays while the pointer is over it or its button has the
/// focus.
///
/// libadwaita: `AdwToast`. Material: snackbar.
public final class ToastView: ThemedView {
  /// The message.
  public let text: String
  /// How long the toast is shown, in seconds; by default 5. It is at least 1 second; an infinite or invalid duration means that
  /// only the user or ``close()`` closes the toast.
  public var duration: Double
  /// Called once after the toast has closed.
  public var onClose: (() -> Void)?
  /// Removes the toast from its window; `nil` if no window shows it.
  package var dismiss: (() -> Void)?

  private let label: ThemedLabel
  private let action: Button?
  private let closeButton = Button(icon: .close, style: .flat)
  private let row: StackView
  private var timer: (any ViewTimer)?
  /// Whether the toast is in its place or slides in.
  private var isShown = false
  /// The distance over which the toast slides in, in points.
  private static let travel = 24.0

  /// Creates a toast.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - action: The title of a button; `nil`, the default, for none.
  ///   - duration: In seconds; see ``duration``.
  ///   - onAction: Called when the user chooses the action. The toast then closes.
  public init(
    _ text: String, action: String? = nil, duration: Double = 5, onAction: (() -> Void)? = nil
  ) {
    (self.text, self.duration) = (text, duration)
    label = ThemedLabel(text)
    self.action = action.map { Button($0, style: .flat) }
    row = StackView(.horizontal, spacing: 8, alignment: .center, [label.growing()])
    super.init()
    isLayered = true
    label.maxLines = 3
    closeButton.accessibilityLabel = "Close"
    closeButton.shape = .circular
    closeButton.onClick = { [weak self] in self?.close() }
    self.action?.onClick = { [weak self] in
      onAction?()
      self?.close()
    }
    for part in [self.action, closeButton] { if let part { row.addSubview(part) } }
    addSubview(row)
    sizeToFit()
  }

  /// Closes the toast before its time. Nothing happens if no window shows it.
  public func close() {
    timer?.cancel()
    timer = nil
    guard isInWindow, isShown else { return }
    isUserInteractionEnabled = false
    move(in: false)
  }

  public override var semantics: Semantics { Semantics(.group, label: text, children: .subviews) }

  // MARK: Time

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    place(in: false)
    guard isInWindow else {
      timer?.cancel()
      timer = nil
      guard dismiss != nil else { return }
      dismiss = nil
      onClose?()
      return
    }
    appear()
  }

  /// Slides in and begins to wait, also if the toast slides out at present.
  package func appear() {
    timer?.cancel()
    timer = nil
    isUserInteractionEnabled = true
    announce(text)
    move(in: true)
    if duration.isFinite { wait(max(duration, 1)) }
  }

  private func wait(_ seconds: Double) {
    timer = startTimer(after: seconds) { [weak self] in
      guard let self else { return }
      if isHovered || action?.isFocused == true || closeButton.isFocused { wait(1) } else { close() }
    }
  }

  private func move(in isIn: Bool) {
    // With reduced motion, the opacity does not move either.
    View.animate(effectiveTheme.isMotionReduced ? .spring(duration: 0) : .slide) {
      place(in: isIn)
    } completion: { [weak self] _ in
      // The motion also ends when the program changes the opacity or the transform itself. It may have begun to appear again.
      if let self, !isIn, !isShown, isInWindow { dismiss?() }
    }
  }

  private func place(in isIn: Bool) {
    isShown = isIn
    alpha = isIn ? 1 : 0
    transform = .translation(x: 0, y: isIn ? 0 : Self.travel)
  }

  // MARK: Layout

  private static let insets = EdgeInsets(top: 6, left: 18, bottom: 6, right: 6)

  public override func sizeThatFits(_ size: Size) -> Size {
    let inner = row.fittingSize(in: size.inset(by: Self.insets))
    return Size(
      width: min(inner.width + Self.insets.total.width, size.width),
      height: inner.height + Self.insets.total.height)
  }

  public override func layoutSubviews() {
    let insets = Self.insets
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    row.frame = bounds.inset(
      by: isMirrored
        ? EdgeInsets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left) : insets)
  }

  public override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      let radius = min(frame.size.height / 2, 2 * state.theme.metrics.cardRadius)
      canvas.fill(.roundedRect(frame, radius: radius), with: state.colors.popover)
      canvas.strokeBorder(frame, radius: radius, with: state.colors.border, width: 1)
      state.outline(frame, radius: radius, in: canvas)
    }
  }
}
