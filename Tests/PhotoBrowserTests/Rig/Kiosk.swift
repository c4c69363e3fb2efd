import Foundation
import TestBitmaps
import TestSupport

/// A running kiosk with the pictures of `SamplePhotos`, which is asked for its state over its control socket.
struct Kiosk {
  static let program = PhotoBrowser.products + "/carousel-kiosk"
  /// The PIN of the service page, 2718, and OK: the keys of the pad on a screen of `KioskStage.size`.
  static let keysOfPIN = [(638, 273), (535, 431), (535, 273), (638, 431), (739, 513)].map {
    ScreenPoint(Double($0.0), Double($0.1))
  }
  private static let hashOfPIN =
    "$6$r2ODKJ42jDN7tMa8$Td4hjoncXd59arOcSeoxazqJ0dCu0sqRcWWdLsL6Yr1tEyRSesEvaUOhjCHYvlniCPvTqm6/kqg0EAuKTI9bP0"
  /// The seconds without input after which the show begins again. A slow machine needs them to show a card before. The story of a visit
  /// is the only one that waits for their end.
  static let idleTime = 20.0

  let session: any UserSession
  private let socket: String

  /// Writes the files of a kiosk into the folder of a session, and returns its command line.
  static func commandLine(in folder: TemporaryFolder) throws -> [String] {
    _ = try SamplePhotos(into: folder)
    try folder.write(
      #"{"duration": 600, "transition": "none", "entries": [{"folder": "photos"}]}"#, to: "show.json")
    try folder.write(
      """
      { "content": "show.json", "idleTime": \(idleTime), "languages": ["en"],
        "service": { "pin": "\(hashOfPIN)", "seconds": 1 } }
      """, to: "kiosk.json")
    return [program, "--config", folder("kiosk.json"), "--control", socket(in: folder)]
  }

  static func variables(in folder: TemporaryFolder) -> [String: String] {
    ["XDG_STATE_HOME": folder("run/state"), "LANG": "C.UTF-8"]
  }

  /// In the folder of XDG_RUNTIME_DIR, which the user of the kiosk may write.
  private static func socket(in folder: TemporaryFolder) -> String { folder("run/control") }

  /// - Parameter session: The compositor, which runs the kiosk with the files in the folder of the session.
  init(on session: any UserSession) {
    (self.session, socket) = (session, Self.socket(in: session.folder))
  }

  // MARK: Requests

  /// Sends a request, and returns the members of its result.
  @discardableResult
  func call(_ words: String...) throws -> [String: Any] {
    let text = try ChildProcess.run(Self.program, ["msg", "--socket", socket] + words)
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Waits until a member of the state has a value.
  func wait(for member: String, _ value: String) throws {
    try wait("“\(value)” as \(member)") { "\($0[member] ?? "")" == value }
  }

  /// Waits until the state meets a condition.
  func wait(_ what: String, until condition: ([String: Any]) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: LineLog.timeout)
    var last: [String: Any] = [:]
    while true {
      // The socket is there some time after the start.
      if let state = try? call("state") {
        last = state
        if condition(state) { return }
      }
      if Date() > deadline { throw RigError("the kiosk never had \(what)", ["\(last)"]) }
    }
  }

  // MARK: Pictures

  /// Waits until nothing moves and the screen shows exactly what the kiosk has drawn. Returns that picture.
  @discardableResult
  func settledPicture(_ name: String) throws -> Bitmap {
    try call("settle", "within=60")
    let path = session.folder("run/own.png")
    try call("screenshot", "path=\(path)")
    let own = try Bitmap(png: path)
    var last: Bitmap?
    defer { Self.save(last, "\(name)-screen") }
    do {
      return try session.screenshot("the picture \(name) of the kiosk", within: 20) { screen in
        last = screen
        return Self.firstDifference(screen, own) == nil
      }
    } catch {
      Self.save(own, "\(name)-own")
      throw RigError(
        "\(error)", ["first difference: \(last.flatMap { Self.firstDifference($0, own) } ?? (-1, -1))"])
    }
  }

  /// Returns the place of the first pixel that differs by more than a rounding error, outside of the corner in which the pointer is parked.
  private static func firstDifference(_ a: Bitmap, _ b: Bitmap) -> (x: Int, y: Int)? {
    guard a.width == b.width, a.height == b.height else { return (a.width, a.height) }
    for y in 0..<a.height {
      for x in 0..<a.width where x < a.width - 12 || y < a.height - 12 {
        let (first, second) = (a[x, y], b[x, y])
        let difference = max(
          abs(Int(first.red) - Int(second.red)), abs(Int(first.green) - Int(second.green)),
          abs(Int(first.blue) - Int(second.blue)))
        if difference > 2 { return (x, y) }
      }
    }
    return nil
  }

  /// Writes a picture to the folder that `CAROUSEL_KIOSK_PICTURES` names, for people.
  private static func save(_ bitmap: Bitmap?, _ name: String) {
    guard let folder = ProcessInfo.processInfo.environment["CAROUSEL_KIOSK_PICTURES"] else { return }
    bitmap?.write(png: "\(folder)/\(name).png")
  }
}
