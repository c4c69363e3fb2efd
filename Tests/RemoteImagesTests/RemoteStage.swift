import Drawing
import Foundation
import LoopbackServer
import RemoteImages
import Synchronization
import TestSupport
import Testing

typealias Connection = LoopbackServer.Connection
typealias Request = LoopbackServer.Request

/// Clocks that a test moves.
final class ManualClock: Sendable {
  private let time = Mutex(0.0)
  /// The calendar time at the begin, in seconds since 1970: 2001-09-09 01:46:40 GMT, a Sunday.
  static let epoch = 1_000_000_000.0

  var remote: RemoteClock {
    RemoteClock(
      monotonic: { [self] in time.withLock { $0 } }, calendar: { [self] in Self.epoch + time.withLock { $0 } }
    )
  }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

/// A barrier that a test opens.
final class Gate: Sendable {
  private let isOpen = WatchedValue(false)

  func open() { isOpen.withLock { $0 = true } }

  /// Blocks until the gate is open. Records an issue after a minute.
  func wait(_ what: String = "the opening of a gate", sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try isOpen.wait(for: what, sourceLocation: sourceLocation) { $0 ? true : nil }
    }
  }
}

/// A request of a test.
final class Pending: Sendable {
  private let address: String
  private let result = WatchedValue<Result<Image, RemoteImageError>?>(nil)
  private let cancelAction = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ fetcher: RemoteImageFetcher, _ address: String) {
    self.address = address
    let cancel = fetcher.load(address) { [result] new in result.withLock { $0 = new } }
    cancelAction.withLock { $0 = cancel }
  }

  func cancel() { cancelAction.withLock { $0 }?() }

  var isFinished: Bool { result.withLock { $0 != nil } }

  /// Blocks until the result is there.
  func wait(sourceLocation: SourceLocation = #_sourceLocation) throws -> Result<Image, RemoteImageError> {
    try result.wait(for: "the result of \(address)", sourceLocation: sourceLocation) { $0 }
  }

  /// Blocks until the result is there, and returns the width of the picture or the reason of the error.
  var outcome: Outcome {
    do {
      return switch try wait() {
      case .success(let image): .picture(width: image.width)
      case .failure(let error): .failure(error.reason)
      }
    } catch {
      Issue.record(error)
      return .missing
    }
  }
}

enum Outcome: Equatable {
  case picture(width: Int)
  case failure(RemoteImageError.Reason)
  /// There was no result in time.
  case missing
}

/// A server, a folder and a clock for fetchers.
final class RemoteStage: Sendable {
  let server: LoopbackServer
  let clock = ManualClock()
  let folder = FileManager.default.temporaryDirectory.appending(path: "remote-\(UUID().uuidString)").path
  private let requests: WatchedValue<[Request]>

  /// Starts a server that answers with `respond`.
  init(respond: @escaping @Sendable (Request, Connection) -> Void) throws {
    let requests = WatchedValue<[Request]>([])
    self.requests = requests
    server = try LoopbackServer { request, connection in
      requests.withLock { $0.append(request) }
      respond(request, connection)
    }
  }

  deinit {
    server.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The requests that the server has received.
  var received: [Request] { requests.withLock { $0 } }

  /// Blocks until the server has received a number of requests. Records an issue after a minute.
  func waitForRequests(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try requests.wait(for: "\(count) requests", sourceLocation: sourceLocation) {
        $0.count >= count ? true : nil
      }
    }
  }

  func fetcher(_ change: (inout RemoteImageFetcher.Options) -> Void = { _ in }) -> RemoteImageFetcher {
    var options = RemoteImageFetcher.Options()
    options.cacheFolder = folder
    change(&options)
    return RemoteImageFetcher(options, clock: clock.remote)
  }

  /// Begins to load a picture of the server.
  func begin(_ fetcher: RemoteImageFetcher, _ path: String = "/") -> Pending {
    Pending(fetcher, server.address(path))
  }

  /// Loads a picture of the server to its end.
  func load(_ fetcher: RemoteImageFetcher, _ path: String = "/") -> Outcome { begin(fetcher, path).outcome }

  /// The names of the files in the cache.
  var cached: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// A picture file of one color in the format PPM.
func pixmap(_ width: Int, _ height: Int = 10, color: [UInt8] = [200, 100, 50]) -> [UInt8] {
  Array("P6 \(width) \(height) 255\n".utf8) + (0..<width * height).flatMap { _ in color }
}

/// Runs a program to its end and returns its output.
@discardableResult
func run(_ arguments: [String], in folder: URL = FileManager.default.temporaryDirectory) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.standardError = FileHandle.nullDevice
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  // The output ends with the program.
  return Array(output.fileHandleForReading.readDataToEndOfFile())
}
