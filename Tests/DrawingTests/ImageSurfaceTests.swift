import Drawing
import Foundation
import Geometry
import Testing

@Suite("ImageSurface")
struct ImageSurfaceTests {
  @Test(
    "Creating a surface of a size outside cairo's range throws invalidSize",
    arguments: [(0, 1), (1, 0), (40000, 1), (1, -3)])
  func refusesSizes(width: Int, height: Int) {
    #expect(throws: SurfaceError.invalidSize(width: width, height: height)) {
      try ImageSurface(width: width, height: height)
    }
  }

  @Test("A surface draws into wrapped memory and leaves the padding between rows unchanged")
  func wraps() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 * 16, alignment: 4)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 7)
    let surface = try ImageSurface(wrapping: memory.baseAddress!, width: 2, height: 3, stride: 16)
    surface.clear()
    surface.draw { $0.fill(Rect(x: 1, y: 0, width: 1, height: 3), with: .white) }
    for row in 0..<3 {
      #expect(
        Array(memory[row * 16..<row * 16 + 16]) == [0, 0, 0, 0, 255, 255, 255, 255]
          + [UInt8](repeating: 7, count: 8))
    }
  }

  @Test(
    "Wrapping memory throws an error if the stride is too short, negative or not a multiple of 4",
    arguments: [4, 10, -8])
  func refusesStrides(stride: Int) {
    var memory: [UInt32] = [0, 0, 0]
    memory.withUnsafeMutableBytes { bytes in
      _ = #expect(throws: SurfaceError.invalidStride(stride: stride, width: 2)) {
        try ImageSurface(wrapping: bytes.baseAddress!, width: 2, height: 1, stride: stride)
      }
    }
  }

  @Test("A surface is opaque if and only if all its pixels are opaque")
  func opacity() throws {
    let surface = try ImageSurface(width: 3, height: 3)
    #expect(!surface.isOpaque)
    surface.draw { $0.fill(with: .red) }
    #expect(surface.isOpaque)
    surface.draw { canvas in
      canvas.clip(to: Rect(x: 2, y: 2, width: 1, height: 1))
      canvas.erase()
    }
    #expect(!surface.isOpaque)
    #expect(try surface.makeImage().isOpaque == false)
  }

  @Test("One translucent pixel at any place is found, and the memory between the rows does not count")
  func opacityOfPixels() throws {
    for width in [1, 7, 8, 9, 17] {
      let (height, stride) = (3, width + 2)
      for place in -1..<width * height {
        var memory = [UInt32](repeating: 0, count: stride * height)
        for pixel in 0..<width * height {
          memory[pixel / width * stride + pixel % width] = pixel == place ? 0xfeff_ffff : 0xff00_0000
        }
        let isOpaque = try memory.withUnsafeMutableBytes { bytes in
          try ImageSurface(
            wrapping: #require(bytes.baseAddress), width: width, height: height, stride: stride * 4
          ).isOpaque
        }
        #expect(isOpaque == (place < 0), "pixel \(place) of \(width) × \(height)")
      }
    }
  }

  @Test("Writing a PNG and reading it again preserves all pixels")
  func roundTrip() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let surface = try ImageSurface(width: 5, height: 4)
    surface.draw { canvas in
      canvas.fill(Rect(x: 0, y: 0, width: 3, height: 4), with: .orange)
      canvas.fill(Rect(x: 3, y: 0, width: 1, height: 4), with: .black.withAlpha(0.5))
    }
    try surface.writePNG(to: path)
    let image = try Image(readingPNG: path)
    #expect(image.width == 5)
    #expect(image.withPixels { Array($0) } == surface.bytes)
    #expect(try surface.makeImage().withPixels { Array($0) } == surface.bytes)
  }

  @Test("If a PNG file cannot be written or read, the error states the path and the reason")
  func fileErrors() throws {
    let surface = try ImageSurface(width: 300, height: 300)
    #expect(
      throws: SurfaceError.cannotWrite(path: "/no/such/folder/a.png", reason: "No such file or directory")
    ) {
      try surface.writePNG(to: "/no/such/folder/a.png")
    }
    #expect(throws: SurfaceError.cannotWrite(path: "/dev/full", reason: "No space left on device")) {
      try surface.writePNG(to: "/dev/full")
    }
    #expect(throws: SurfaceError.cannotRead(path: "/no/a.png", reason: "No such file or directory")) {
      try Image(readingPNG: "/no/a.png")
    }
    #expect(throws: SurfaceError.self) { try Image(readingPNG: "/dev/null") }
  }
}
