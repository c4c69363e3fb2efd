internal import Controls
internal import Drawing
public import Geometry
public import Views

/// A card of several panels, like a folded letter. Opening the card turns down one panel after the other.
///
/// While the card is folded, it shows ``front``, which is the back of panel 1. Panel 1 lies on panel 0, panel 2 inside
/// panel 1, and so on. To unfold the card, each panel turns about its upper side by 180°.
///
///     let card = UnfoldingView(front: cover, panels: [route, seats, price], durations: [0.4, 0.2])
///     card.setOpen(true, animated: true)
///
/// The view keeps the size of the unfolded card. The visible part is in the middle of the view. All panels have the same
/// size. The panels turn without a repaint, also in a tilted item.
///
/// In a view that paints its subviews into its own pixels, the panels appear without turning. A view does so if it has a mask,
/// a filter or a reflection. It also does so if it has a shadow but no opaque background, or if it is translucent, has
/// `allowsGroupOpacity` and contains layers that overlap.
///
/// An item view may be reused for another item. ``OpenItems`` keeps the state of each item.
///
/// FoldingCell: `FoldingCell`.
open class UnfoldingView: ContainerView {
  private enum State {
    case folded, unfolded
    /// The card opens or closes.
    case turning(Turn)
  }

  private struct Turn {
    let opens: Bool
    /// The time of the motion at which the turn began, in seconds since the card was folded.
    let start: Double
    /// The time of the first frame of the turn; `nil` before this frame.
    var since: Timestamp?
    let completion: ((Bool) -> Void)?
  }

  /// The picture of the folded card.
  public let front: View
  /// The panels from top to bottom, at least two.
  public let panels: [View]
  /// The time in which each panel turns, in seconds, from panel 1 on; NaN and missing durations mean 0.3 s. A change takes
  /// effect with the next ``setOpen(_:animated:completion:)``.
  ///
  /// FoldingCell: `durationsForExpandedState`.
  public var durations: [Double]

  /// The back of panel 2 and the following panels.
  private let back = View()
  private var state = State.folded
  private var motion: UnfoldingMotion
  /// Records the state for the item that the view shows; see ``OpenItems``.
  var onOpenChange: ((Bool) -> Void)?

  /// Creates a folded card.
  ///
  /// - Parameters:
  ///   - front: The picture of the folded card.
  ///   - panels: The panels from top to bottom. If there are fewer than two, empty panels are added.
  ///   - durations: See ``durations``.
  public init(front: View, panels: [View], durations: [Double] = []) {
    self.front = front
    self.panels = panels + (0..<max(2 - panels.count, 0)).map { _ in View() }
    self.durations = durations
    motion = UnfoldingMotion(panelCount: self.panels.count, durations: durations)
    super.init()
    back.backgroundColor = Color(hex: 0xD8D4CC)
    back.isUserInteractionEnabled = false
    for view in self.panels + [back, front] {
      view.isLayered = true
      addSubview(view)
    }
    sizeToFit()
    showMoment()
  }

  /// A group that can be expanded. Its name is the text on its visible panels.
  open override var semantics: Semantics {
    var semantics = Semantics(.group, children: .subviews)
    semantics.states = isOpen ? [.expandable, .expanded] : .expandable
    let opens = !isOpen
    semantics.actions = [
      AccessibilityAction(.custom(opens ? "unfold" : "fold")) { [weak self] in
        self?.setOpen(opens, animated: true)
      }
    ]
    return semantics
  }

  /// Whether the card is open, or opens.
  public var isOpen: Bool {
    switch state {
    case .folded: false
    case .unfolded: true
    case .turning(let turn): turn.opens
    }
  }

  /// Opens or closes the card.
  ///
  /// - Parameters:
  ///   - animated: Whether the panels turn one after the other. A motion that is in progress continues from its current
  ///     position. Outside of a window, and if the theme reduces motion, the card changes at once.
  ///   - completion: A block that is called once, when the card has reached the state. The argument is `false` if another
  ///     call ended the motion early. The block may call this method.
  ///
  /// FoldingCell: `unfold(_:animated:completion:)`.
  public func setOpen(_ isOpen: Bool, animated: Bool, completion: ((Bool) -> Void)? = nil) {
    var interrupted: ((Bool) -> Void)?
    if case .turning(let former) = state { interrupted = former.completion }
    motion = UnfoldingMotion(panelCount: panels.count, durations: durations)
    let start = motion.time(of: moment)
    let turns =
      animated && isInWindow && !effectiveTheme.isMotionReduced && start != (isOpen ? motion.duration : 0)
    if turns {
      state = .turning(Turn(opens: isOpen, start: start, since: nil, completion: completion))
      setNeedsAnimation()
    } else {
      state = isOpen ? .unfolded : .folded
      moment = isOpen ? motion.unfolded : motion.folded
    }
    showMoment()
    accessibilityChanged(.state)
    // The closures may call this method, so the state may differ afterwards.
    onOpenChange?(isOpen)
    interrupted?(false)
    if !turns { completion?(true) }
  }

