internal import Drawing
public import Geometry
internal import Input
@_spi(Subclassing) public import Views

/// Pages one above another, with a bar that has the title of the top page and a button back to the page below.
///
/// The back button, Alt with the left arrow key, a swipe of a finger or a pen from the side where lines of text begin, and a swipe
/// of two fingers on a touchpad lead back. Buttons and menus of an application lead back with ``back``.
///
/// UIKit: `UINavigationController`. libadwaita: `AdwNavigationView`.
public final class NavigationView: ContainerView {
  /// The command that leads back to the page below.
  public static let back = Command(
    "navigation.back", title: "Back", icon: .back, shortcuts: [Shortcut(.left, .alt)])

  private struct Page {
    let view: View
    let title: String
    /// The view that had the focus when a page was pushed above this one.
    weak var focused: View?
    /// Whether the page receives events while it does not slide out.
    var isInteractive = true
  }
  /// The pages, from the lowest to the top.
  private var stack: [Page]
  /// The page that slides out after it was popped.
  private var leaving: Page?
  /// How far the top page, or the leaving one, has slid in.
  private var slide = SlideTrack(isIn: true)

  private enum Gesture {
    case none
    /// A finger that has come down near the side.
    case pressed(Int)
    case dragged(Int)
    /// Two fingers on a touchpad, with the sum of their movements.
    case touchpad(distance: Double, velocity: VelocityTracker)
  }
  private var gesture = Gesture.none

  private let bar = ContainerView()
  private let backButton = Button(NavigationView.back, showsTitle: false, style: .flat)
  private let title = ThemedLabel("", role: .title)
  private let area = PageArea()
  private let shade = View()

  /// The pages, from the lowest to the top.
  public var pages: [View] { stack.map(\.view) }
  /// Whether the bar with the title is shown; by default `true`.
  public var showsBar = true { didSet { if showsBar != oldValue { setNeedsLayout() } } }
  /// Called after a page was pushed or popped.
  public var onChange: (() -> Void)?

  /// The width of the strip at the side in which a swipe back begins, in points.
  ///
  /// UIKit: `UIScreenEdgePanGestureRecognizer`.
  private static let edgeWidth = 20.0
  /// The distance that starts a swipe, in points. It is below that of a drag, so that the swipe precedes the drag of a
  /// carousel in the page.
  private static let swipeThreshold = DragThreshold.distance / 2
  /// The part of the width by which the lower page is moved while it is covered.
  private static let parallax = 0.25
  private static let mostShade = 0.25

  /// Creates a navigation with one page.
  public init(_ root: View, title: String) {
    stack = [Page(view: root, title: title)]
    super.init()
    area.clipsToBounds = true
    shade.backgroundColor = Color(white: 0)
    shade.isLayered = true
    shade.isUserInteractionEnabled = false
    self.title.maxLines = 1
    for view in [backButton, self.title] { bar.addSubview(view) }
    addSubview(area)
    addSubview(bar)
    area.onRemove = { [weak self] in self?.pageWasTaken($0) }
    add(root)
    handle(
      Self.back, isEnabled: { [weak self] in self.map { $0.stack.count > 1 } ?? false },
      action: { [weak self] in self?.pop() })
    showPages()
    sizeToFit()
  }

  // MARK: Pages

  /// Shows a page above the present one. A page that is already on the stack is not pushed.
  ///
  /// UIKit: `pushViewController:animated:`.
  public func push(_ view: View, title: String, animated: Bool = true) {
    guard !stack.contains(where: { $0.view === view }), !isDescendant(of: view) else { return }
    endTransition()
    let focused = tree?.focus.place
    let hasFocus = focused?.isDescendant(of: area) == true
    stack[stack.count - 1].focused = hasFocus ? focused : nil
    stack.append(Page(view: view, title: title))
    add(view)
    slide = SlideTrack(isIn: false)
    move(in: true, animated: animated)
    if hasFocus { moveFocus(to: stack[stack.count - 1]) }
    onChange?()
  }

  /// Gives the focus to the view of a page that had it before, or else to its first view. Without such a view, keys begin at
  /// the page.
  private func moveFocus(to page: Page) {
    guard let focus = tree?.focus else { return }
    if let focused = page.focused, focused.isDescendant(of: page.view), focused.becomeFocused() { return }
    page.view.focusFirst()
    if focus.place?.isDescendant(of: page.view) != true { focus.beginKeys(at: page.view) }
  }

  /// Leads back to the page below. Returns the page that was removed; `nil` if there is only one page.
  ///
  /// UIKit: `popViewControllerAnimated:`.
  @discardableResult
  public func pop(animated: Bool = true) -> View? {
    guard stack.count > 1 else { return nil }
    if leaving != nil { endTransition() }
    guard stack.count > 1 else { return nil }
    return removeTop { move(in: false, animated: animated) }
  }

