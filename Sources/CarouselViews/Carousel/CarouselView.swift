public import CarouselEngine
public import Controls
public import Drawing
public import Geometry
public import Input
@_spi(Subclassing) public import Views

/// A view that shows a carousel. The item views are its subviews.
///
/// A window may contain any number of carousel views, also inside the items of other carousels. Drags, flicks,
/// wheels, touchpads, taps and keys control the carousel without further code. A control in an item receives a
/// press first. When the carousel recognizes a drag, the press of the control is canceled.
///
/// The data source decides the content of an item view, and its size unless ``itemSize`` does. The carousel sets the view's
/// frame, transform and superview. An application's own views are added among the items with ``contentView``, and before or behind all
/// items as other subviews of the superview.
///
/// iCarousel: `iCarousel`.
public final class CarouselView: View {
  /// The items whose controls react to events.
  public enum LiveItems: Hashable, Sendable, CaseIterable {
    /// Only the controls of the current item react. A tap on another item scrolls to it.
    case current
    /// The controls of all items react.
    case all
  }

  /// The carousel. The view sets its `bounds`, `isHovered`, `isFocused`, `isOffscreen` and `onNeedsFrame`.
  public let carousel: Carousel
  /// The items whose controls react to events; by default the current one.
  ///
  /// iCarousel: "Only the current item's controls receive touches."
  public var liveItems = LiveItems.current

  /// Whether the view can have the focus, and keys scroll the carousel; by default `true`.
  package var usesKeys = true
  /// Whether the view can have the focus although it uses no keys, because a view around it handles them; by default `false`. A screen
  /// reader then reads the current item.
  package var leavesKeysToSuperview = false

  /// Called once after each reload of all content, when the first frame with all visible new items is ready. Also called
  /// after the data source was set, and if no item is left.
  ///
  /// Until then, the window shows the former frame of the carousel, and the new items are painted in the background. If the
  /// carousel or a view around it moves meanwhile, the next frame paints the new items. At the latest 0.5 s after the reload, a
  /// frame shows the new items, and the closure is called. The closure is called before the frame is committed. A
  /// picture that an `AsyncImageView` still loads counts as its placeholder.
  ///
  /// Beyond iCarousel. Embla: `reInit`.
  public var onReady: (() -> Void)?

  private let initialSize: Size
  private static let usualSize = Size(width: 480, height: 240)  // points

  /// Creates a view of `carousel`; by default a new one.
  ///
  /// - Parameter size: In points. Containers give the view this size if there is room. If the size is zero,
  ///   the default, they give the view 480 × 240 points, or the remaining space if the view has a
  ///   `growFactor`.
  public init(_ carousel: Carousel = Carousel(bounds: .zero), size: Size = .zero) {
    self.carousel = carousel
    initialSize = size
    super.init(size: size)
    carousel.onNeedsFrame = { [weak self] in self?.requestFrame() }
    setNeedsLayout()
  }

  /// Whether items are clipped to the bounds, with rounded corners if `cornerRadius` is positive.
  ///
  /// iCarousel: `clipsToBounds`.
  public override var clipsToBounds: Bool {
    get { carousel.clipsToBounds }
    set {
      carousel.clipsToBounds = newValue
      noteClipping()
    }
  }

  /// Returns the size with which the view was created. If this size is empty, returns the default size, or
  /// zero if the view has a `growFactor`.
  ///
  /// UIKit: `sizeThatFits:`.
  public override func sizeThatFits(_ size: Size) -> Size {
    guard initialSize.isEmpty else { return initialSize }
    guard growFactor <= 0 else { return .zero }
    return Size(width: min(Self.usualSize.width, size.width), height: min(Self.usualSize.height, size.height))
  }

  /// The size of the items, relative to the size of this view; `nil`, the default, if the data source decides it.
  ///
  /// With a value, all items and placeholders have this size, and the data source need not give their views one. When the size of
  /// this view changes, its items have their new size in the next frame, and the current item remains the same. An item that
  /// fades out keeps its size. While this view has no room for items, and if the value becomes `nil`, they keep their size.
  ///
  /// The size also determines the distance of the items, unless the delegate does. With ``/CarouselEngine/ItemSizing/individual``,
  /// the delegate determines the distances, and all views nevertheless have the same size.
  ///
  /// Flutter: `PageController.viewportFraction`.
  public var itemSize: CarouselItemSize? { didSet { if itemSize != oldValue { setNeedsLayout() } } }

