import CarouselUI
import LoopbackServer
import Synchronization

/// The addresses of the page Remote Pictures.
package enum RemotePictures {
  /// The addresses to show instead of those of ``PictureServer``; `nil` for none.
  package static var chosen: [String]?

  static var addresses: [String] { chosen ?? PictureServer.shared?.addresses ?? [] }
}

/// A server on this computer that sends pictures of the gallery, so that its page needs no network. The first request for
/// one of them fails.
private nonisolated final class PictureServer: Sendable {
  /// The server; `nil` if the system refuses a socket.
  static let shared = try? PictureServer()

  private static let count = 9
  private static let failing = 1
  private let server: LoopbackServer

  private init() throws {
    let hasFailed = Mutex(false)
    server = try LoopbackServer { request, connection in
      guard let number = Int(request.path.dropFirst().prefix { $0 != "." }), (0..<Self.count).contains(number)
      else { return connection.respond("404 Not Found") }
      if number == Self.failing,
        !hasFailed.withLock({ hasFailed in
          defer { hasFailed = true }
          return hasFailed
        })
      {
        return connection.respond("503 Service Unavailable")
      }
      // The port changes with each run, so that a cached picture would never be used.
      connection.respond(
        "200 OK", ["Content-Type: image/x-portable-pixmap", "Cache-Control: no-store"],
        Self.pixmap(of: number))
    }
  }

  var addresses: [String] { (0..<Self.count).map { server.address("/\($0).ppm") } }

  /// Returns a picture in the format PPM.
  private static func pixmap(of number: Int) -> [UInt8] {
    let (width, height) = (416, 496)
    let image = try? Image.drawn(width: width, height: height) { canvas in
      Print.at(number).paint(in: Rect(origin: .zero, size: canvas.size), on: canvas)
    }
    guard let image else { return [] }
    var bytes = Array("P6 \(width) \(height) 255\n".utf8)
    image.withPixels { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let place = y * image.stride + x * 4
          bytes += [pixels[place + 2], pixels[place + 1], pixels[place]]
        }
      }
    }
    return bytes
  }
}
