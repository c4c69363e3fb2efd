internal import Raster

/// The windows on further screens that show the content of a window, and the scene of its last frame.
@MainActor
package final class SceneSharing {
  /// Whether the last scene is kept for further windows that open later, so that their first frame shows it; by default `false`.
  package var isEnabled = false { didSet { if !isEnabled { last = nil } } }
  /// The scene of the last frame; `nil` before the first one.
  private(set) var last: SharedScene?
  private var mirrors: [MirrorWindow] = []

  func add(_ mirror: MirrorWindow) { mirrors.append(mirror) }
  func remove(_ mirror: MirrorWindow) { mirrors.removeAll { $0 === mirror } }

  /// Passes the scene of a frame to the further windows.
  func share(_ scene: Scene, scale: Double) {
    guard isEnabled else { return }
    let shared = SharedScene(scene: scene, scale: scale)
    last = shared
    for mirror in mirrors { mirror.show(shared) }
  }
}

/// The scene of a frame.
struct SharedScene: Sendable {
  let scene: Scene
  /// Pixels of the scene per point.
  let scale: Double
}
