/// Remembers what the last frames changed, so that a buffer that shows an older one need not be drawn as a
/// whole.
///
///     let step = history.advance(to: scene, age: buffer.age)
///     if step.changed.isEmpty { return }   // nothing is committed
///     renderer.render(scene, into: pixels, region: step.outdated)
///
/// A frame that changes nothing is not to be committed, and every other one is: ages count frames that were.
public struct DamageHistory: Sendable {
  /// The oldest buffer that is not drawn as a whole; more than a surface has buffers.
  public static let maximumAge = 8

  /// What a frame requests for.
  public struct Step: Sendable {
    /// Where the frame differs from the last one. Wayland: `wl_surface.damage_buffer`.
    public var changed: DirtyRegion
    /// Where it differs from what the buffer shows.
    public var outdated: DirtyRegion
  }

  /// The last frame that changed anything.
  package private(set) var last: Scene?
  /// What the last frames changed, in a ring.
  private var changes = InlineArray<8, DirtyRegion>(repeating: DirtyRegion())
  private var frame = 0
  private var recordedFrameCount = 0

  /// Creates a history without frames: the first one is drawn as a whole.
  public init() {}

  /// Forgets all frames: what the buffers and the screen show is of no use any more.
  public mutating func removeAll() {
    last = nil
    recordedFrameCount = 0
  }

  /// Returns what to draw for `scene`, and takes it as the last frame.
  ///
  /// - Parameters:
  ///   - scene: The frame to come.
  ///   - age: How many frames ago the buffer was drawn: 1 for the last frame, 0 when it is not recordedFrameCount.
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

  /// Returns what the last `count` frames changed; everything when that is not recordedFrameCount.
  private func changes(ofLast count: Int, _ scene: Scene) -> DirtyRegion {
    guard count >= 1, count <= recordedFrameCount else { return scene.everything }
    var region = changes[(frame - 1) % Self.maximumAge]
    for back in 1..<count { region.formUnion(changes[(frame - 1 - back) % Self.maximumAge]) }
    return region
  }
}
