internal import Drawing
public import Geometry
internal import Input
public import Views

/// A card in front of the other views of a window, which receive no events until the dialog closes.
///
/// To show a dialog, pass it to `present(_:)` of a view or a window. Tab visits only the views of the dialog. Escape, a press
/// beside the card, and the button of ``hasCloseButton`` close it. The focus then returns to the view that had it before.
///
/// UIKit: `UIViewController.modalPresentationStyle` `.formSheet`. libadwaita: `AdwDialog`.
open class DialogView: ThemedView {
  /// The heading; empty for none.
  public let title: String
  /// The view below the heading; `nil` in a subclass that arranges its own views.
  public let content: View?
  /// Whether Escape and a press beside the card close the dialog; by default `true`.
  public var isDismissible = true
  /// Whether a button beside the heading closes the dialog; by default `false`. A dialog whose content has no such button needs
  /// it, because a user without a keyboard may not know that a press beside the card closes it.
  ///
  /// libadwaita: `AdwHeaderBar:show-end-title-buttons`.
  public var hasCloseButton = false {
    didSet {
      guard hasCloseButton != oldValue else { return }
      if hasCloseButton { addSubview(closeButton) } else { closeButton.removeFromSuperview() }
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }
  private lazy var closeButton = makeCloseButton()
  /// Called once after the dialog has closed.
  public var onClose: (() -> Void)?
  /// Whether a window shows the dialog.
  public var isPresented: Bool { dismiss != nil }
  /// Removes the dialog from its window; `nil` if no window shows it.
  package var dismiss: (() -> Void)?

  private let heading: ThemedLabel?
  private static let padding = 24.0
  private static let gap = 16.0
  /// The distance of the close button from the edges, in points.
  private static let closeMargin = 18.0

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The heading; empty, the default, for none.
  ///   - content: The view below the heading. Content that may be higher than a window belongs in a ``ScrollView``.
  public convenience init(_ title: String = "", content: View) { self.init(title: title, content) }

  init(title: String, _ content: View?) {
    (self.title, self.content) = (title, content)
    heading = content == nil || title.isEmpty ? nil : ThemedLabel(title, role: .title)
    super.init()
    for view in [heading, content] { if let view { addSubview(view) } }
    if content != nil { sizeToFit() }
  }

  /// Closes the dialog. Nothing happens if no window shows it.
  public func close() {
    guard let dismiss else { return }
    self.dismiss = nil
    dismiss()
    onClose?()
  }

  /// The view that gets the focus when the dialog appears; by default the first one of the content that can have it.
  open var initialFocus: View? { content?.focusTargets.first ?? focusTargets.first }

  private func makeCloseButton() -> Button {
    let button = Button(icon: .close, style: .flat)
    button.accessibilityLabel = "Close"
    button.onClick = { [weak self] in self?.closeByButton() }
    return button
  }

  /// Closes the dialog because the user has pressed the close button.
  func closeByButton() { close() }

  /// The size of the close button; zero without one.
  var closeSize: Size {
    hasCloseButton ? closeButton.fittingSize(in: Size(width: .infinity, height: .infinity)) : .zero
  }

  /// The height of the heading and of the close button beside it, for a width of the content.
  private func headingHeight(in width: Double) -> Double {
    let room = Size(width: max(width - closeSize.width, 0), height: .infinity)
    return headingHeight(of: heading?.fittingSize(in: room).height ?? 0)
  }

  /// The height of a text of the heading and of the close button beside it, below the padding of the dialog.
  func headingHeight(of text: Double) -> Double {
    hasCloseButton ? max(text, closeSize.height + Self.closeMargin - Self.padding) : text
  }

  // MARK: Semantics

  open override var semantics: Semantics {
    var semantics = Semantics(.dialog, label: title.isEmpty ? nil : title, children: .subviews)
    semantics.states = .modal
    return semantics
  }

  // MARK: Layout

  open override func sizeThatFits(_ size: Size) -> Size {
    let inner = size.inset(by: EdgeInsets(Self.padding))
    let titleWidth = (heading?.fittingSize(in: inner).width ?? 0) + closeSize.width
    let height = headingHeight(in: inner.width)
    let top = height == 0 ? 0 : height + Self.gap
    let content =
      content?.fittingSize(in: Size(width: inner.width, height: max(inner.height - top, 0))) ?? .zero
    return Size(
      width: max(titleWidth, content.width) + 2 * Self.padding,
      height: top + content.height + 2 * Self.padding)
  }

  open override func layoutSubviews() {
    let inner = bounds.inset(by: Self.padding)
    let height = headingHeight(in: inner.size.width)
    let top = height == 0 ? 0 : height + Self.gap
    let (close, isMirrored) = (closeSize, effectiveLayoutDirection == .rightToLeft)
    if hasCloseButton {
      closeButton.frame = Rect(
        x: isMirrored ? Self.closeMargin : size.width - Self.closeMargin - close.width, y: Self.closeMargin,
        width: close.width, height: close.height)
    }
    heading?.frame = Rect(
      x: inner.minX + (isMirrored ? close.width : 0), y: inner.minY,
      width: max(inner.size.width - close.width, 0), height: height)
    content?.frame = Rect(
      x: inner.minX, y: inner.minY + top, width: inner.size.width, height: max(inner.size.height - top, 0))
  }

  // MARK: Keys

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard key.symbol == .escape, !key.isShortcut, isDismissible else { return false }
    if !key.isRepeat { close() }
    return true
  }

  open override func makePainter() -> Painter? {
    let state = ControlState(of: self)
    return { canvas in
      let frame = canvas.snapped(state.bounds)
      canvas.fill(.roundedRect(frame, radius: state.theme.metrics.cardRadius), with: state.colors.popover)
      state.outline(frame, radius: state.theme.metrics.cardRadius, in: canvas)
    }
  }
}