  /// The last valid size of the items, in points; `nil` if the data source decides it.
  private var sizeOfItems: Size?

  /// Passes the sizes of this view and of its items to the carousel.
  private func passSizes() {
    sizeOfItems = itemSize.flatMap { $0.size(in: size, theme: effectiveTheme) ?? sizeOfItems }
    var settings = carousel.core.layout.settings
    (settings.bounds, settings.itemSize) = (size.asBounds, sizeOfItems)
    guard settings != carousel.core.layout.settings else { return }
    carousel.apply(.setLook(settings), at: carousel.clock)
  }

  /// Gives the loaded views the size of items.
  private func resizeItems() {
    guard let sizeOfItems else { return }
    for case let view as View in carousel.visibleItemViews where view.size != sizeOfItems {
      view.size = sizeOfItems
    }
  }

  // MARK: Content view

  /// The view whose subviews are shown among the items, in their depth order.
  ///
  /// A ribbon behind the current item of a cover flow, and in front of the tilted covers:
  ///
  ///     carouselView.contentView.addSubview(ribbon)
  ///     carouselView.contentView.setTransform3D(.identity.translated(z: -20), of: ribbon)
  ///
  /// The content view is created when the property is first read.
  ///
  /// iCarousel: `contentView`.
  public var contentView: CarouselContentView {
    if let usedContentView { return usedContentView }
    let view = CarouselContentView(of: self)
    usedContentView = view
    addSubview(view)
    setNeedsLayout()
    return view
  }
  /// ``contentView`` if the application has used it.
  private(set) var usedContentView: CarouselContentView?

  // MARK: Frames

  /// The items of the last frame, back to front.
  private(set) var items: [CarouselFrame.Item] = []
  /// For each item view, its index in ``items``.
  private var places: [ObjectIdentifier: Int] = [:]
  private var wasClipping = false

  /// Advances the carousel to `now` and makes its item views the subviews.
  package func prepareFrame(at now: Timestamp) {
    layoutIfNeeded()
    lastFrameTime = now
    followDirection()
    carousel.setCondition(.reading, isBeingRead)
    let wasNeedingFrame = carousel.needsFrame
    announcer.noteMotion(of: carousel)
    carousel.advance(to: now)
    announcer.noteMotion(of: carousel)
    resizeItems()
    // Released before the carousel creates the next frame, so that it reuses the memory of the last one. A
    // delegate may convert points meanwhile, so no entry of `places` may point to a removed item.
    places.removeAll(keepingCapacity: true)
    items = []
    let frame = carousel.frame()
    items = frame.items
    for (index, item) in items.enumerated() { places[ObjectIdentifier(item.view)] = index }
    var views = items.compactMap { $0.view as? View }
    if let usedContentView { views.append(usedContentView) }
    arrangeSubviews(views)
    usedContentView?.update(to: frame)
    noteClipping()
    noteFading()
    notifyOffsetFollowers()
    if isFlattened, wasNeedingFrame || carousel.needsFrame { setNeedsDisplay() }
    if let contact, carousel.claimsContact { tree?.claimContact(contact, by: self) }
    keepFocusInLiveItem()
    if wasNeedingFrame { accessibilityChanged(.bounds) }
    if let index = announcer.takeItem(of: carousel), selectedItem == nil {
      RestAnnouncer.announce(index, of: self)
    }
  }

  // MARK: Semantics

  /// Whether the carousel has the focus while an assistive technology is in use. Autoplay then stops.
  var isBeingRead: Bool { carousel.isFocused && tree?.accessibility.onEvents != nil }

  /// Returns the index of the item that is selected for assistive technologies; `nil` for none. By default, it is the current item.
  ///
  /// With this closure, the view does not announce the item at which it comes to rest.
  package var selectedItem: (() -> Int?)?

  /// The time of the last frame.
  private var lastFrameTime = Timestamp(seconds: 0)
  private var activation = ItemActivation()
  private var announcer = RestAnnouncer()

