import Measuring
import Raster

/// Draws and times the frames, and says on what machine.
struct Report {
  let options: Options

  init(_ options: Options) { self.options = options }

  func print() {
    Swift.print("CPU: \(Machine.processor), one thread")
    Swift.print("build: \(Machine.build)")
    Swift.print(
      "\(options.width) × \(options.height), \(options.photographs) photographs, \(options.frames) frames a scene"
    )
    let photographs = (0..<options.photographs).map(Texture.photograph)
    let megabytes = photographs.reduce(0) { $0 + $1.byteCount } >> 20
    Swift.print("textures with all levels: \(megabytes) MiB")
    Swift.print("scene".padded(26), "median ms".padded(11), "p99 ms".padded(9), "CPU ms a frame")
    for kind in options.kinds { measure(kind, photographs) }
  }

  private func measure(_ kind: Show, _ photographs: [Texture]) {
    let (width, height) = (options.width, options.height)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(pointer: memory, width: width, height: height, stride: width * 4)
    let renderer = Renderer()
    var times = Times(capacity: options.frames)
    func scene(_ index: Int) -> Scene {
      kind.scene(photographs, frame: index, of: options.frames, width: width, height: height)
    }
    for index in 0..<min(10, options.frames) { renderer.render(scene(index), into: buffer) }
    var processor = 0.0
    for index in 0..<options.frames {
      let scene = scene(index)
      let (start, startProcessor) = (Times.now, Times.processor)
      renderer.render(scene, into: buffer)
      processor += Times.processor - startProcessor
      times.add(Times.now - start)
    }
    times.sort()
    Swift.print(
      kind.rawValue.padded(26), (times.median * 1000).hundredths.padded(11),
      (times.slow * 1000).hundredths.padded(9),
      (processor / Double(options.frames) * 1000).hundredths)
  }
}
