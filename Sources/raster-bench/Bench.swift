import CSystem
import Geometry
import Glibc
import Raster
import Threads

/// Draws a scene repeatedly and times each frame.
struct Bench {
  private let options: Options
  private let scene: Scene
  private let buffer: PixelBuffer
  private let renderer: Renderer

  /// Loads the scene and allocates the buffer in shared memory, as clients of a compositor do.
  ///
  /// - Throws: `SceneFileError`; `SystemError` when a file cannot be read or memory is exhausted.
  init(_ options: Options) throws {
    self.options = options
    scene = try Scene(contentsOf: options.scene)
    let stride = options.stride ?? scene.width * 4
    guard stride >= scene.width * 4 else {
      throw SystemError("--stride \(stride): a row of \(scene.width) pixels needs \(scene.width * 4) bytes")
    }
    let bytes = stride * scene.height
    let descriptor = csystem_memfd("frame")
    guard descriptor >= 0, ftruncate(descriptor, bytes) == 0,
      let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { throw SystemError("making a buffer of \(bytes) bytes", code: errno) }
    close(descriptor)
    buffer = PixelBuffer(
      pointer: memory, width: scene.width, height: scene.height, stride: stride)
    renderer =
      options.variant == .plain
      ? Renderer(threads: options.threads, usesVectors: false) : Renderer(threads: options.threads)
  }

  func run() throws {
    var driftingScene = scene
    var driftFrames = 0
    for _ in 0..<options.warmup { draw(&driftingScene, &driftFrames, drifting: options.drifts) }
    if options.serves {
      print("ready")
      fflush(nil)
      while let line = readLine() {
        let words = line.split(separator: " ")
        guard let count = words.last.flatMap({ Int($0) }), count >= 0,
          ["drift"].starts(with: words.dropLast())
        else { throw SystemError("standard input: \"\(line)\" is neither \"N\" nor \"drift N\"") }
        timed(count, &driftingScene, &driftFrames, drifting: options.drifts || words.count > 1)
      }
    } else {
      timed(options.frames, &driftingScene, &driftFrames, drifting: options.drifts)
    }
    if let out = options.out { try writePicture(to: out) }
  }

  private func timed(_ count: Int, _ driftingScene: inout Scene, _ driftFrames: inout Int, drifting: Bool) {
    for _ in 0..<count {
      let (wall, processor) = (MonotonicClock.now(), ProcessorClock.now())
      draw(&driftingScene, &driftFrames, drifting: drifting)
      // In milliseconds.
      print("frame", (MonotonicClock.now() - wall) * 1e3, (ProcessorClock.now() - processor) * 1e3)
    }
    print("done")
    fflush(nil)
  }

  private func draw(_ driftingScene: inout Scene, _ driftFrames: inout Int, drifting: Bool) {
    if drifting {
      for index in scene.layers.indices {
        driftingScene.layers[index].homography = scene.layers[index].homography.translated(
          byX: Double(driftFrames) / 64)
      }
      driftFrames += 1
    }
    let shown = drifting ? driftingScene : scene
    if options.variant == .reference {
      ReferenceRenderer().render(shown, into: buffer)
    } else {
      renderer.render(shown, into: buffer)
    }
  }

  private func writePicture(to path: String) throws {
    guard let file = fopen(path, "w") else { throw SystemError(path, code: errno) }
    let row = buffer.width * 4
    var written = 0
    for y in 0..<buffer.height { written += fwrite(buffer.pointer + y * buffer.stride, 1, row, file) }
    guard fclose(file) == 0, written == row * buffer.height else { throw SystemError(path, code: errno) }
  }
}

extension Homography {
  /// Returns this map followed by a translation to the right, in canvas pixels.
  fileprivate func translated(byX x: Double) -> Homography {
    Homography(m0 + x * m6, m1 + x * m7, m2 + x * m8, m3, m4, m5, m6, m7, m8)
  }
}
