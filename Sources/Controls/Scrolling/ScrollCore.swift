internal import Geometry
internal import Views

/// The offset and the scale of the content of a scroll view, as a value.
///
/// During a zoom, the ``ScrollZoom`` determines both; otherwise the track of each axis determines the offset.
struct ScrollCore: Sendable {
  private var horizontal = ScrollTrack()
  private var vertical = ScrollTrack()
  private var zoom = ScrollZoom()
  private var lastFrame: Timestamp?

  /// The offset along an axis.
  subscript(axis: Axis) -> ScrollTrack {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }

  /// The point of the zoomed content at the top left corner of the scroll view.
  var offset: Point { Point(x: horizontal.offset, y: vertical.offset) }
  /// The factor by which the content is enlarged.
  var scale: Double { zoom.place.scale }
  /// The scale at the end of a motion; otherwise the current one.
  var targetScale: Double { zoom.target.scale }
  /// The scales at rest.
  var scales: ClosedRange<Double> { zoom.range }
  /// Whether the scale can change.
  var isZoomEnabled: Bool { zoom.isEnabled }
  /// Whether fingers change the scale, or it moves by itself.
  var isZooming: Bool { zoom.isPinching || zoom.isMoving }
  /// Whether the content moves by itself.
  var isMoving: Bool { horizontal.isMoving || vertical.isMoving || zoom.isMoving }
  /// Whether the content follows fingers.
  var isDragging: Bool { !zoom.isMoving && (horizontal.isDragging || vertical.isDragging) }
  /// Whether two fingers zoom.
  var isPinching: Bool { zoom.isPinching }
  /// The size of the content at a scale of 1, in points.
  var contentSize: Size { zoom.contentSize }
  /// The size of the content at its scale, in points.
  var scaledSize: Size { zoom.scaledSize(at: scale) }
  /// The position of the content's top left corner at the offset zero: content that is smaller than the scroll view is in the
  /// middle.
  var inset: Point { zoom.isEnabled ? zoom.inset(at: scale) : .zero }
  private var middle: Point { Point(x: zoom.visibleSize.width / 2, y: zoom.visibleSize.height / 2) }

  /// The visible part of the content, in its coordinates.
  var visibleRect: Rect { visiblePart(from: offset - inset, at: scale) }

  /// The part of the content that is visible at the end of a zoom; otherwise ``visibleRect``.
  var targetVisibleRect: Rect {
    zoom.isMoving ? visiblePart(from: zoom.target.origin * -1, at: zoom.target.scale) : visibleRect
  }

  /// Returns the part of the content that is visible at a scale.
  ///
  /// - Parameter origin: The point of the zoomed content at the top left corner of the scroll view.
  private func visiblePart(from origin: Point, at scale: Double) -> Rect {
    let (corner, visible) = (origin * (1 / scale), zoom.visibleSize)
    return Rect(
      x: corner.x, y: corner.y, width: visible.width / scale, height: visible.height / scale
    )
    .intersection(Rect(origin: .zero, size: contentSize))
  }

  /// Returns a rectangle of the content in the coordinates of the zoomed content.
  func scaled(_ rect: Rect) -> Rect {
    guard zoom.isEnabled else { return rect }
    return Rect(
      x: inset.x + rect.minX * scale, y: inset.y + rect.minY * scale,
      width: rect.size.width * scale,
      height: rect.size.height * scale)
  }

  /// Sets whether a drag can stretch the content beyond its ends.
  mutating func setBounces(_ bounces: Bool) {
    (horizontal.bounces, vertical.bounces) = (bounces, bounces)
  }

  /// Sets the sizes.
  ///
  /// - Parameters:
  ///   - content: The size of the content at a scale of 1.
  ///   - visible: The size of the scroll view.
  ///   - axes: The axes along which the content may move.
  ///   - shift: The distance by which the visible content has moved down with the change, in points. A motion or a drag goes on.
  mutating func setSizes(content: Size, visible: Size, axes: Set<Axis>, shift: Double = 0) {
    (zoom.contentSize, zoom.visibleSize) = (content, visible)
    for axis in Axis.allCases {
      self[axis].setLengths(
        content: axes.contains(axis) ? axis.along(scaledSize) : 0, visible: axis.along(visible),
        shift: axis == .vertical ? shift : 0, at: lastFrame)
    }
  }

  // MARK: Scrolling

  /// Scrolls along an axis. A zoom in progress ends at its target.
  mutating func scroll(_ axis: Axis, to offset: Double, animated: Bool) {
    if zoom.isMoving { move(to: zoom.target, animated: false) }
    self[axis].scroll(to: offset, animated: animated, at: lastFrame)
  }

  /// Ends the motions and pinches at their targets.
  mutating func finish() {
    if zoom.isPinching {
      zoom.endPinch()
      settleZoom(about: middle, animated: false)
    }
    if zoom.isMoving { move(to: zoom.target, animated: false) }
    for axis in Axis.allCases { self[axis].scroll(to: self[axis].target, animated: false) }
  }

