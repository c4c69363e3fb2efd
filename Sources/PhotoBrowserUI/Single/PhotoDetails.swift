internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
internal import Threads

/// Decodes the visible part of a zoomed photo at its exact scale when the photo rests, or while it zooms to that scale, and shows it.
///
/// A zoom begins to decode at once. Of zooms in quick succession, the first one does, and the last one when no other follows; it
/// cancels a decode that still runs.
///
/// The helper decodes only the part, so the memory depends on the window, not on the photo.
@MainActor
final class PhotoDetails {
  /// Decodes a part of a photo. It is called on another thread, and blocks.
  typealias Decode = @Sendable (DecodeRequest, Cancellation) throws(PhotoError) -> DecodedImage

  /// A part of a photo at a scale.
  private struct Part: Equatable {
    /// In the coordinates of the zoomed content.
    let area: Rect
    let scale: Double

    func covers(_ rect: Rect, at scale: Double) -> Bool {
      let tolerance = 0.01  // points
      return scale == self.scale && rect.minX >= area.minX - tolerance && rect.minY >= area.minY - tolerance
        && rect.maxX <= area.maxX + tolerance && rect.maxY <= area.maxY + tolerance
    }
  }

  private unowned let content: View
  private unowned let photo: View
  private var shown: PhotoDetailView?
  /// The view that is being painted.
  private var next: PhotoDetailView?
  /// The part that is being decoded.
  private var decoding: (part: Part, cancellation: Cancellation)?
  /// The part that will be decoded soon.
  private var waiting: (visible: Rect, scale: Double, timer: any ViewTimer)?
  /// Runs after a decode that began at once. Meanwhile, other decodes wait.
  private var pause: (any ViewTimer)?
  /// The number of decodes. Only the last one is shown.
  private var count = 0
  /// The duration of the last decode, in seconds.
  private var lastDuration = 0.0
  /// Parts follow a motion only if they are decoded faster than this, in seconds. Slower ones would come too late, and would keep the
  /// decoder from other photos.
  var longestFollowedDecode = 0.15

  /// Above this number of pixels of the screen for a pixel of the photo, the pixels are shown as squares.
  static let largestSmoothScale = 4.0

  /// - Parameters:
  ///   - content: The view that is zoomed. The details become its subviews.
  ///   - photo: The view in it that shows the photo. It is not drawn where a detail replaces it, so that the enlarged pixels are not
  ///     seen through translucent ones.
  init(in content: View, over photo: View) { (self.content, self.photo) = (content, photo) }

  /// Called when ``isLoading`` may have changed.
  var onLoading: (() -> Void)?

  /// Whether a part is being decoded.
  var isDecoding: Bool { decoding != nil }
  /// Whether a part is being decoded or painted, or will be soon.
  var isLoading: Bool { decoding != nil || next != nil || waiting != nil }

  /// Removes the details, because the content shows another photo, or the photo at another size.
  func removeAll() {
    waiting?.timer.cancel()
    pause?.cancel()
    decoding?.cancellation.cancel()
    for view in [shown, next] { view?.removeFromSuperview() }
    (shown, next, decoding, waiting, pause) = (nil, nil, nil, nil, nil)
    photo.isReplacedByCopy = false
    count += 1
    onLoading?()
  }

  /// Lets the shown detail replace the photo if it covers the visible part at its scale.
  func place(showing visible: Rect, at scale: Double) {
    (self.visible, self.scale) = (visible, scale)
    guard let shown else { return }
    photo.isReplacedByCopy = Part(area: shown.area, scale: shown.scale).covers(visible, at: scale)
  }
  private var visible = Rect.zero
  private var scale = 1.0

  /// Decodes a part at its exact scale soon, unless the photo moves elsewhere before.
  ///
  /// - Parameters:
  ///   - visible: The part that is visible when the photo rests, in the coordinates of the content.
  ///   - scale: The zoom scale at rest.
  ///   - scales: The sizes of the photo with its orientation.
  ///   - orientation: The orientation, in addition to the one that the file states.
  ///   - isZooming: Whether the photo zooms to this part, which is decoded at once unless the last zoom has only just begun.
  ///   - makeDecode: Returns what decodes the part; `nil` if the photo needs no details.
  func prepare(
    _ visible: Rect, at scale: Double, _ scales: PhotoScales, _ orientation: ImageOrientation,
    isZooming: Bool,
    _ makeDecode: @escaping () -> Decode?
  ) {
    if let waiting, waiting.visible == visible, waiting.scale == scale { return }
    let isFirst = waiting == nil && pause == nil
    waiting?.timer.cancel()
    waiting = nil
    // The photo itself was decoded for a scale of 1.
    guard scale > 1.001, !visible.isEmpty, scales.whole != nil else { return removeAll() }
    let parts = [
      decoding?.part, next.map { Part(area: $0.area, scale: $0.scale) },
      shown.map { Part(area: $0.area, scale: $0.scale) },
    ]
    if let newest = parts.compactMap({ $0 }).first, newest.covers(visible, at: scale) { return }
    defer { onLoading?() }
    if isZooming, isFirst, let decode = makeDecode() {
      load(visible, at: scale, scales, orientation, decode)
      if decoding != nil {
        pause = content.startTimer(after: ZoomTiming.restTime) { [weak self] in self?.pause = nil }
      }
      return
    }
    let timer = content.startTimer(after: ZoomTiming.restTime) { [weak self] in
      guard let self else { return }
      waiting = nil
      if let decode = makeDecode() { load(visible, at: scale, scales, orientation, decode) }
      onLoading?()
    }
    waiting = timer.map { (visible, scale, $0) }
  }