  /// A list with the role description "carousel". Its elements are the items in sight.
  public override var semantics: Semantics { CarouselSemantics.semantics(of: self) }

  @_spi(Subclassing) public override var reveal: ((View) -> Void)? {
    { [weak self] view in
      guard let self, let index = carousel.index(ofItemViewOrSubview: view) else { return }
      carousel.scrollToItem(at: index, animated: true)
    }
  }

  /// Selects an item like a tap.
  func activateItem(at index: Int) {
    activation.activate(index, of: carousel, at: lastFrameTime)
    // The carousel counts the frame with which the item was found as shown.
    requestFrame()
  }

  /// Whether an item of the last frame is at least partly visible in the window.
  func isInSight(_ item: CarouselFrame.Item) -> Bool {
    guard item.alpha >= 0.01, let view = item.view as? View, view.superview === self else { return false }
    let inner = homography(ofItem: item, view: view)
    guard !clipsToBounds || !inner.boundingBox(of: view.bounds).intersection(bounds).isEmpty else {
      return false
    }
    guard let map = homography(to: nil) else { return false }
    return !inner.concatenated(with: map).boundingBox(of: view.bounds).intersection(root.bounds).isEmpty
  }

  /// The number of reloads whose content a frame has shown.
  private var shownReloadCount = 0

  /// Whether no frame has shown the items of the last reload yet.
  package var awaitsNewContent: Bool {
    shownReloadCount != carousel.reloadCount && (!items.isEmpty || carousel.numberOfItems == 0)
  }

  /// Called when a frame shows the visible items of the last reload.
  package func newContentWasShown() {
    shownReloadCount = carousel.reloadCount
    onReady?()
  }

  private struct OffsetFollower {
    weak var view: (any ItemOffsetFollower)?
  }
  private var offsetFollowers: [OffsetFollower] = []

  /// Adds a view inside an item. The view is notified of the item's offset in each frame.
  func addOffsetFollower(_ view: any ItemOffsetFollower) {
    offsetFollowers.removeAll { $0.view == nil || $0.view === view }
    offsetFollowers.append(OffsetFollower(view: view))
  }

  private func notifyOffsetFollowers() {
    for follower in offsetFollowers {
      guard let view = follower.view, view.isDescendant(of: self), let item = item(containing: view) else {
        continue
      }
      view.itemOffsetDidChange(to: item.offset)
    }
  }

  /// The layout direction that was last passed to the carousel.
  private var followedDirection = LayoutDirection.leftToRight

  /// Passes the layout direction of the view to the carousel if it has changed.
  private func followDirection() {
    let direction = effectiveLayoutDirection
    guard direction != followedDirection else { return }
    followedDirection = direction
    carousel.layoutDirection = direction
  }

  private func noteClipping() {
    guard wasClipping != carousel.clipsToBounds else { return }
    wasClipping = carousel.clipsToBounds
    clippingDidChange()
  }

  /// The items that were translucent in the last frame.
  private var fadedItems: Set<ObjectIdentifier> = []

  /// Requests a layer update if other items than in the last frame are translucent.
  private func noteFading() {
    var faded: Set<ObjectIdentifier> = []
    for item in items where item.alpha < 1 {
      if let view = item.view as? View, !view.subviews.isEmpty { faded.insert(ObjectIdentifier(view)) }
    }
    guard faded != fadedItems else { return }
    fadedItems = faded
    layerMapDidChange()
  }

  @_spi(Subclassing) public override var movesSubviews: Bool { carousel.needsFrame }

  @_spi(Subclassing) public override func opacity(ofSubview subview: View) -> Double {
    let place = places[ObjectIdentifier(subview)]
    return subview.alpha * (place.map { items[$0].alpha } ?? 1)
  }

  /// The item that contains the focused view.
  private struct FocusedItem {
    let view: ObjectIdentifier
    let index: Int
    /// The number of items of the carousel. An insertion or removal changes it together with the indexes.
    let count: Int
  }
  private var focusedItem: FocusedItem?

