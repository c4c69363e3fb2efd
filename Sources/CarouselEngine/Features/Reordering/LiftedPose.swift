internal import Geometry

/// The pose of a lifted item. At first it is the pose in which the item was drawn. At the end the item faces
/// the viewer and is slightly larger.
struct LiftedPose: Sendable {
  /// The transforms at the beginning and at the end of the lift. In both transforms, the middle of the item
  /// is at the origin with the homogeneous divisor 1. So the middle stays at the origin in each blend of the
  /// two transforms.
  private let (before, raised): (Transform3D, Transform3D)
  /// The opacity when the item was lifted, in `0...1`.
  private let alpha: Double
  /// The drawn middle of the item when it was lifted, in the carousel's points.
  let middle: Point

  /// The factor by which a lifted item is enlarged.
  private static let growth = 1.05
  /// The smallest scale of a lifted item, so that even a tiny item is visible.
  private static let minimumScale = 0.01
  /// The duration of a lift, in seconds.
  static let duration = 0.2

  /// - Parameters:
  ///   - item: The item as it was drawn last.
  ///   - fallback: The middle to use if the item's own middle is behind the viewer.
  init(_ item: CarouselFrame.Item, fallback: Point) {
    let normal = item.transform.normalized
    let middle = normal.map { Point(x: item.center.x + $0.m41, y: item.center.y + $0.m42) }
    var before = Transform3D.identity
    if let normal, middle?.isFinite == true {
      before = normal.movedOnScreen(by: Point(x: -normal.m41, y: -normal.m42))
    }
    self.before = before
    self.middle = middle.flatMap { $0.isFinite ? $0 : nil } ?? fallback
    let (width, height) = (Point(x: before.m11, y: before.m12), Point(x: before.m21, y: before.m22))
    // A turned item is drawn narrower but not lower, so the larger of the two lengths is used.
    let size = max(width.distance(to: .zero), height.distance(to: .zero))
    let scale = max(size.finite(or: 1), Self.minimumScale) * Self.growth
    raised = Transform3D(
      rows: SIMD4(scale, 0, 0, 0), SIMD4(0, scale, 0, 0), SIMD4(0, 0, scale, 0), SIMD4(0, 0, before.m43, 1))
    alpha = item.alpha
  }

  /// Returns the pose of the item, relative to `center`.
  ///
  /// - Parameters:
  ///   - progress: The progress of the lift, in `0...1`.
  ///   - middle: The position at which the middle of the item is drawn, in the carousel's points.
  func pose(at progress: Double, middle: Point, about center: Point) -> Pose {
    let transform = before.scaled(by: 1 - progress).adding(raised.scaled(by: progress))
      .movedOnScreen(by: middle - center)
    return Pose(transform: transform, alpha: alpha + (1 - alpha) * progress)
  }
}

/// The glide of a dropped item from the hand into its slot. It is a class, so that an item without a glide
/// stores only a reference.
final class DropGlide: Sendable {
  /// The pose when the item was dropped, relative to `center`.
  private let start: Pose
  private let center: Point
  private let progress: TimedProgress

  /// - Parameter start: The pose when the item is dropped, relative to `center`.
  init(_ start: Pose, about center: Point, _ progress: TimedProgress) {
    (self.start, self.center, self.progress) = (start, center, progress)
  }

  /// Returns the glide with its start set to `now`, if it has no start yet.
  func started(at now: Timestamp) -> DropGlide {
    guard case .nextFrame = progress.since else { return self }
    var progress = progress
    progress.start(at: now)
    return DropGlide(start, about: center, progress)
  }

  /// Returns whether the glide is over at `now`.
  func isOver(at now: Timestamp) -> Bool { progress.isOver(at: now) }

  /// Returns the pose at `now` on the way to the pose `slot`, relative to `newCenter`.
  func pose(towards slot: Pose, at now: Timestamp, about newCenter: Point) -> Pose {
    let share = progress.value(at: now)
    let from = start.transform.movedOnScreen(by: center - newCenter)
    // The middle moves on a straight line if both transforms have the same divisor there.
    let end = slot.transform.normalized ?? slot.transform
    let transform = from.scaled(by: 1 - share).adding(end.scaled(by: share))
    return Pose(
      transform: transform.isDrawable ? transform : slot.transform,
      alpha: start.alpha * (1 - share) + (slot.isHidden ? 0 : slot.alpha) * share,
      parallax: slot.parallax * share)
  }
}

extension Transform3D {
  /// The same map of the item's plane, scaled so that its divisor at the middle is 1; `nil` if the middle is
  /// behind the viewer.
  fileprivate var normalized: Transform3D? {
    guard isDrawable, m44 > 1e-9 else { return nil }
    return scaled(by: 1 / m44)
  }

  /// Returns the transform followed by a shift of the image, in points.
  fileprivate func movedOnScreen(by shift: Point) -> Transform3D {
    concatenated(with: .identity.translated(x: shift.x, y: shift.y))
  }
}