  // MARK: Time

  public override func animate(to now: Timestamp) -> Bool {
    guard case .turning(var turn) = state else { return false }
    let passed = turn.since.map { max(now - $0, 0) } ?? 0
    let time = turn.opens ? turn.start + passed : turn.start - passed
    moment = motion.moment(at: time)
    if turn.opens ? time < motion.duration : time > 0 {
      turn.since = turn.since ?? now
      state = .turning(turn)
      showMoment()
      return true
    }
    state = turn.opens ? .unfolded : .folded
    showMoment()
    turn.completion?(true)
    // The completion may have started another motion.
    if case .turning = state { return true }
    return false
  }

  /// The moment that the view shows.
  private var moment = UnfoldingMotion(panelCount: 2, durations: []).folded

  /// Shows ``moment``: decides which panels are visible, and requests a frame.
  private func showMoment() {
    placeBack()
    let shown = turningView
    for (index, panel) in panels.enumerated() {
      // The panel below the turning one is covered as long as the turn has not begun.
      let isUncovered = index < moment.panel - 1 || index == moment.panel - 1 && moment.progress > 0
      panel.isHidden = !isUncovered && panel !== shown
    }
    back.isHidden = shown !== back
    front.isHidden = shown !== front
    // Subviews with their own pixels move without being repainted. Other subviews leave their former areas, too.
    if subviews.contains(where: { !$0.isLayerRoot }) { setNeedsDisplay() } else { requestFrame() }
  }

  /// Whether the turning panel shows its inner side, below the line about which it turns.
  private var isBelow: Bool { moment.progress >= 0.5 }

  /// The view that shows the visible side of the turning panel.
  private var turningView: View {
    if !isBelow { return moment.panel == 1 ? front : back }
    // The next panel is folded onto the turning one.
    return moment.panel == panels.count - 1 ? panels[moment.panel] : back
  }

  // MARK: Layout

  private var panelHeight: Double { size.height / Double(panels.count) }

  /// Returns the size of the widest and highest panel or front, with the heights of all panels.
  open override func sizeThatFits(_ size: Size) -> Size {
    let space = Size(width: size.width, height: size.height / Double(panels.count))
    let sizes = ([front] + panels).map { $0.fittingSize(in: space) }
    let height = sizes.map(\.height).max() ?? 0
    return Size(width: sizes.map(\.width).max() ?? 0, height: height * Double(panels.count))
  }

  open override func layoutSubviews() {
    let height = panelHeight
    for (index, panel) in panels.enumerated() {
      panel.frame = Rect(x: 0, y: Double(index) * height, width: size.width, height: height)
    }
    front.frame = Rect(x: 0, y: 0, width: size.width, height: height)
    placeBack()
  }

  private func placeBack() {
    let index = isBelow ? moment.panel : moment.panel - 1
    back.frame = Rect(x: 0, y: Double(index) * panelHeight, width: size.width, height: panelHeight)
  }

  /// The distance by which the visible part is moved down, so that it is in the middle.
  private var shift: Double { (size.height - panelHeight * moment.extent) / 2 }

  public override func homography(ofSubview subview: View) -> Homography? {
    guard let flat = super.homography(ofSubview: subview) else { return nil }
    let down = Homography.scale(1, offset: Point(x: 0, y: shift))
    guard subview === turningView, moment.progress > 0, moment.progress < 1, !size.isEmpty else {
      return flat.concatenated(with: down)
    }
    // Below the line, the panel is 180° − angle away from its final position.
    let angle = isBelow ? (1 - moment.progress) * .pi : -moment.progress * .pi
    let turn = Homography(
      turningAbout: Double(moment.panel) * panelHeight, by: angle, center: size.width / 2,
      distance: 3 * max(size.width, panelHeight))
    return flat.concatenated(with: turn).concatenated(with: down)
  }

  /// Returns whether a point is on the visible part of the card.
  open override func point(inside point: Point) -> Bool {
    guard super.point(inside: point) else { return false }
    let margin = hitInsets
    let seen = bounds.inset(
      by: EdgeInsets(top: shift + margin.top, left: 0, bottom: shift + margin.bottom, right: 0))
    return point.y >= seen.minY && point.y < seen.maxY
  }
}
