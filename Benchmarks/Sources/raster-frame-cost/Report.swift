import CAllocations
import Measuring
import Raster

/// Draws and times the frames, and names the machine.
struct Report {
  private let options: Options
  private let photographs: [Texture]

  init(_ options: Options) {
    self.options = options
    photographs = (0..<options.photographs).map(Texture.photograph)
  }

  func print() {
    Swift.print("CPU: \(Machine.processor), threads: \(options.threads)")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.width) × \(options.height), \(options.photographs) photographs, \(options.frames) frames a scene"
    )
    Swift.print()
    Swift.print("scene".padded(26), "median ms".padded(11), "p99 ms".padded(9), "CPU ms a frame")
    for kind in options.kinds { measure(kind) }
    Swift.print(
      "textures with the mip levels used: \(photographs.reduce(0) { $0 + $1.byteCount } >> 20) MiB")

    Swift.print()
    Swift.print("drifting versus still".padded(26), "still ms".padded(11), "drifting ms".padded(11), "ratio")
    for kind in options.kinds {
      let still = Scene(kind, photographs, frame: 3, of: 10, width: options.width, height: options.height)
      compare(kind.rawValue, { _ in still }, { still.drifted(by: Double($0) / 64) })
    }

    Swift.print()
    Swift.print("hidden cards".padded(26), "10: ms".padded(11), "1000: ms".padded(11), "ratio")
    for occluder in Occluder.allCases {
      let (few, many) = (scene(hiding: 10, behind: occluder), scene(hiding: 1000, behind: occluder))
      compare(occluder.rawValue, { _ in few }, { _ in many })
    }
  }

  /// Draws each scene on one and on two threads and prints the allocations.
  ///
  /// - Returns: Whether no steady frame allocated.
  func check() -> Bool {
    Swift.print(
      "scene".padded(26), "threads".padded(8), "allocations in \(options.frames) frames")
    var isFree = true
    for kind in options.kinds {
      for threads in [1, 2] {
        let renderer = Renderer(threads: threads)
        // Each round distributes other parts of a frame to the threads, and a thread's memory grows with its
        // part. Therefore the round with the fewest allocations is reported.
        let fewest = (0..<20).lazy.map { _ in allocations(kind, renderer) }.min() ?? 0
        if fewest > 0 { isFree = false }
        Swift.print(kind.rawValue.padded(26), "\(threads)".padded(8), fewest)
      }
    }
    return isFree
  }

  /// Returns the number of allocations in the frames of `kind`.
  private func allocations(_ kind: CarouselScene, _ renderer: Renderer) -> Int {
    var count = 0
    withBuffer { buffer in
      for scene in scenes(kind) {
        let before = allocations_so_far()
        renderer.render(scene, into: buffer)
        count += allocations_so_far() - before
      }
    }
    return count
  }

  private func measure(_ kind: CarouselScene) {
    let renderer = Renderer(threads: options.threads)
    var times = TimeSamples(capacity: options.frames)
    var processor = 0.0
    withBuffer { buffer in
      // A first pass allocates the memory and makes the mip levels.
      for scene in scenes(kind) { renderer.render(scene, into: buffer) }
      for scene in scenes(kind) {
        let (start, startProcessor) = (TimeSamples.now, TimeSamples.processor)
        renderer.render(scene, into: buffer)
        processor += TimeSamples.processor - startProcessor
        times.add(TimeSamples.now - start)
      }
    }
    times.sort()
    Swift.print(
      kind.rawValue.padded(26), (times.median * 1000).hundredths.padded(11),
      (times.percentile99 * 1000).hundredths.padded(9),
      (processor / Double(options.frames) * 1000).hundredths)
  }

  /// Draws two scenes alternately, frame by frame, so that other load on the machine slows down both.
  private func compare(_ name: String, _ first: (Int) -> Scene, _ second: (Int) -> Scene) {
    let renderers = [Renderer(threads: options.threads), Renderer(threads: options.threads)]
    var times = [TimeSamples(capacity: options.frames), TimeSamples(capacity: options.frames)]
    withBuffer { buffer in
      for index in -10..<options.frames {
        for (number, scene) in [first(max(index, 0)), second(max(index, 0))].enumerated() {
          let start = TimeSamples.now
          renderers[number].render(scene, into: buffer)
          if index >= 0 { times[number].add(TimeSamples.now - start) }
        }
      }
    }
    for number in times.indices { times[number].sort() }
    Swift.print(
      name.padded(26), (times[0].median * 1000).hundredths.padded(11),
      (times[1].median * 1000).hundredths.padded(11), (times[1].median / times[0].median).hundredths)
  }

  private func withBuffer(_ body: (PixelBuffer) -> Void) {
    let (width, height) = (options.width, options.height)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { memory.deallocate() }
    body(PixelBuffer(pointer: memory, width: width, height: height, stride: width * 4))
  }

  private func scenes(_ kind: CarouselScene) -> some Sequence<Scene> {
    (0..<options.frames).lazy.map {
      Scene(
        kind, photographs, frame: $0, of: options.frames, width: options.width, height: options.height)
    }
  }

  private func scene(hiding count: Int, behind occluder: Occluder) -> Scene {
    Scene(hiding: count, behind: occluder, photographs, width: options.width, height: options.height)
  }
}
