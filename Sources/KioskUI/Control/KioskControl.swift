internal import CarouselUI
package import ControlChannel
internal import Glibc
internal import JSON
internal import Kiosk
internal import Threads

/// The methods with which other programs control a kiosk, or those of several screens.
@MainActor
package final class KioskControl {
  private let kiosks: () -> [KioskWindow]
  private let signal = ControlSignal()

  /// - Parameter kiosks: Returns the open kiosks.
  package init(_ kiosks: @escaping () -> [KioskWindow]) { self.kiosks = kiosks }

  /// - Parameter kiosk: The kiosk; `nil` to list the methods only.
  package convenience init(of kiosk: KioskWindow?) {
    self.init { [weak kiosk] in kiosk.map { [$0] } ?? [] }
    if let kiosk { follow(kiosk) }
  }

  /// Notifies the requests that wait for events of a kiosk.
  package func follow(_ kiosk: KioskWindow) { kiosk.onEvent = { [weak self] in self?.signal.wakeAll() } }

  package var methods: ControlMethods { ControlMethods(of: "carousel-kiosk", showMethods + stateMethods) }

  private static let output = ControlParameter.optional(
    "output", .text, "the screen of a kiosk with a playlist of its own; by default the first one")

  /// Returns the kiosk of a request.
  private func window(_ arguments: ControlArguments) throws(ControlError) -> KioskWindow {
    let all = kiosks()
    guard let output = arguments.text("output") else {
      guard let kiosk = all.first else { throw ControlError(.failed, "There is no window.") }
      return kiosk
    }
    guard let kiosk = all.first(where: { $0.outputNames.contains(output) }) else {
      throw ControlError(.failed, "There is no window on “\(output)”.")
    }
    return kiosk
  }

  /// Returns the kiosk of a request if no visitor uses it.
  private func show(_ arguments: ControlArguments) throws(ControlError) -> KioskWindow {
    let kiosk = try window(arguments)
    guard kiosk.phase == .attract else { throw ControlError(.failed, "A visitor uses the kiosk.") }
    return kiosk
  }

  private var showMethods: [ControlMethod] {
    [
      ControlMethod("next", "Shows the next item of the show.", [Self.output]) {
        [self] arguments throws(ControlError) in
        try show(arguments).step(back: false)
        return [:]
      },
      ControlMethod("previous", "Shows the previous item of the show.", [Self.output]) {
        [self] arguments throws(ControlError) in
        try show(arguments).step(back: true)
        return [:]
      },
      ControlMethod(
        "show", "Shows an item of the show.",
        [.required("entry", .text, "the path of the item, or its end"), Self.output]
      ) { [self] arguments throws(ControlError) in
        let entry = arguments.text("entry") ?? ""
        guard try show(arguments).show(entry) else {
          throw ControlError(.failed, "The show has no item “\(entry)” now; “state” lists them.")
        }
        return [:]
      },
      ControlMethod("reload", "Reads the playlist again.", [Self.output]) {
        [self] arguments throws(ControlError) in
        let kiosk = try window(arguments)
        let problem = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
          kiosk.reload { continuation.resume(returning: $0) }
        }
        if let problem { throw ControlError(.failed, problem) }
        return [:]
      },
    ]
  }

  private func state(of kiosk: KioskWindow) -> JSONNode {
    [
      "phase": JSONNode(kiosk.phase.rawValue), "screen": JSONNode(kiosk.screenState.name),
      "outputs": JSONNode(kiosk.outputNames.map { JSONNode($0) }),
      "entry": JSONNode(kiosk.shownID?.path ?? ""),
      "items": JSONNode(kiosk.itemIDs.map { JSONNode($0.path) }),
      "card": JSONNode(kiosk.isCardOpen), "page": JSONNode(kiosk.isPageOpen),
      "panel": JSONNode(kiosk.isPanelOpen), "service": JSONNode(kiosk.servicePhase.rawValue),
      "events": JSONNode(kiosk.events.count),
      "process": JSONNode(Int(getpid())),
    ]
  }

  private static let limit = ControlParameter.optional(
    "within", .number(0...7200), "the longest wait in seconds; 5 by default")

  private var stateMethods: [ControlMethod] {
    [
      ControlMethod("state", "Returns what is shown, and the items of the show.", [Self.output]) {
        [self] arguments throws(ControlError) in
        state(of: try window(arguments))
      },
      ControlMethod(
        "settle",
        "Waits until nothing moves, and all that is shown is loaded. Returns the state. A moving picture, such as one of ken-burns, does not settle.",
        [Self.limit, Self.output]
      ) { [self] arguments throws(ControlError) in
        var unrest: String?
        try await signal.wait(within: arguments.number("within", or: 5), "The kiosk \(unrest ?? "moves")") {
          () throws(ControlError) in
          unrest = try window(arguments).unrest
          return unrest == nil
        }
        return state(of: try window(arguments))
      },
      ControlMethod(
        "events",
        "Returns the events after a number: shown, left-out, damaged, visit, return, screen, problem. Waits for one if there is none.",
        [.optional("after", .integer(0...Int(Int32.max)), "0 by default"), Self.limit, Self.output]
      ) { [self] arguments throws(ControlError) in
        let after = arguments.integer("after") ?? 0
        let end = MonotonicClock.nanoseconds() + UInt64(arguments.number("within", or: 5) * 1e9)
        while try window(arguments).events.count <= after, MonotonicClock.nanoseconds() < end,
          !Task.isCancelled
        {
          await signal.next(until: end)
        }
        return JSONNode(try window(arguments).events.events(after: after).map(\.node))
      },
      ControlMethod(
        "screenshot", "Writes a picture of the window as PNG.",
        [.required("path", .text, "the absolute path of the picture"), Self.output]
      ) { [self] arguments throws(ControlError) in
        guard let path = arguments.text("path"), path.hasPrefix("/"), !path.utf8.contains(0) else {
          throw ControlError(.invalidParameters, "“path” must be an absolute path.")
        }
        let kiosk = try window(arguments)
        let image = await withCheckedContinuation { (continuation: CheckedContinuation<Image?, Never>) in
          kiosk.takePicture { continuation.resume(returning: $0) }
        }
        guard let image else { throw ControlError(.failed, "There is no memory for a picture.") }
        do throws(SurfaceError) { try image.writePNG(to: path) } catch {
          throw ControlError(.failed, "\(error)")
        }
        return ["width": JSONNode(image.width), "height": JSONNode(image.height)]
      },
    ]
  }
}
