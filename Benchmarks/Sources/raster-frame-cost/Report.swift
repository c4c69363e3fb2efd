import Glibc
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
    Swift.print(padded("scene", 26), padded("median ms", 11), padded("p99 ms", 9), "CPU ms a frame")
    for kind in options.kinds { measure(kind, photographs) }
  }

  private func measure(_ kind: Show, _ photographs: [Texture]) {
    let (width, height) = (options.width, options.height)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
    defer { memory.deallocate() }
    let buffer = PixelBuffer(pointer: memory, width: width, height: height, stride: width * 4)
    let renderer = Renderer()
    var times: [Double] = []
    func scene(_ index: Int) -> Scene {
      kind.scene(photographs, frame: index, of: options.frames, width: width, height: height)
    }
    for index in 0..<min(10, options.frames) { renderer.render(scene(index), into: buffer) }
    var processor = 0.0
    for index in 0..<options.frames {
      let scene = scene(index)
      let (start, startProcessor) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
      renderer.render(scene, into: buffer)
      processor += now(CLOCK_PROCESS_CPUTIME_ID) - startProcessor
      times.append(now(CLOCK_MONOTONIC) - start)
    }
    times.sort()
    let median = times[times.count / 2]
    let slow = times[min(times.count - 1, times.count * 99 / 100)]
    Swift.print(
      padded(kind.rawValue, 26), padded(milliseconds(median), 11), padded(milliseconds(slow), 9),
      milliseconds(processor / Double(options.frames)))
  }

  private func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func milliseconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100_000).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// What the figures depend on.
enum Machine {
  static var processor: String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
      return text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return "unknown"
  }

  static var build: String {
    #if DEBUG
      "debug: these figures say nothing"
    #else
      "release (-O), no further flags"
    #endif
  }
}