  /// Moves the focus from a view in an item to this view if the item is no longer live, or if its view was
  /// reused for another item.
  private func keepFocusInLiveItem() {
    guard let focused = tree?.focus.focusedView, focused !== self, focused.isDescendant(of: self),
      let item = item(containing: focused)
    else {
      focusedItem = nil
      return
    }
    let now = FocusedItem(
      view: ObjectIdentifier(item.view), index: item.index, count: carousel.numberOfItems)
    let last = focusedItem
    focusedItem = now
    let isReused = last.map { $0.view == now.view && $0.count == now.count && $0.index != now.index }
    if isReused == true || !isLive(item) {
      focusedItem = nil
      becomeFocused()
    }
  }

  public override func layoutSubviews() {
    passSizes()
    usedContentView?.frame = bounds
  }

  @_spi(Subclassing) public override func treeDidChange(to host: (any ViewHost)?) {
    super.treeDidChange(to: host)
    let tree = host as? ViewTree
    if let tree {
      tree.add(self)
    } else {
      contact = nil
      if let lastTree {
        lastTree.remove(self)
        carousel.isOffscreen = true
      }
    }
    lastTree = tree
    themeChanged()
  }

  /// The theme's `isMotionReduced` when it was last passed to the carousel.
  private var isThemeMotionReduced = false
  public override func themeChanged() {
    if itemSize?.growsWithText == true { setNeedsLayout() }
    let isReduced = effectiveTheme.isMotionReduced
    guard isReduced != isThemeMotionReduced else { return }
    isThemeMotionReduced = isReduced
    carousel.reducesMotion = isReduced
  }
  private weak var lastTree: ViewTree?

  // MARK: Layers

  @_spi(Subclassing) public override var layersSubviews: Bool { true }
  @_spi(Subclassing) public override var isContentEmpty: Bool { true }
  @_spi(Subclassing) public override var subviewLayersOverlap: Bool { true }

  public override func homography(ofSubview subview: View) -> Homography? {
    if subview === usedContentView { return super.homography(ofSubview: subview) }
    return places[ObjectIdentifier(subview)].map { homography(ofItem: items[$0], view: subview) }
  }

  @_spi(Subclassing) public override func forEachSubviewLayer(
    _ context: LayerContext, _ body: (ViewLayer) -> Void
  ) {
    let number = tree?.number(of: self) ?? 0
    let isMoving = context.isMoving || carousel.needsFrame
    var context = context
    context.participant = number
    var ownViews = usedContentView.flatMap { $0.layers(in: context, of: self) }
    for (place, item) in items.enumerated() {
      ownViews?.forEachLayer(behindItem: place, body)
      guard let view = item.view as? View, !view.isHidden else { continue }
      let step = homography(ofItem: item, view: view)
      var inner = context
      inner.map = step.concatenated(with: context.map)
      inner.alpha *= item.alpha * min(max(view.alpha, 0), 1)
      inner.item = ItemPlace(index: item.index, offset: item.offset, participant: number)
      inner.isMoving = isMoving || view.wantsAnimation
      view.forEachLayer(inner, body)
    }
    ownViews?.forEachLayer(behindItem: items.count, body)
  }

  /// Returns the map from an item's view to this view, also if the item's view is now in another carousel.
  private func homography(ofItem item: CarouselFrame.Item, view: View) -> Homography {
    let inner = view.bounds.origin
    let map =
      inner == .zero
      ? item.homography : Homography.scale(1, offset: .zero - inner).concatenated(with: item.homography)
    return bounds.origin == .zero ? map : map.concatenated(with: .scale(1, offset: bounds.origin))
  }

  public override func makePainter() -> Painter? {
    guard !isFlattened else { return nil }
    return { _ in }
  }

  /// Paints the items if the carousel is painted into the pixels of a superview, such as one with a mask.
  public override func draw(in canvas: Canvas) {
    if isFlattened { tree?.paintSubviews?(self, canvas) }
  }

  // MARK: Hit testing

  /// Returns the item that contains `view`.
  private func item(containing view: View) -> CarouselFrame.Item? {
    view.chain.first { $0.superview === self }.flatMap { places[ObjectIdentifier($0)] }.map { items[$0] }
  }

  func isLive(_ item: CarouselFrame.Item) -> Bool {
    liveItems == .all || item.index == carousel.currentItemIndex
  }

