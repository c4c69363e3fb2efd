import Drawing
import Foundation
import Photos
import TestSupport
import Testing

/// Files as they are found on old disks and in hostile mail.
struct BadFilesTests {
  private let folder: TemporaryFolder
  private let size = TargetSize(width: 100, height: 100)

  init() throws { folder = try TemporaryFolder() }

  private func error(_ photo: Photo, _ limits: DecodingLimits = DecodingLimits()) -> PhotoError? {
    do {
      let decoded = try InProcessDecoder(limits: limits).decode(photo, at: size, cancellation: Cancellation())
      return decoded.defect
    } catch {
      return error
    }
  }

  @Test func whatCannotBeAPictureIsCalledByItsName() throws {
    let path = folder.path
    #expect(error(Photo(path: path + "/none.jpg")) == .notFound(path: path + "/none.jpg"))
    #expect(error(try folder.add("empty.jpg", [])) == .empty(path: path + "/empty.jpg"))
    #expect(error(try folder.add("byte.jpg", [0xFF])) == .notAPicture(path: path + "/byte.jpg"))
    #expect(
      error(try folder.add("text.jpg", Array("Dear diary".utf8))) == .notAPicture(path: path + "/text.jpg"))
    try folder.addFolder("folder.jpg")
    #expect(error(Photo(path: path + "/folder.jpg")) == .isAFolder(path: path + "/folder.jpg"))
    mkfifo(path + "/pipe.jpg", 0o600)
    #expect(error(Photo(path: path + "/pipe.jpg")) == .notAFile(path: path + "/pipe.jpg"))
    symlink("nowhere", path + "/link.jpg")
    #expect(error(Photo(path: path + "/link.jpg")) == .notFound(path: path + "/link.jpg"))
  }

  @Test(
    arguments: [
      ("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ", "WebP"), ("GIF89a..........", "GIF"),
      ("\u{0}\u{0}\u{0}\u{20}ftypavif\u{0}\u{0}\u{0}\u{0}", "AVIF"),
      ("\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}", "HEIC"), ("II*\u{0}....", "TIFF or camera raw"),
    ])
  func picturesOfOtherKindsAreCalledByTheirKind(content: String, kind: String) throws {
    let photo = try folder.add("a.jpg", Array(content.utf8))
    #expect(error(photo) == .unsupported(path: photo.path, format: kind))
    #expect(error(photo)?.description.contains("of the kind \(kind)") == true)
  }

  @Test func aBombIsRefusedBeforeAnythingIsAllocated() throws {
    let jpeg = try folder.add(
      "a.jpg", JPEGFixture.claiming(50_000, 50_000, in: JPEGFixture.quadrants(8, 8).bytes()))
    let png = PNGFixture(width: 8, height: 8, samples: { _, _ in [0, 0, 0, 0] }).bytes()
    let still = try folder.add("a.png", PNGFixture.claiming(50_000, 50_000, in: png))
    for photo in [jpeg, still] {
      let error = error(photo)
      #expect(error == .tooManyPixels(path: photo.path, width: 50_000, height: 50_000, limit: 512_000_000))
      #expect(
        error?.description
          == "“\(photo.path)” is too large: 50000 × 50000 pixels, where at most 512 megapixels are shown. "
          + "Scale it down first.")
    }
    // A progressive JPEG keeps all coefficients.
    var progressive = JPEGFixture.quadrants(8, 8)
    progressive.isProgressive = true
    let photo = try folder.add("b.jpg", JPEGFixture.claiming(20_000, 20_000, in: progressive.bytes()))
    guard case .tooMuchMemory(_, 20_000, 20_000, let needed, _) = error(photo) else {
      Issue.record("\(String(describing: error(photo)))")
      return
    }
    #expect(needed > 2_400_000_000)
    // One row of this would take gigabytes.
    let wide = try folder.add("c.png", PNGFixture.claiming(500_000_000, 1, in: png))
    guard case .tooMuchMemory = error(wide) else {
      Issue.record("\(String(describing: error(wide)))")
      return
    }
    let high = try folder.add("d.png", PNGFixture.claiming(1, 500_000_000, in: png))
    #expect(error(high) != nil)
    let overflowing = try folder.add("e.png", PNGFixture.claiming(2_147_483_647, 2_147_483_647, in: png))
    guard case .tooManyPixels = error(overflowing) else {
      Issue.record("\(String(describing: error(overflowing)))")
      return
    }
  }

  @Test func aFileThatIsTooLongIsNotRead() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(64, 64).bytes())
    var limits = DecodingLimits()
    limits.fileBytes = 100
    guard case .fileTooLong(photo.path, _, 100) = error(photo, limits) else {
      Issue.record("\(String(describing: error(photo, limits)))")
      return
    }
  }

  @Test(arguments: [false, true])
  func aJPEGThatBreaksOffIsShownAsFarAsItGoes(isProgressive: Bool) throws {
    var picture = JPEGFixture(width: 200, height: 200) { x, y in
      Colour(red: 200, green: (x * 7 ^ y * 5) & 63, blue: 30)
    }
    picture.isProgressive = isProgressive
    let bytes = picture.bytes()
    let photo = try folder.add("a.jpg", Array(bytes.prefix(bytes.count * 3 / 4)))
    let decoded = try InProcessDecoder().decode(photo, at: size, cancellation: Cancellation())
    guard case .incomplete(photo.path, _) = decoded.defect else {
      Issue.record("\(String(describing: decoded.defect))")
      return
    }
    #expect(decoded.image.width == 100)
    #expect(decoded.image.colour(50, 10).isNear(Colour(red: 200, green: 30, blue: 30), within: 40))
    if !isProgressive { #expect(decoded.image.colour(50, 98).isNear(.grey, within: 8)) }
  }

  @Test(arguments: [false, true])
  func aPNGThatBreaksOffIsShownAsFarAsItGoes(isInterlaced: Bool) throws {
    let bytes = PNGFixture(
      width: 64, height: 64, kind: .colour, isInterlaced: isInterlaced, samples: { _, _ in [200, 10, 20] }
    ).bytes()
    let photo = try folder.add("a.png", Array(bytes.prefix(bytes.count * 3 / 4)))
    let decoded = try InProcessDecoder().decode(photo, at: size, cancellation: Cancellation())
    #expect(decoded.defect == .incomplete(path: photo.path, detail: "the file ends too early"))
    #expect(decoded.image.isOpaque)
    #expect(decoded.image.colour(5, 0) == Colour(red: 200, green: 10, blue: 20))
    #expect(decoded.image.colour(5, 63) == .grey)
  }

  @Test func whatBreaksOffBeforeThePictureIsDamaged() throws {
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    let png = PNGFixture(width: 8, height: 8, samples: { _, _ in [0, 0, 0, 0] }).bytes()
    for (name, bytes) in [
      ("a.jpg", jpeg.prefix(100)), ("b.jpg", jpeg.prefix(3)), ("c.png", png.prefix(20)),
      ("d.png", png.prefix(40)),
    ] {
      let photo = try folder.add(name, Array(bytes))
      guard case .damaged(photo.path, _) = error(photo) else {
        Issue.record("\(name): \(String(describing: error(photo)))")
        continue
      }
    }
  }

  @Test func noFileEndsTheProcess() throws {
    var picture = JPEGFixture.quadrants(40, 30)
    picture.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(16, 12).bytes())
    var progressive = picture
    progressive.isProgressive = true
    let png = PNGFixture(width: 19, height: 9, isInterlaced: true, samples: { x, y in [x, y, 9, 200] })
      .bytes()
    var random = SplitMix(seed: 1)
    var limits = DecodingLimits()
    limits.workingBytes = 64 << 20  // keeps the test small where a size is changed
    limits.pixels = 4_000_000
    let decoder = InProcessDecoder(limits: limits)
    var shown = 0
    for original in [picture.bytes(), progressive.bytes(), png] {
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

  @Test func aFileThatMayNotBeReadSaysSo() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let photo = try folder.add("a.jpg", JPEGFixture.quadrants(8, 8).bytes())
      try becomeUnprivileged(owning: folder.path)
      let decoder = InProcessDecoder()
      let size = TargetSize(width: 9, height: 9)
      // The same user may read the file before and after: only the permission is in the way.
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
