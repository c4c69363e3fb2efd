import Foundation
import Testing

/// The behavior that `Benchmarks/compare-peers` relies on.
@Suite("raster-bench follows the protocol of compare-peers")
struct ContractTests {
  @Test(
    "After the warm-up frames it prints two times for each frame, then \"done\", and writes the last frame")
  func alone() throws {
    let folder = try SceneFolder()
    let run = try BenchRun(["--scene", "scene.json", "--out", "last.raw", "--frames", "3"], in: folder)
    let (status, lines) = try run.end()
    #expect(status == 0)
    #expect(lines.count == 4)
    #expect(lines.last == "done")
    for line in lines.dropLast() {
      let words = line.split(separator: " ")
      #expect(words.first == "frame")
      #expect(words.dropFirst().compactMap { Double($0) }.filter { $0 >= 0 }.count == 2)
    }
    #expect(try folder.frame("last.raw") == SceneFolder.expectedFrame(x: 3, y: 2))
    #expect(run.errorOutput.isEmpty)
  }

  @Test("It draws the same picture with any stride, and rejects a stride smaller than a row")
  func strides() throws {
    let folder = try SceneFolder()
    let expected = SceneFolder.expectedFrame(x: 3, y: 2)
    for stride in [SceneFolder.width * 4 + 1, SceneFolder.width * 4 + 52] {
      let run = try BenchRun(
        ["--scene", "scene.json", "--out", "last.raw", "--stride", "\(stride)"], in: folder)
      #expect(try run.end().status == 0)
      #expect(try folder.frame("last.raw") == expected)
    }
    let run = try BenchRun(["--scene", "scene.json", "--stride", "\(SceneFolder.width * 4 - 1)"], in: folder)
    #expect(try run.end().status != 0)
    #expect(run.errorOutput.contains("a row of \(SceneFolder.width) pixels"))
  }

  @Test("With --serve it prints \"ready\" and draws as many frames as each input line requests")
  func serving() throws {
    let folder = try SceneFolder()
    let run = try BenchRun(["--scene", "scene.json", "--out", "last.raw", "--serve"], in: folder)
    #expect(run.line() == "ready")
    for count in [2, 0, 1] {
      run.send("\(count)")
      for _ in 0..<count { #expect(run.line()?.hasPrefix("frame ") == true) }
      #expect(run.line() == "done")
    }
    let (status, lines) = try run.end()
    #expect(status == 0)
    #expect(lines.isEmpty)
    #expect(try folder.frame("last.raw") == SceneFolder.expectedFrame(x: 3, y: 2))
  }

  @Test("With --drift the layers move by 1/64 pixel per frame, so in 64 frames by one pixel")
  func drift() throws {
    let folder = try SceneFolder()
    let run = try BenchRun(
      ["--scene", "scene.json", "--out", "last.raw", "--drift", "--warmup", "10", "--frames", "55"],
      in: folder)
    #expect(try run.end().status == 0)
    #expect(try folder.frame("last.raw") == SceneFolder.expectedFrame(x: 4, y: 2))
  }

  @Test(
    "If still frames come between drifting frames, the drift continues where it stopped",
    arguments: [(["drift 40", "1", "drift 24", "drift 1"], 4), (["drift 64", "drift 1", "1"], 3)])
  func drifting(requests: [String], x: Int) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(
      ["--scene", "scene.json", "--out", "last.raw", "--serve", "--warmup", "0"], in: folder)
    #expect(run.line() == "ready")
    for request in requests {
      run.send(request)
      let count = try #require(request.split(separator: " ").last.flatMap { Int($0) })
      for _ in 0..<count { #expect(run.line()?.hasPrefix("frame ") == true) }
      #expect(run.line() == "done")
    }
    #expect(try run.end().status == 0)
    #expect(try folder.frame("last.raw") == SceneFolder.expectedFrame(x: x, y: 2))
  }

  @Test(
    "All variants draw the same translation with one thread and with several",
    arguments: ["fast", "plain", "reference"], [1, 3])
  func variants(variant: String, threads: Int) throws {
    let folder = try SceneFolder()
    let run = try BenchRun(
      ["--scene", "scene.json", "--out", "last.raw", "--variant", variant, "--threads", "\(threads)"],
      in: folder)
    #expect(try run.end().status == 0)
    #expect(try folder.frame("last.raw") == SceneFolder.expectedFrame(x: 3, y: 2))
  }

  @Test("The frame is drawn into shared memory from a memfd, without padding")
  func sharedMemory() throws {
    let folder = try SceneFolder(change: ("\"width\": 12, \"height\": 8", "\"width\": 1024, \"height\": 512"))
    let run = try BenchRun(["--scene", "scene.json", "--serve"], in: folder)
    #expect(run.line() == "ready")
    let maps = try String(contentsOf: run.kernelFolder.appendingPathComponent("maps"), encoding: .utf8)
    let shared = maps.split(separator: "\n").filter { $0.contains("/memfd:") }
    try #require(shared.count == 1)
    let words = shared[0].split(separator: " ")
    #expect(words[1] == "rw-s")
    let bounds = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
    #expect(bounds[1] - bounds[0] == 1024 * 512 * 4)
    #expect(try run.end().status == 0)
  }

  @Test(
    "It has exactly the requested number of threads; the workers do not run on the caller's processor",
    arguments: [1, 2])
  func threads(count: Int) throws {
    let folder = try SceneFolder(change: ("\"width\": 12, \"height\": 8", "\"width\": 1024, \"height\": 512"))
    let run = try BenchRun(["--scene", "scene.json", "--serve", "--threads", "\(count)"], in: folder)
    #expect(run.line() == "ready")
    run.send("50")
    while let line = run.line(), line != "done" {}
    let processors = try run.processorsOfThreads()
    #expect(processors.count == count)
    // Workers avoid the caller's processor if there is another.
    let all = try #require(processors.first)
    for worker in processors.dropFirst() {
      #expect(worker.isSubset(of: all))
      #expect(worker.count == max(1, all.count - 1))
    }
    #expect(try run.end().status == 0)
  }

  @Test("If no quad can be drawn, the frame shows the background")
  func impossibleQuads() throws {
    let matrices = [
      "[0, 0, 0, 0, 0, 0, 0, 0, 0]", "[1, 0, 0, 1, 0, 0, 0, 0, 1]", "[1, 0, 3, 0, 1, 2, 0, 0, -1]",
      "[1e300, 0, 0, 0, 1e300, 0, 0, 0, 1e-300]", "[1, 0, 1e9, 0, 1, 1e9, 0, 0, 1]",
    ]
    let folder = try SceneFolder(matrices: matrices)
    let run = try BenchRun(["--scene", "scene.json", "--out", "last.raw"], in: folder)
    #expect(try run.end().status == 0)
    let frame = try folder.frame("last.raw")
    #expect(
      frame == [UInt32](repeating: SceneFolder.background, count: SceneFolder.width * SceneFolder.height))
  }
}
