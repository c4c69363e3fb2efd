import Foundation
import LoopbackServer
import RemoteImages
import Synchronization
import Testing
import Threads

/// The cache on disk.
struct CacheTests {
  /// A stage whose server sends a picture with `fields`, and confirms it for a request with a validator.
  private func stage(_ fields: String...) throws -> RemoteStage {
    try RemoteStage { request, connection in
      if request.fields["if-none-match"] != nil || request.fields["if-modified-since"] != nil {
        return connection.respond("304 Not Modified", fields)
      }
      connection.respond("200 OK", fields, pixmap(40))
    }
  }

  @Test(
    "A picture is taken from the cache for its time, then asked for again",
    arguments: [
      ["Cache-Control: max-age=100"], ["Cache-Control: public, MAX-AGE=\"100\""],
      ["Expires: Sun, 09 Sep 2001 01:48:20 GMT"],
      ["Date: Sun, 09 Sep 2001 02:46:40 GMT", "Expires: Sun, 09 Sep 2001 02:48:20 GMT"],
      ["Cache-Control: max-age=130", "Age: 30"], ["Cache-Control: max-age=100", "Expires: 0"],
      ["Last-Modified: Sun, 09 Sep 2001 01:30:00 GMT"],
    ])
  func lifetime(fields: [String]) throws {
    let stage = try RemoteStage { $1.respond("200 OK", fields, pixmap(40)) }
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    stage.clock.advance(by: 99)
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.received.count == 1)
    stage.clock.advance(by: 2)
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.received.count == 2)
  }

  @Test(
    "A picture that must not be stored, or could not be used, is not on disk",
    arguments: [
      ["Cache-Control: no-store, max-age=100"], ["Cache-Control: max-age=100", "Cache-Control: No-Store"],
      ["Cache-Control: max-age=100", "Vary: *"], [], ["Cache-Control: max-age=-1"], ["Expires: 0"],
      ["Cache-Control: max-age=0"], ["ETag: not quoted"],
    ])
  func notStored(fields: [String]) throws {
    let stage = try RemoteStage { $1.respond("200 OK", fields, pixmap(40)) }
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.cached.isEmpty)
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.received.count == 2)
  }

  @Test("A body whose end the connection does not show is not stored")
  func withoutLength() throws {
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=100\r\n\r\n")
      connection.send(pixmap(40))
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.cached.isEmpty)
  }

  @Test(
    "An old picture is confirmed by its validator and not sent again",
    arguments: [
      ("ETag: \"v1\"", "if-none-match", "\"v1\""), ("ETag: W/\"v1\"", "if-none-match", "W/\"v1\""),
      ("Last-Modified: Sat, 08 Sep 2001 01:46:40 GMT", "if-modified-since", "Sat, 08 Sep 2001 01:46:40 GMT"),
    ])
  func revalidation(validator: String, field: String, value: String) throws {
    let stage = try stage(validator, "Cache-Control: max-age=10")
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    stage.clock.advance(by: 11)
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.received.map { $0.fields[field] } == [nil, value])
    // The confirmation counts for another ten seconds.
    stage.clock.advance(by: 9)
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    #expect(stage.received.count == 2)
  }

  @Test("With no-cache, each use is confirmed")
  func noCache() throws {
    let stage = try stage("ETag: \"a\"", "Cache-Control: no-cache, max-age=1000")
    for _ in 0..<3 { #expect(stage.load(stage.fetcher()) == .picture(width: 40)) }
    #expect(stage.received.map { $0.fields["if-none-match"] } == [nil, "\"a\"", "\"a\""])
  }

  @Test("A picture that has changed on the server replaces the stored one")
  func changed() throws {
    let width = Mutex(40)
    let stage = try RemoteStage { _, connection in
      let now = width.withLock { $0 }
      connection.respond("200 OK", ["ETag: \"\(now)\"", "Cache-Control: max-age=10"], pixmap(now))
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    width.withLock { $0 = 41 }
    #expect(stage.load(stage.fetcher()) == .picture(width: 40))
    stage.clock.advance(by: 10)
    #expect(stage.load(stage.fetcher()) == .picture(width: 41))
    #expect(stage.load(stage.fetcher()) == .picture(width: 41))
    #expect(stage.cached.count == 1)
  }

  @Test("A redirect is asked for again; the picture behind it is cached")
  func redirect() throws {
    let stage = try RemoteStage { request, connection in
      if request.path == "/" { return connection.respond("302 Found", ["Location: /end"]) }
      connection.respond("200 OK", ["Cache-Control: max-age=100"], pixmap(40))
    }
    for _ in 0..<2 { #expect(stage.load(stage.fetcher()) == .picture(width: 40)) }
    #expect(stage.received.map(\.path) == ["/", "/end", "/"])
  }

  @Test("Only the user can read the cache, and it does not contain the address")
  func permissions() throws {
    let stage = try stage("Cache-Control: max-age=100")
    #expect(stage.load(stage.fetcher(), "/private-name?token=xyzzy") == .picture(width: 40))
    func mode(_ path: String) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
    }
    let name = try #require(stage.cached.first)
    #expect(try mode(stage.folder) == 0o700)
    #expect(try mode(stage.path(name)) == 0o600)
    let content = try Data(contentsOf: URL(filePath: stage.path(name)))
    for word in ["private-name", "xyzzy"] {
      #expect(!name.contains(word) && content.firstRange(of: Data(word.utf8)) == nil)
    }
    // A folder that others could read is closed for them.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stage.folder)
    #expect(stage.load(stage.fetcher(), "/other") == .picture(width: 40))
    #expect(try mode(stage.folder) == 0o700)
  }

  @Test(
    "A folder that cannot be used means no cache",
    arguments: ["/proc/pictures", "relative", "/dev/null/x", ""])
  func noFolder(folder: String) throws {
    let stage = try stage("Cache-Control: max-age=100")
    for _ in 0..<2 { #expect(stage.load(stage.fetcher { $0.cacheFolder = folder }) == .picture(width: 40)) }
    #expect(stage.received.count == 2)
    #expect(!FileManager.default.fileExists(atPath: "relative"))
  }

  @Test("A damaged file of the cache is dropped, wherever the damage is")
  func damaged() throws {
    let stage = try stage("Cache-Control: max-age=100")
    let fetcher = stage.fetcher()
    #expect(stage.load(fetcher) == .picture(width: 40))
    let path = stage.path(try #require(stage.cached.first))
    let whole = try Data(contentsOf: URL(filePath: path))
    var count = 1
    func check(_ data: Data, _ name: String) throws {
      try data.write(to: URL(filePath: path))
      #expect(stage.load(fetcher) == .picture(width: 40), "\(name)")
      count += 1
      #expect(stage.received.count == count, "\(name)")
      #expect(try Data(contentsOf: URL(filePath: path)) == whole, "\(name)")
    }
    try check(Data(), "empty")
    for length in stride(from: 1, to: whole.count, by: 97) {
      try check(whole.prefix(length), "\(length) bytes")
    }
    for place in stride(from: 0, to: whole.count, by: 61) {
      var data = whole
      data[place] ^= 0x11
      try check(data, "byte \(place)")
    }
    try check(whole + Data([0]), "longer")
    try check(Data(repeating: 10, count: 9000), "line ends")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    #expect(stage.load(fetcher) == .picture(width: 40))
    #expect(stage.received.count == count + 1)
  }

  @Test("Beyond the limit, the pictures that were used least recently are removed")
  func eviction() throws {
    let stage = try stage("Cache-Control: max-age=100000")
    // Three pictures with their headers fit.
    let fetcher = stage.fetcher { $0.cacheByteLimit = 5000 }
    func load(_ path: String) {
      #expect(stage.load(fetcher, path) == .picture(width: 40))
      stage.clock.advance(by: 1)
    }
    for path in ["/a", "/b", "/c", "/a", "/d"] { load(path) }
    #expect(stage.cached.count == 3)
    #expect(stage.received.map(\.path) == ["/a", "/b", "/c", "/d"])
    for path in ["/a", "/c", "/d", "/b"] { load(path) }
    #expect(stage.received.map(\.path) == ["/a", "/b", "/c", "/d", "/b"])
  }

  @Test("Beyond the limit of files, the pictures that were used least recently are removed")
  func fileLimit() throws {
    let stage = try stage("Cache-Control: max-age=100000")
    let fetcher = stage.fetcher { $0.cacheFileLimit = 3 }
    for path in ["/a", "/b", "/c", "/d", "/e"] {
      #expect(stage.load(fetcher, path) == .picture(width: 40))
      stage.clock.advance(by: 1)
    }
    #expect(stage.cached.count == 3)
    for path in ["/e", "/d", "/c"] { #expect(stage.load(fetcher, path) == .picture(width: 40)) }
    #expect(stage.received.count == 5)
  }

  @Test("A server with many pictures removes its own, not those of another server", arguments: [true, false])
  func otherServer(byFiles: Bool) throws {
    let stage = try stage("Cache-Control: max-age=100000")
    let fetcher = stage.fetcher { if byFiles { $0.cacheFileLimit = 4 } else { $0.cacheByteLimit = 6500 } }
    let other = "http://localhost:\(stage.server.port)/other"
    #expect(Pending(fetcher, other).outcome == .picture(width: 40))
    for number in 0..<20 {
      stage.clock.advance(by: 1)
      #expect(stage.load(fetcher, "/\(number)") == .picture(width: 40))
    }
    #expect(stage.cached.count == 4)
    let count = stage.received.count
    #expect(Pending(fetcher, other).outcome == .picture(width: 40))
    #expect(stage.received.count == count)
  }

  @Test(
    "The names of one registered domain count as one server, also if the domain is short",
    arguments: ["abc.com", "abc.co.uk", "example.org"])
  func names(domain: String) throws {
    let stage = try stage("Cache-Control: max-age=100000")
    let proxy = stage.server.address("")
    let fetcher = stage.fetcher {
      $0.cacheFileLimit = 4
      $0.proxy = { _ in proxy }
    }
    let others = ["first", "second", "third"].map { "http://pictures.\($0).example/" }
    for other in others { #expect(Pending(fetcher, other).outcome == .picture(width: 40)) }
    for number in 0..<20 {
      stage.clock.advance(by: 1)
      #expect(Pending(fetcher, "http://s\(number).\(domain)/").outcome == .picture(width: 40))
    }
    let count = stage.received.count
    for other in others { #expect(Pending(fetcher, other).outcome == .picture(width: 40)) }
    #expect(stage.received.count == count)
  }

  @Test("The unfinished file of a program that was killed is removed after an hour")
  func unfinished() throws {
    let stage = try stage("Cache-Control: max-age=100000")
    let fetcher = stage.fetcher()
    #expect(stage.load(fetcher, "/a") == .picture(width: 40))
    for (name, seconds) in [("new-1-1", -4000.0), ("new-2-2", -60.0)] {
      try Data([1]).write(to: URL(filePath: stage.path(name)))
      let date = Date(timeIntervalSince1970: ManualClock.epoch + seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: stage.path(name))
    }
    #expect(stage.load(fetcher, "/b") == .picture(width: 40))
    #expect(stage.cached.filter { $0.hasPrefix("new-") } == ["new-2-2"])
    fetcher.removeCachedImages()
    #expect(stage.cached.isEmpty)
  }

  @Test("Fetchers that write, read and evict in one folder never show another picture")
  func shared() throws {
    let stage = try RemoteStage { request, connection in
      let width = Int(request.path.dropFirst()) ?? 0
      connection.respond("200 OK", ["Cache-Control: max-age=100000"], pixmap(width))
    }
    let fetchers = (0..<4).map { number in stage.fetcher { $0.cacheByteLimit = 4000 + number * 3000 } }
    let failures = Mutex<[String]>([])
    let threads = fetchers.compactMap { fetcher in
      SystemThread {
        for round in 0..<40 {
          let width = 20 + round * 7 % 11
          let outcome = stage.load(fetcher, "/\(width)")
          if outcome != .picture(width: width) { failures.withLock { $0.append("\(width): \(outcome)") } }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(failures.withLock { $0 } == [])
    #expect(stage.received.count < 160)
    #expect(stage.cached.allSatisfy { !$0.hasPrefix("new-") })
  }

  @Test("A picture that cannot be decoded is removed from the cache, so that the next try downloads it again")
  func undecodable() throws {
    let isRepaired = Mutex(false)
    let stage = try RemoteStage { _, connection in
      let body = isRepaired.withLock { $0 } ? pixmap(40) : Array("P6 40 nonsense".utf8)
      connection.respond("200 OK", ["Cache-Control: max-age=100000"], body)
    }
    let fetcher = stage.fetcher()
    guard case .failure(.undecodable) = stage.load(fetcher) else {
      Issue.record("the picture is damaged")
      return
    }
    #expect(stage.cached.isEmpty)
    isRepaired.withLock { $0 = true }
    #expect(stage.load(fetcher) == .picture(width: 40))
  }
}