  /// Stops the motions where they are.
  mutating func stop() {
    if zoom.isMoving { zoom.stop(at: zoom.place.origin) }
    for axis in Axis.allCases { self[axis].stop() }
  }

  /// Ends a drag or a zoom by fingers. The content glides on, and springs back from beyond its ends and scales.
  ///
  /// - Parameter velocity: In points per second.
  mutating func release(velocity: Point, animated: Bool) {
    guard !isZooming else { return }
    if zoom.isEnabled, zoom.isStretched { return settleZoom(about: middle, animated: animated) }
    for axis in Axis.allCases { self[axis].release(velocity: axis.along(velocity)) }
  }

  /// Updates the offset and the scale to those at `now`.
  mutating func advance(to now: Timestamp) {
    lastFrame = now
    guard zoom.isMoving else {
      for axis in Axis.allCases { self[axis].advance(to: now) }
      return
    }
    let hasEnded = zoom.advance(to: now)
    followZoom()
    if hasEnded { for axis in Axis.allCases { self[axis].release(velocity: 0) } }
  }

  // MARK: Zoom

  /// Sets the scales at rest.
  mutating func setScales(from least: Double, to most: Double) {
    zoom.setRange(from: least, to: most)
    guard zoom.isStretched else {
      // A motion goes on to the nearest possible scale.
      let end = zoom.resting(zoom.target, about: middle)
      if zoom.isMoving, end.scale != zoom.target.scale { move(to: end, animated: true) }
      return
    }
    beginZoom()
    settleZoom(about: middle, animated: false)
  }

  /// Returns to the possible scale nearest to 1, for other content.
  mutating func resetScale() {
    let scale = min(max(1, scales.lowerBound), scales.upperBound)
    zoom.move(to: ScrollZoom.Place(scale: scale), animated: false, at: nil)
  }

  /// Zooms about a point of the scroll view; by default its middle.
  mutating func zoom(to scale: Double, about point: Point? = nil, animated: Bool) {
    guard zoom.isEnabled, scale.isFinite, scale > 0 else { return }
    let limited = min(max(scale, scales.lowerBound), scales.upperBound)
    let point = point ?? middle
    beginZoom()
    move(
      to: zoom.resting(zoom.place.scaled(to: limited, about: point), about: point),
      animated: animated)
  }

  /// Zooms and scrolls so that a rectangle of the content is as large as possible.
  mutating func zoom(to rect: Rect, animated: Bool) {
    let visible = zoom.visibleSize
    let scale = min(visible.width / rect.size.width, visible.height / rect.size.height)
    guard zoom.isEnabled, !rect.isEmpty, scale.isFinite, scale > 0 else { return }
    let limited = min(max(scale, scales.lowerBound), scales.upperBound)
    beginZoom()
    let place = ScrollZoom.Place(scale: limited, origin: middle - rect.center * limited)
    move(to: zoom.resting(place, about: middle), animated: animated)
  }

  /// Begins to follow two fingers around a point of the scroll view.
  mutating func beginPinch(at point: Point) {
    if zoom.isMoving { zoom.stop(at: zoom.place.origin) }
    beginZoom()
    zoom.beginPinch(at: point)
  }

  /// Follows two fingers.
  ///
  /// - Parameters:
  ///   - factor: The distance of the fingers, divided by their distance at the beginning.
  ///   - point: The point between the fingers.
  mutating func pinch(by factor: Double, at point: Point) {
    zoom.pinch(by: factor, at: point)
    followZoom()
  }

  /// Ends a pinch. Returns whether the content moves back to a possible scale.
  mutating func endPinch(about point: Point, animated: Bool) -> Bool {
    zoom.endPinch()
    guard zoom.isStretched else { return false }
    settleZoom(about: point, animated: animated)
    return true
  }

  /// Ends a pinch and undoes its changes.
  mutating func cancelPinch(animated: Bool) {
    let start = zoom.startOfPinch
    zoom.endPinch()
    move(to: zoom.resting(start, about: middle), animated: animated)
  }

  /// Takes the position of the content from the tracks.
  private mutating func beginZoom() { if !isZooming { zoom.stop(at: inset - offset) } }

  private mutating func settleZoom(about point: Point, animated: Bool) {
    beginZoom()
    move(to: zoom.resting(zoom.place, about: point), animated: animated)
  }

  private mutating func move(to place: ScrollZoom.Place, animated: Bool) {
    zoom.move(to: place, animated: animated, at: lastFrame)
    followZoom()
    if !zoom.isMoving { for axis in Axis.allCases { self[axis].release(velocity: 0) } }
  }

  /// Sets the offsets to those of the zoomed content.
  private mutating func followZoom() {
    let (scaled, offset) = (scaledSize, zoom.inset(at: scale) - zoom.place.origin)
    for axis in Axis.allCases { self[axis].follow(axis.along(offset), content: axis.along(scaled)) }
  }
}
