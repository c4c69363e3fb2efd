import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// Damaged, hostile and unsupported files.
struct BadFilesTests {
  private let folder: TemporaryFolder
  private let size = TargetSize(width: 100, height: 100)

  init() throws { folder = try TemporaryFolder() }

  private func error(_ photo: Photo, _ limits: DecodingLimits = DecodingLimits()) -> PhotoError? {
    do {
      let decoded = try PhotoDecoder(limits: limits).decode(photo, at: size, cancellation: Cancellation())
      return decoded.defect
    } catch {
      return error
    }
  }

  @Test("Decoding a path that is not an image file fails with the matching error")
  func filesThatAreNoImages() throws {
    let path = folder.path
    #expect(error(Photo(path: path + "/none.jpg")) == .notFound(path: path + "/none.jpg"))
    #expect(error(try folder.add("empty.jpg", [])) == PhotoError(path + "/empty.jpg", .empty))
    #expect(error(try folder.add("byte.jpg", [0xFF])) == .notAnImage(path: path + "/byte.jpg"))
    #expect(
      error(try folder.add("text.jpg", Array("Dear diary".utf8))) == .notAnImage(path: path + "/text.jpg"))
    try folder.addFolder("folder.jpg")
    #expect(error(Photo(path: path + "/folder.jpg")) == PhotoError(path + "/folder.jpg", .isAFolder))
    mkfifo(path + "/pipe.jpg", 0o600)
    #expect(error(Photo(path: path + "/pipe.jpg")) == PhotoError(path + "/pipe.jpg", .notAFile))
    symlink("nowhere", path + "/link.jpg")
    #expect(error(Photo(path: path + "/link.jpg")) == .notFound(path: path + "/link.jpg"))
  }

  @Test("A file that is refused is closed only once, so that no descriptor of another thread is closed")
  func descriptorsOfOtherThreads() async {
    // Without other tests in the process: a second close would close one of their descriptors.
    await #expect(processExitsWith: .success) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let decoder = PhotoDecoder()
          for _ in 0..<100_000 {
            _ = try? decoder.decode(
              Photo(path: "/"), at: TargetSize(width: 1, height: 1), cancellation: Cancellation())
          }
        }
        group.addTask {
          for _ in 0..<200_000 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, close(descriptor) == 0 else { throw POSIXError(.EBADF) }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  #if !SVG
    @Test(
      "The error for an unsupported format contains the name of the format",
      arguments: [
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "SVG"),
        ("<?xml version=\"1.0\"?>\n<!-- a -->\n<svg>", "SVG"),
      ])
    func unsupportedFormats(content: String, kind: String) throws {
      let photo = try folder.add("a.jpg", Array(content.utf8))
      #expect(error(photo) == .unsupported(path: photo.path, format: kind))
      #expect(error(photo)?.description.contains("in the format \(kind)") == true)
    }
  #endif

  @Test(
    "The error tile of a JPEG of 12 bits says that the format is not supported, not that the file is damaged")
  func twelveBits() throws {
    var bytes = JPEGFixture.quadrants(16, 16).bytes()
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = 0xC1  // extended sequential
    bytes[frame + 4] = 12
    let photo = try folder.add("a.jpg", bytes)
    #expect(error(photo) == .unsupported(path: photo.path, format: "12-bit JPEG"))
    #expect(error(photo)?.brief == "12-bit JPEG is not supported")
  }

  @Test("If an image has too many pixels, it is refused before memory is allocated")
  func tooManyPixels() throws {
    let jpeg = try folder.add(
      "a.jpg", JPEGFixture.claiming(50_000, 50_000, in: JPEGFixture.quadrants(8, 8).bytes()))
    let png = PNGFixture(width: 8, height: 8, samples: { _, _ in [0, 0, 0, 0] }).bytes()
    let largePNG = try folder.add("a.png", PNGFixture.claiming(50_000, 50_000, in: png))
    for photo in [jpeg, largePNG] {
      let error = error(photo)
      #expect(
        error?.reason == .content(.tooManyPixels(width: 50_000, height: 50_000, limit: 512_000_000)))
      #expect(
        error?.description
          == "“\(photo.path)” is too large: 50000 × 50000 pixels; the limit is 512 megapixels. "
          + "Scale it down.")
    }
    // Decoding a progressive JPEG needs memory for all coefficients.
    var progressive = JPEGFixture.quadrants(8, 8)
    progressive.isProgressive = true
    let photo = try folder.add("b.jpg", JPEGFixture.claiming(20_000, 20_000, in: progressive.bytes()))
    guard case .content(.tooMuchMemory(20_000, 20_000, let needed, _))? = error(photo)?.reason else {
      Issue.record("\(String(describing: error(photo)))")
      return
    }
    #expect(needed > 2_400_000_000)
    // One row of this image would take gigabytes.
    let wide = try folder.add("c.png", PNGFixture.claiming(500_000_000, 1, in: png))
    guard case .content(.tooMuchMemory)? = error(wide)?.reason else {
      Issue.record("\(String(describing: error(wide)))")
      return
    }
    let high = try folder.add("d.png", PNGFixture.claiming(1, 500_000_000, in: png))
    #expect(error(high) != nil)
    let overflowing = try folder.add("e.png", PNGFixture.claiming(2_147_483_647, 2_147_483_647, in: png))
    guard case .content(.tooManyPixels)? = error(overflowing)?.reason else {
      Issue.record("\(String(describing: error(overflowing)))")
      return
    }
  }

  @Test("If the limit of memory is the reason, the error names the limit and is not an error of the system")
  func outOfMemory() throws {
    var options = DecoderPool.Options()
    options.limits.workingBytes = 1_000_000_000
    options.helperPath = try folder.writeScript(
      "ulimit -d 100000\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    var jpeg = JPEGFixture.quadrants(8, 8)
    jpeg.isProgressive = true
    let photo = try folder.add("a.jpg", JPEGFixture.claiming(6000, 6000, in: jpeg.bytes()))
    let decoder = PhotoDecoder(options)
    let error = #expect(throws: PhotoError(photo.path, .outOfMemory(limit: 1_000_000_000))) {
      try decoder.decode(photo, at: size, cancellation: Cancellation())
    }
    #expect(
      error?.description
        == "“\(photo.path)” needs more memory to decode than the limit of 1000 MB. Save it again with another program."
    )
  }

  @Test("If a file exceeds the size limit, it is not read")
  func fileTooLarge() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(64, 64).bytes())
    var limits = DecodingLimits()
    limits.fileBytes = 100
    guard let error = self.error(photo, limits), error.path == photo.path,
      case .content(.fileTooLong(_, 100)) = error.reason
    else {
      Issue.record("\(String(describing: self.error(photo, limits)))")
      return
    }
  }

  @Test(
    "A truncated JPEG is decoded up to its end, and the rest is gray",
    arguments: [false, true])
  func truncatedJPEG(isProgressive: Bool) throws {
    var fixture = JPEGFixture(width: 200, height: 200) { x, y in
      PixelColor(red: 200, green: (x * 7 ^ y * 5) & 63, blue: 30)
    }
    fixture.isProgressive = isProgressive
    let bytes = fixture.bytes()
    let photo = try folder.add("a.jpg", Array(bytes.prefix(bytes.count * 3 / 4)))
    let decoded = try PhotoDecoder.shared.decode(photo, at: size, cancellation: Cancellation())
    guard let defect = decoded.defect, defect.path == photo.path, case .incomplete = defect.reason else {
      Issue.record("\(String(describing: decoded.defect))")
      return
    }
    #expect(decoded.image.width == 100)
    #expect(decoded.image.color(50, 10).isNear(PixelColor(red: 200, green: 30, blue: 30), within: 40))
    if !isProgressive { #expect(decoded.image.color(50, 98).isNear(.gray, within: 8)) }
  }

  @Test(
    "A truncated PNG is decoded up to its end, and the rest is gray",
    arguments: [false, true])
  func truncatedPNG(isInterlaced: Bool) throws {
    let bytes = PNGFixture(
      width: 64, height: 64, kind: .color, isInterlaced: isInterlaced, samples: { _, _ in [200, 10, 20] }
    ).bytes()
    let photo = try folder.add("a.png", Array(bytes.prefix(bytes.count * 3 / 4)))
    let decoded = try PhotoDecoder.shared.decode(photo, at: size, cancellation: Cancellation())
    #expect(decoded.defect == PhotoError(photo.path, .incomplete(detail: "the file ends too early")))
    #expect(decoded.image.isOpaque)
    #expect(decoded.image.color(5, 0) == PixelColor(red: 200, green: 10, blue: 20))
    #expect(decoded.image.color(5, 63) == .gray)
  }

  @Test("A file that ends before its image data is reported as damaged")
  func truncatedHeader() throws {
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    let png = PNGFixture(width: 8, height: 8, samples: { _, _ in [0, 0, 0, 0] }).bytes()
    for (name, bytes) in [
      ("a.jpg", jpeg.prefix(100)), ("b.jpg", jpeg.prefix(3)), ("c.png", png.prefix(20)),
      ("d.png", png.prefix(40)),
    ] {
      let photo = try folder.add(name, Array(bytes))
      guard let error = self.error(photo), error.path == photo.path, case .content(.damaged) = error.reason
      else {
        Issue.record("\(name): \(String(describing: self.error(photo)))")
        continue
      }
    }
  }

  @Test("Randomly damaged files never crash the decoder")
  func randomDamage() throws {
    var fixture = JPEGFixture.quadrants(40, 30)
    fixture.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(16, 12).bytes())
    var progressive = fixture
    progressive.isProgressive = true
    let png = PNGFixture(width: 19, height: 9, isInterlaced: true, samples: { x, y in [x, y, 9, 200] })
      .bytes()
    var random = SplitMix(seed: 1)
    var limits = DecodingLimits()
    limits.workingBytes = 64 << 20  // limits the memory when the random damage changes the size
    limits.pixels = 4_000_000
    let decoder = PhotoDecoder(limits: limits)
    var shown = 0
    for original in [fixture.bytes(), progressive.bytes(), png] {
      for round in 0..<400 {
        var bytes = original
        if round % 2 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
        for _ in 0..<(round % 5) where !bytes.isEmpty {
          bytes[Int.random(in: 0..<min(bytes.count, round % 3 == 0 ? 200 : bytes.count), using: &random)] =
            .random(
              in: 0...255, using: &random)
        }
        let photo = try folder.add("fuzz", bytes)
        _ = try? decoder.preview(of: photo, cancellation: Cancellation())
        if let decoded = try? decoder.decode(photo, at: size, cancellation: Cancellation()) {
          shown += 1
          #expect(decoded.image.width <= 100 && decoded.image.height <= 100)
        }
      }
    }
    #expect(shown > 100)
  }

  @Test("The error for a file without read permission is notPermitted")
  func notPermitted() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let photo = try folder.add("a.jpg", JPEGFixture.quadrants(8, 8).bytes())
      try becomeUnprivileged(owning: folder.path)
      let decoder = PhotoDecoder.shared
      let size = TargetSize(width: 9, height: 9)
      // Reading succeeds as long as the permission is granted, so the error comes from the permission.
      _ = try decoder.decode(photo, at: size, cancellation: Cancellation())
      chmod(photo.path, 0)
      do {
        _ = try decoder.decode(photo, at: size, cancellation: Cancellation())
        exit(1)
      } catch let error as PhotoError {
        guard error == .notPermitted(path: photo.path), error.description.contains("permission denied") else {
          exit(2)
        }
      }
      chmod(photo.path, 0o600)
      _ = try decoder.decode(photo, at: size, cancellation: Cancellation())
    }
  }
}