  /// Makes the top page the leaving one.
  ///
  /// - Parameter start: Starts its motion.
  private func removeTop(_ start: () -> Void) -> View {
    var page = stack.removeLast()
    page.isInteractive = page.view.isUserInteractionEnabled
    leaving = page
    let place = tree?.focus.place
    // The back button is hidden on the lowest page and then loses the focus, too.
    let hadFocus =
      place?.isDescendant(of: page.view) == true
      || stack.count == 1 && place?.isDescendant(of: backButton) == true
    if page.view.superview === area { page.view.isUserInteractionEnabled = false }
    start()
    if hadFocus { moveFocus(to: stack[stack.count - 1]) }
    onChange?()
    return page.view
  }

  /// Leads back to the lowest page.
  ///
  /// UIKit: `popToRootViewControllerAnimated:`.
  public func popToRoot(animated: Bool = true) {
    guard stack.count > 1 else { return }
    endTransition()
    let middle = stack[1..<stack.count - 1].map(\.view)
    stack.removeSubrange(1..<stack.count - 1)
    for view in middle where view.superview === area { view.removeFromSuperview() }
    pop(animated: animated)
  }

  private func add(_ page: View) {
    page.isLayered = true  // it moves without a repaint
    area.addSubview(page)
  }

  // MARK: Transition

  private func move(in isIn: Bool, animated: Bool, velocity: Double? = nil) {
    let animates = animated && isInWindow && !effectiveTheme.isMotionReduced
    slide.move(in: isIn, animated: animates, velocity: velocity)
    showPages()
    if slide.isMoving { setNeedsAnimation() } else { finish() }
  }

  public override func animate(to now: Timestamp) -> Bool {
    let isMoving = slide.advance(to: now)
    place()
    if !isMoving, !slide.isDragged { finish() }
    return isMoving
  }

  /// Ends a motion and a gesture at once, in the state to which they lead.
  private func endTransition() {
    gesture = .none
    if slide.isDragged || slide.isMoving { slide.move(in: leaving == nil, animated: false) }
    finish()
  }

  private func finish() {
    if let leaving {
      if leaving.view.superview === area { pageWasTaken(leaving.view) }
      self.leaving = nil
      slide = SlideTrack(isIn: true)
      if leaving.view.superview === area { leaving.view.removeFromSuperview() }
    }
    showPages()
  }

  /// Restores the properties that the navigation has set of a page that leaves it, also if the application takes the page
  /// while it slides.
  private func pageWasTaken(_ view: View) {
    view.transform = .identity
    view.isHidden = false
    if let leaving, leaving.view === view { view.isUserInteractionEnabled = leaving.isInteractive }
  }

  /// Whether two pages are visible.
  private var isInTransition: Bool {
    leaving != nil || slide.position < 1 || slide.isMoving || slide.isDragged
  }

  /// The upper and the lower page of the transition.
  private var visible: (upper: Page, lower: Page?) {
    if let leaving { return (leaving, stack.last) }
    let top = stack[stack.count - 1]
    return (top, isInTransition && stack.count > 1 ? stack[stack.count - 2] : nil)
  }

  /// Shows the visible pages and hides the others.
  private func showPages() {
    let (upper, lower) = visible
    for page in stack {
      // A page that the application has moved elsewhere is not touched.
      guard page.view.superview === area else { continue }
      page.view.isHidden = page.view !== upper.view && page.view !== lower?.view
    }
    if let lower, lower.view.superview === area, upper.view.superview === area {
      area.bringSubviewToFront(lower.view)
      area.addSubview(shade)
      area.bringSubviewToFront(upper.view)
    } else {
      shade.removeFromSuperview()
    }
    title.text = stack[stack.count - 1].title
    backButton.isHidden = stack.count < 2
    setNeedsLayout()
    place()
  }

  /// Places the visible pages for the position of the transition.
  private func place() {
    let (upper, lower) = visible
    let sign = effectiveLayoutDirection == .rightToLeft ? -1.0 : 1
    let width = area.size.width
    let position = lower == nil ? 1 : slide.position
    // A page that the application has moved elsewhere is not touched.
    if upper.view.superview === area {
      upper.view.transform = .translation(x: sign * ((1 - position) * width).rounded())
    }
    if let lower, lower.view.superview === area {
      lower.view.transform = .translation(x: -sign * (position * Self.parallax * width).rounded())
    }
    shade.alpha = position * Self.mostShade
  }

  // MARK: Layout

  private var barHeight: Double { showsBar ? effectiveTheme.controlHeight + 12 : 0 }

  public override func sizeThatFits(_ size: Size) -> Size {
    let inner = stack[stack.count - 1].view.fittingSize(
      in: Size(width: size.width, height: max(size.height - barHeight, 0)))
    return Size(width: inner.width, height: inner.height + barHeight)
  }

  public override func themeChanged() { setNeedsLayout() }