  public override func hitTest(_ point: Point) -> View? {
    guard let hit = super.hitTest(point) else { return nil }
    guard hit !== self else { return self }
    guard let item = item(containing: hit), isLive(item) else { return self }
    // A view of an item that ignores events still covers the items behind it.
    if let front = carousel.index(ofItemAt: point - bounds.origin), front != item.index { return self }
    return hit
  }

  // MARK: Contacts

  private var contact: Int?

  public override func contactBegan(_ contact: Contact) -> ContactResponse {
    guard contact.isPrimary else { return .ignored }
    let wasMoving = carousel.phase.isMotion
    let isTaken = carousel.contactBegan(
      id: contact.id, at: contact.location(in: self), time: contact.timestamp)
    guard isTaken else { return .ignored }
    self.contact = contact.id
    // A touch that stops a motion does not press the control under it.
    return wasMoving && !carousel.phase.isMotion ? .claimed : .tracking
  }

  public override func contactMoved(_ contact: Contact) -> ContactResponse {
    if !carousel.hasRejectedContact {
      carousel.contactMoved(
        id: contact.id,
        along: contact.coalescedLocations(in: self).map { ContactSample($0.location, at: $0.timestamp) })
    }
    if carousel.claimsContact { return .claimed }
    return carousel.hasRejectedContact ? .ignored : .tracking
  }

  public override func contactEnded(_ contact: Contact) -> ContactResponse {
    self.contact = nil
    activation.contactEnded(at: contact.timestamp)
    let result = carousel.contactEnded(
      id: contact.id, at: contact.location(in: self), time: contact.timestamp)
    switch result {
    case .selected, .doubleTapped, .stoppedMotion: return .claimed
    case .aligned, .notTaken, nil: return .ignored
    }
  }

  public override func contactCanceled(_ contact: Contact) {
    self.contact = nil
    carousel.contactCanceled(id: contact.id, time: contact.timestamp)
  }

  // MARK: Pointer

  public override func hoverEntered(at point: Point) { carousel.isHovered = true }
  public override func hoverLeft() { carousel.isHovered = false }
  public override var cursor: CursorShape? { carousel.isDragging ? .grabbing : nil }

  private var scrolling = CarouselScrolling()

  public override func scrolled(_ gesture: ScrollGesture) -> Bool { scrolling.handle(gesture, in: self) }

  // MARK: Keys

  public override var canBecomeFocused: Bool { usesKeys || leavesKeysToSuperview }
  public override var hasFocusRing: Bool { !leavesKeysToSuperview }
  public override var isFocusScope: Bool { true }

  public override var focusCandidates: [View] {
    items.filter { isLive($0) }.compactMap { $0.view as? View }
  }

  public override func keyPressed(_ key: KeyPress) -> Bool {
    guard usesKeys else { return false }
    if isFocused, key.symbol == .return || key.symbol == .keypadEnter, !key.isShortcut, !key.isRepeat,
      tree?.focus.enter(self, at: carousel.currentItemView as? View) == true
    {
      return true
    }
    return CarouselKeys.handle(key, in: carousel)
  }
}

extension CarouselView: FrameParticipant {
  package var frameStep: FrameStep { .advance }
  package var needsFrame: Bool { carousel.needsFrame }
  package var wakeTime: Timestamp? { carousel.wakeTime }
  package var receivesInitialFocus: Bool { usesKeys }

  package func activityDidChange(isFocused: Bool, isSuspended: Bool) {
    carousel.isFocused = isFocused
    carousel.setCondition(.reading, isBeingRead)
    carousel.isOffscreen = isSuspended
  }
}

extension CarouselView: ScrollContainer {
  public func scrolls(along axis: Axis) -> Bool {
    // 0.5 is less than sin 45°, so that a diagonal carousel scrolls along both axes.
    carousel.isScrollEnabled && carousel.numberOfItems > 1
      && abs(axis.along(carousel.forwardDirection)) > 0.5
  }
}

extension CarouselPhase {
  /// Whether the carousel moves without a finger.
  fileprivate var isMotion: Bool { self == .decelerating || self == .scrolling || self == .autoscrolling }
}
