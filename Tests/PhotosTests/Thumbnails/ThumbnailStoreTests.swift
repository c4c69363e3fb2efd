import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// The thumbnails on disk that desktop programs share.
struct ThumbnailStoreTests {
  /// A folder with a photo and an empty store. The folder is removed when this object is released.
  private final class Place {
    let photo: String
    let store: ThumbnailStore
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      photo = try folder.write([1, 2, 3] as [UInt8], to: "a b ä#.jpg")
      store = ThumbnailStore(folder: folder.path + "/cache/thumbnails", program: "test-1.0")
    }

    var path: String { folder.path }

    func original() throws -> ThumbnailStore.Original {
      try #require(ThumbnailStore.Original(path: Array(photo.utf8)))
    }

    func touch(_ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: photo)
    }

    var allFiles: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    var files: [String] {
      (FileManager.default.enumerator(atPath: path + "/cache/thumbnails")?.allObjects as? [String] ?? [])
        .filter { $0.contains(".png") }.sorted()
    }
  }

  private func image(_ width: Int, _ height: Int) throws -> Image {
    try Image(width: width, height: height, isOpaque: true) { pixels, _ in
      pixels.copyBytes(from: [UInt8](repeating: 255, count: pixels.count))
    }
  }

  /// Decodes a thumbnail, and returns its width and height.
  private func decoded(_ thumbnail: Int32?) throws -> (Int, Int)? {
    guard let thumbnail else { return nil }
    defer { close(thumbnail) }
    let image = try #require(try DecoderPool.shared.decode(thumbnail, DecodeRequest()).image)
    return (image.width, image.height)
  }

  @Test("The name of a thumbnail matches the example of the standard")
  func name() {
    let original = ThumbnailStore.Original(uri: "file:///home/jens/photos/me.png", modified: 0, byteCount: 0)
    #expect(original.name == "c6ee772d9e49320e97ec29a7eb5b1697.png")
  }

  @Test("The URI of an original is absolute and escaped as in GLib")
  func uri() throws {
    let place = try Place()
    #expect(try place.original().uri == "file://\(place.path)/a%20b%20%C3%A4%23.jpg")
    let detour = ThumbnailStore.Original(path: Array("\(place.path)/./x/../a b ä#.jpg".utf8))
    #expect(detour == nil, "the folder x does not exist")
    let dotted = try #require(ThumbnailStore.Original(path: Array("\(place.path)/./a b ä#.jpg".utf8)))
    #expect(dotted.uri == (try place.original().uri))
    #expect(ThumbnailStore.Original(path: Array(place.path.utf8)) == nil, "a folder")
    #expect(ThumbnailStore.Original(path: []) == nil)
    #expect(ThumbnailStore.Original(path: [0x61, 0]) == nil)
  }

  @Test("A written thumbnail fits its box, and is found until the original changes")
  func currentness() throws {
    let place = try Place()
    try place.touch(1_000_000)
    let original = try place.original()
    #expect(place.store.open(original) == nil)
    try place.store.write(image(600, 300), of: original, size: .normal)
    let found = place.store.open(original, atLeast: .large)
    let size = try #require(try decoded(found))
    #expect(size == (128, 64))
    #expect(place.store.has(original, size: .normal))
    #expect(!place.store.has(original, size: .large))
    try place.touch(1_000_001)
    #expect(place.store.open(try place.original()) == nil)
  }

  @Test("The smallest thumbnail of at least the wanted size is opened")
  func sizes() throws {
    let place = try Place()
    let original = try place.original()
    for size in ThumbnailSize.allCases { try place.store.write(image(2000, 100), of: original, size: size) }
    for size in ThumbnailSize.allCases {
      let found = try #require(try decoded(place.store.open(original, atLeast: size)))
      #expect(found.0 == size.side)
    }
    #expect(
      Set(place.files.map { $0.split(separator: "/").first }) == ["normal", "large", "x-large", "xx-large"])
  }

  @Test("Only the user can read thumbnails, and writing leaves no temporary file")
  func permissions() throws {
    let place = try Place()
    try place.store.write(image(10, 10), of: place.original(), size: .large)
    try place.store.writeFailure(of: place.original())
    let name = try place.original().name
    #expect(place.files == ["fail/test-1.0/\(name)", "large/\(name)"])
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: place.store.folder + path)[.posixPermissions] as? Int
    }
    for file in place.files { #expect(try mode("/" + file) == 0o600) }
    for folder in ["", "/large", "/fail", "/fail/test-1.0"] { #expect(try mode(folder) == 0o700) }
  }

  @Test("A thumbnail has its name only when it is complete, so that a program that ends early leaves nothing")
  func noTemporaryName() throws {
    let place = try Place()
    let folder = place.store.folder + "/large"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let inotify = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(inotify) }
    inotify_add_watch(inotify, folder, UInt32(IN_CREATE | IN_MOVED_TO))
    let original = try place.original()
    try place.store.write(image(300, 200), of: original, size: .large)
    #expect(Self.names(from: inotify) == [original.name])
    // An outdated thumbnail is replaced in one step, by a rename of a complete file.
    try place.store.write(image(100, 200), of: original, size: .large)
    #expect(Self.names(from: inotify).last == original.name)
    #expect(place.files == ["large/\(original.name)"])
    #expect(try #require(try decoded(place.store.open(original))) == (100, 200))
  }

  /// Returns the names of the events that were received.
  private static func names(from inotify: Int32) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(inotify, &bytes, bytes.count)
    var names: [String] = []
    var rest = bytes.prefix(max(0, count))
    while rest.count >= 16 {
      let length = Array(rest)[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: rest.dropFirst(16).prefix(length).prefix { $0 != 0 }, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }

  @Test("With a temporary name, an unfinished file is removed, and a finished one is renamed")
  func temporaryName() throws {
    let place = try Place()
    let path = place.path + "/a.png"
    do { _ = try UnfinishedFile(path, in: place.path, hasName: true) }
    #expect(place.allFiles == ["a b ä#.jpg"])
    for bytes in [[1, 2], [3]] as [[UInt8]] {
      let file = try UnfinishedFile(path, in: place.path, hasName: true)
      #expect(place.allFiles.count { $0.hasPrefix("a.png.") } == 1)
      #expect(write(file.descriptor, bytes, bytes.count) == bytes.count)
      try file.finish()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes))
    }
    #expect(place.allFiles == ["a b ä#.jpg", "a.png"])
  }

  @Test("Unfinished thumbnails that programs left are removed after a day, and no other files")
  func leftovers() throws {
    let place = try Place()
    let sum = "c6ee772d9e49320e97ec29a7eb5b1697"
    let folder = place.store.folder + "/large/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let day = 24 * 3600.0
    let files: [(name: String, age: Double)] = [
      ("\(sum).png.aB3xYz", 2 * day), ("\(sum).png.ABCDEF", 2 * day), ("\(sum).png.young1", day / 2),
      ("\(sum).png", 2 * day), ("\(sum).png.toolong", 2 * day), ("\(sum).png.a-b_c.", 2 * day),
      ("holiday.png.aB3xYz", 2 * day), ("\(sum).jpg.aB3xYz", 2 * day),
    ]
    for file in files {
      try Data([1]).write(to: URL(fileURLWithPath: folder + file.name))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -file.age)], ofItemAtPath: folder + file.name)
    }
    let original = try place.original()
    try place.store.write(image(10, 10), of: original, size: .large)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(left) == Set(files.dropFirst(2).map(\.name) + [original.name]))
  }

  @Test("A recorded failure is valid until the file changes, and only for the same program")
  func failures() throws {
    let place = try Place()
    try place.touch(5)
    let original = try place.original()
    #expect(!place.store.hasFailed(original))
    try place.store.writeFailure(of: original)
    #expect(place.store.hasFailed(original))
    #expect(!ThumbnailStore(folder: place.store.folder, program: "other").hasFailed(original))
    try place.touch(6)
    #expect(!place.store.hasFailed(try place.original()))
  }

  @Test("No thumbnail of a thumbnail is written")
  func recursion() throws {
    let place = try Place()
    try place.store.write(image(10, 10), of: place.original(), size: .large)
    let path = "\(place.store.folder)/large/\(try place.original().name)"
    let thumbnail = try #require(ThumbnailStore.Original(path: Array(path.utf8)))
    try place.store.write(image(10, 10), of: thumbnail, size: .normal)
    #expect(place.files.count == 1)
  }

  @Test("Writing to a folder without permission fails with an error that contains the path")
  func unwritable() throws {
    let place = try Place()
    let store = ThumbnailStore(folder: place.photo + "/thumbnails", program: "test")
    #expect {
      try store.write(image(10, 10), of: place.original(), size: .normal)
    } throws: { error in
      "\(error)".contains(place.photo)
    }
  }

  @Test("A thumbnail file that is truncated, damaged or for another URI is not used")
  func damaged() throws {
    let place = try Place()
    let original = try place.original()
    try place.store.write(image(40, 40), of: original, size: .normal)
    let path = "\(place.store.folder)/normal/\(original.name)"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(PNGTexts(bytes).texts["Thumb::URI"] == original.uri)
    let other = ThumbnailStore.Original(
      uri: "file:///other", modified: original.modified, byteCount: original.byteCount)
    #expect(!PNGTexts(bytes).describes(other))
    for count in 0..<bytes.count { _ = PNGTexts(Array(bytes[..<count])) }
    var random = SplitMix(seed: 7)
    for _ in 0..<5000 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = PNGTexts(broken)
    }
    try Data(bytes[..<30]).write(to: URL(fileURLWithPath: path))
    #expect(place.store.open(original) == nil)
  }
}