  /// Follows a motion of the photo: shortly before exact pixels end, the next part is decoded, one at a time. At a new scale, the photo
  /// is decoded when it rests again.
  ///
  /// - Parameters: As those of ``prepare(_:at:_:_:isZooming:_:)``.
  func follow(
    _ visible: Rect, at scale: Double, _ scales: PhotoScales, _ orientation: ImageOrientation,
    _ makeDecode: @escaping () -> Decode?
  ) {
    waiting?.timer.cancel()
    waiting = nil
    defer { onLoading?() }
    guard decoding == nil, next == nil, lastDuration < longestFollowedDecode, let shown,
      shown.scale == scale
    else { return }
    let margin = Self.margin(around: visible, at: scale)
    let lead = margin * 0.75
    let reach = visible.inset(by: EdgeInsets(horizontal: -lead.width, vertical: -lead.height))
      .intersection(content.bounds)
    guard !reach.isEmpty, !Part(area: shown.area, scale: scale).covers(reach, at: scale),
      let decode = makeDecode()
    else { return }
    load(visible, at: scale, scales, orientation, decode)
  }

  private func load(
    _ visible: Rect, at scale: Double, _ scales: PhotoScales, _ orientation: ImageOrientation,
    _ decode: @escaping Decode
  ) {
    guard let whole = scales.whole, let (region, area) = Self.region(around: visible, scale, scales, whole)
    else {
      return
    }
    let pixels = scales.pixels(at: scale)
    let part = Part(area: area, scale: scale)
    decoding?.cancellation.cancel()
    let cancellation = Cancellation()
    decoding = (part, cancellation)
    count += 1
    let number = count
    // Whole pixels of the screen, so that the pixels are not drawn between them.
    let (width, height) = (
      max((Double(region.width) * pixels).rounded(), 1), max((Double(region.height) * pixels).rounded(), 1)
    )
    let request = Self.request(region, Size(width: width, height: height), pixels, orientation, whole)
    let size = Size(width: width / scales.screenScale, height: height / scales.screenScale)
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      let start = MonotonicClock.now()
      let image = (try? decode(request, cancellation).image)?.oriented(by: orientation)
      let duration = MonotonicClock.now() - start
      DispatchQueue.main.async { [weak self] in
        guard let self, number == count else { return }
        lastDuration = duration
        receive(image, size, part, isPixelated: pixels > Self.largestSmoothScale)
      }
    }
    if !isStarted { decoding = nil }
  }

  /// Returns the request for a region of the turned photo.
  ///
  /// - Parameters:
  ///   - size: The size at which the region is seen, in pixels of the screen.
  ///   - whole: The size of the turned photo.
  private static func request(
    _ region: PixelRegion, _ size: Size, _ pixels: Double, _ orientation: ImageOrientation, _ whole: Size
  ) -> DecodeRequest {
    let upright = whole.oriented(by: orientation)
    var request = DecodeRequest(
      region: orientation.stored(region, width: Int(upright.width), height: Int(upright.height)))
    let shown = size.oriented(by: orientation)
    if pixels < 1 { request.size = TargetSize(width: Int(shown.width), height: Int(shown.height)) }
    return request
  }

  private func receive(_ image: Image?, _ size: Size, _ part: Part, isPixelated: Bool) {
    decoding = nil
    defer { onLoading?() }
    // Without the part, the enlarged pixels stay. The photo itself reports its defects.
    guard let image else { return }
    next?.removeFromSuperview()
    let view = PhotoDetailView(
      image, size: size, area: part.area, scale: part.scale, isPixelated: isPixelated
    ) { [weak self] in self?.show($0) }
    next = view
    content.addSubview(view)
    _ = content.startTimer(after: ZoomTiming.longestPreparation) { [weak self, weak view] in
      if let view { self?.show(view) }
    }
  }

  private func show(_ view: PhotoDetailView) {
    guard view === next else { return }
    shown?.removeFromSuperview()
    (shown, next) = (view, nil)
    view.show()
    place(showing: visible, at: scale)
    onLoading?()
  }

  /// Returns the part that is decoded around a visible one, at each side, in the coordinates of the content. A photo that is dragged does
  /// not reach its end at once.
  private static func margin(around visible: Rect, at scale: Double) -> Size {
    let least = ZoomTiming.margin / scale
    return Size(width: max(visible.size.width / 10, least), height: max(visible.size.height / 10, least))
  }

  /// Returns the pixels of the photo for a visible part with its margin, and the same part in the coordinates of the content.
  private static func region(
    around visible: Rect, _ scale: Double, _ scales: PhotoScales, _ whole: Size
  ) -> (region: PixelRegion, area: Rect)? {
    let (across, down) = (whole.width / scales.fitting.width, whole.height / scales.fitting.height)
    let margin = margin(around: visible, at: scale)
    let wanted = visible.inset(by: EdgeInsets(horizontal: -margin.width, vertical: -margin.height))
    guard across.isFinite, down.isFinite else { return nil }
    func cut(_ start: Double, _ end: Double, _ length: Double) -> (Int, Int)? {
      guard start.isFinite, end.isFinite else { return nil }
      let (first, last) = (max(start.rounded(.down), 0), min(end.rounded(.up), length))
      return first < last ? (Int(first), Int(last)) : nil
    }
    guard let (left, right) = cut(wanted.minX * across, wanted.maxX * across, whole.width),
      let (top, bottom) = cut(wanted.minY * down, wanted.maxY * down, whole.height)
    else { return nil }
    return (
      PixelRegion(x: left, y: top, width: right - left, height: bottom - top),
      Rect(
        x: Double(left) / across, y: Double(top) / down, width: Double(right - left) / across,
        height: Double(bottom - top) / down)
    )
  }
}