  /// Without a focus, keys reach the top page.
  @_spi(Subclassing) public override var keyEntrance: View? { stack[stack.count - 1].view }

  public override func layoutSubviews() {
    let height = barHeight
    bar.isHidden = !showsBar
    bar.frame = Rect(x: 0, y: 0, width: size.width, height: height)
    area.frame = Rect(x: 0, y: height, width: size.width, height: max(size.height - height, 0))
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    let side = effectiveTheme.controlHeight
    backButton.frame = Rect(
      x: isMirrored ? size.width - side - 6 : 6, y: 6, width: side, height: side)
    let left = backButton.isHidden ? 12 : side + 14
    let width = max(size.width - left - 12, 0)
    title.frame = Rect(x: isMirrored ? 12 : left, y: 6, width: width, height: side)
    for view in [shade] + (stack + [leaving].compactMap { $0 }).map(\.view) where view.superview === area {
      view.frame = area.bounds
    }
    place()
  }

  // MARK: Gestures

  /// Returns the distance toward the page below, in widths.
  private func distance(_ x: Double) -> Double {
    let sign = effectiveLayoutDirection == .rightToLeft ? -1.0 : 1
    return sign * x / max(area.size.width, 1)
  }

  private var canGoBack: Bool { stack.count > 1 && leaving == nil && !slide.isDragged }

  private func beginDrag() {
    slide.beginDrag()
    showPages()
  }

  private func drag(_ distance: Double) {
    slide.drag(by: -distance)
    place()
    requestFrame()
  }

  private func release(velocity: Double) {
    gesture = .none
    guard slide.isDragged else { return }
    slide.release(velocity: -velocity, animated: isInWindow && !effectiveTheme.isMotionReduced)
    func start() {
      showPages()
      if slide.isMoving { setNeedsAnimation() } else { finish() }
    }
    if slide.target == 0 { _ = removeTop(start) } else { start() }
  }

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard case .none = gesture, canGoBack, contact.kind != .pointer(.primary), contact.isPrimary,
      !contact.isHandedOver
    else { return .ignored }
    let x = contact.location(in: area).x
    let isMirrored = effectiveLayoutDirection == .rightToLeft
    guard area.bounds.contains(contact.location(in: area)),
      (isMirrored ? area.size.width - x : x) < Self.edgeWidth
    else { return .ignored }
    gesture = .pressed(contact.id)
    // The page has the contact, too, until it moves away from the side.
    return .tracking
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    let way = contact.translation(in: self)
    switch gesture {
    case .pressed(contact.id):
      guard way.distance(to: .zero) >= Self.swipeThreshold else { return .tracking }
      guard canGoBack, distance(way.x) > 0, abs(way.x) > abs(way.y) else {
        gesture = .none
        return .ignored
      }
      gesture = .dragged(contact.id)
      beginDrag()
      drag(distance(way.x))
      return .claimed
    case .dragged(contact.id): drag(distance(way.x))
    default: return .ignored
    }
    return .tracking
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    switch gesture {
    case .pressed(contact.id):
      gesture = .none
      return .ignored
    case .dragged(contact.id): release(velocity: distance(contact.velocity(in: self).x))
    default: return .ignored
    }
    return .claimed
  }

  public override func contactCanceled(_ contact: Contact) {
    switch gesture {
    case .pressed(contact.id): gesture = .none
    case .dragged(contact.id):
      // A canceled swipe does not lead back.
      gesture = .none
      slide.move(in: true, animated: false)
      finish()
    default: break
    }
  }

  public override func scrolled(_ gesture: ScrollGesture) -> Bool {
    switch (gesture.phase, self.gesture) {
    case (.moved, .none):
      guard canGoBack, gesture.axis == .horizontal, distance(-gesture.distance.x) > 0 else { return false }
      self.gesture = .touchpad(distance: 0, velocity: VelocityTracker())
      beginDrag()
      fallthrough
    case (.moved, .touchpad):
      guard case .touchpad(let sum, var velocity) = self.gesture, gesture.distance.x.isFinite else {
        return true
      }
      let next = sum + distance(-gesture.distance.x)
      velocity.add(Point(x: next, y: 0), at: gesture.timestamp)
      self.gesture = .touchpad(distance: next, velocity: velocity)
      drag(next)
      return true
    case (.ended, .touchpad(_, let velocity)):
      release(velocity: velocity.velocity(at: gesture.timestamp).x)
      return true
    default: return false
    }
  }

  public override func didMoveToWindow() {
    super.didMoveToWindow()
    if !isInWindow { endTransition() }
  }
}

/// Contains the pages of a navigation.
private final class PageArea: ContainerView {
  /// Called before a page leaves the area.
  var onRemove: (View) -> Void = { _ in }

  override func willRemoveSubview(_ subview: View) {
    onRemove(subview)
    super.willRemoveSubview(subview)
  }
}
