/// Records which pixels the last frames changed, so that a buffer that holds an older frame is only partially
/// redrawn.
///
///     let step = history.advance(to: scene, age: buffer.age)
///     if step.changed.isEmpty { return }   // nothing is committed
///     renderer.render(scene, into: pixels, region: step.outdated)
///
/// Commit every frame that changes something, and no other: buffer ages count committed frames.
public struct DamageHistory: Sendable {
  /// The maximum age of a buffer that is partially redrawn. Older buffers are redrawn completely. A surface
  /// has fewer buffers than this.
  public static let maximumAge = 8

  /// The regions in which a frame differs from the previous frame and from the buffer.
  public struct Step: Sendable {
    /// Where the frame differs from the previous one. Wayland: `wl_surface.damage_buffer`.
    public var changed: DirtyRegion
    /// Where the frame differs from the contents of the buffer.
    public var outdated: DirtyRegion
  }

  /// The last frame that differed from the frame before it.
  package private(set) var last: Scene?
  /// The pixels that each of the last frames changed, as a ring buffer.
  private var changes = InlineArray<8, DirtyRegion>(repeating: DirtyRegion())
  private var frame = 0
  private var recordedFrameCount = 0

  /// Creates an empty history. The first frame is drawn completely.
  public init() {}

  /// Forgets all frames, so that the next one is drawn completely. Call it when the contents of the buffers
  /// and of the screen are lost.
  public mutating func removeAll() {
    last = nil
    recordedFrameCount = 0
  }

  /// Returns the regions to draw for `scene`. If `scene` differs from the last frame, records it as the last
  /// frame.
  ///
  /// - Parameters:
  ///   - scene: The next frame.
  ///   - age: How many frames ago the buffer was drawn: 1 if it holds the last frame, 0 if its content is
  ///     unknown.
  public mutating func advance(to scene: Scene, age: Int) -> Step {
    let changed = last.map(scene.difference) ?? scene.everything
    guard !changed.isEmpty else {
      return Step(changed: changed, outdated: age == 1 ? changed : changes(ofLast: age - 1, scene))
    }
    changes[frame % Self.maximumAge] = changed
    frame += 1
    recordedFrameCount = min(recordedFrameCount + 1, Self.maximumAge)
    last = scene
    return Step(changed: changed, outdated: changes(ofLast: age, scene))
  }

  /// Returns the pixels that the last `count` frames changed, or the whole canvas if not all of these frames
  /// are recorded.
  private func changes(ofLast count: Int, _ scene: Scene) -> DirtyRegion {
    guard count >= 1, count <= recordedFrameCount else { return scene.everything }
    var region = changes[(frame - 1) % Self.maximumAge]
    for back in 1..<count { region.formUnion(changes[(frame - 1 - back) % Self.maximumAge]) }
    return region
  }
}
