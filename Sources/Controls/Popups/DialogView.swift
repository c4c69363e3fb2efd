internal import Drawing
public import Geometry
internal import Input
public import Views

/// A card in front of the other views of a window, which receive no events until the dialog closes.
///
/// To show a dialog, pass it to `present(_:)` of a view or a window. Tab visits only the views of the dialog. Escape, and a press
/// beside the card, close it. The focus then returns to the view that had it before.
///
/// UIKit: `UIViewController.modalPresentationStyle` `.formSheet`. libadwaita: `AdwDialog`.
open class DialogView: ThemedView {
  /// The heading; empty for none.
  public let title: String
  /// The view below the heading; `nil` in a subclass that arranges its own views.
  public let content: View?
  /// Whether Escape and a press beside the card close the dialog; by default `true`.
  public var isDismissible = true
  /// Called once after the dialog has closed.
  public var onClose: (() -> Void)?
  /// Whether a window shows the dialog.
  public var isPresented: Bool { dismiss != nil }
  /// Removes the dialog from its window; `nil` if no window shows it.
  package var dismiss: (() -> Void)?

  private let heading: ThemedLabel?
  private static let padding = 24.0
  private static let gap = 16.0

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

  /// The view that gets the focus when the dialog appears; by default the first one that can have it.
  open var initialFocus: View? { focusTargets.first }

  // MARK: Semantics

  open override var semantics: Semantics {
    var semantics = Semantics(.dialog, label: title.isEmpty ? nil : title, children: .subviews)
    semantics.states = .modal
    return semantics
  }

  // MARK: Layout

  open override func sizeThatFits(_ size: Size) -> Size {
    let inner = size.inset(by: EdgeInsets(Self.padding))
    let title = heading?.fittingSize(in: inner) ?? .zero
    let top = heading == nil ? 0 : title.height + Self.gap
    let content =
      content?.fittingSize(in: Size(width: inner.width, height: max(inner.height - top, 0))) ?? .zero
    return Size(
      width: max(title.width, content.width) + 2 * Self.padding,
      height: top + content.height + 2 * Self.padding)
  }

  open override func layoutSubviews() {
    let inner = bounds.inset(by: Self.padding)
    let height = heading?.fittingSize(in: inner.size).height ?? 0
    heading?.frame = Rect(x: inner.minX, y: inner.minY, width: inner.size.width, height: height)
    let top = heading == nil ? 0 : height + Self.gap
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
