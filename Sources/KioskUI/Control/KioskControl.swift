internal import CarouselUI
package import ControlChannel
internal import Glibc
internal import JSON
internal import Kiosk
internal import Threads

/// The methods with which other programs control a kiosk.
@MainActor
package final class KioskControl {
  private weak var kiosk: KioskWindow?
  private let signal = ControlSignal()

  /// - Parameter kiosk: The kiosk; `nil` to list the methods only.
  package init(of kiosk: KioskWindow?) {
    self.kiosk = kiosk
    kiosk?.onEvent = { [weak self] in self?.signal.wakeAll() }
  }

  package var methods: ControlMethods { ControlMethods(of: "carousel-kiosk", showMethods + stateMethods) }

  private func window() throws(ControlError) -> KioskWindow {
    guard let kiosk else { throw ControlError(.failed, "There is no window.") }
    return kiosk
  }

  /// Returns the kiosk if no visitor uses it.
  private func show() throws(ControlError) -> KioskWindow {
    let kiosk = try window()
    guard kiosk.phase == .attract else { throw ControlError(.failed, "A visitor uses the kiosk.") }
    return kiosk
  }

  private var showMethods: [ControlMethod] {
    [
      ControlMethod("next", "Shows the next item of the show.") { [self] _ throws(ControlError) in
        try show().step(back: false)
        return [:]
      },
      ControlMethod("previous", "Shows the previous item of the show.") { [self] _ throws(ControlError) in
        try show().step(back: true)
        return [:]
      },
      ControlMethod(
        "show", "Shows an item of the show.", [.required("entry", .text, "the path of the item, or its end")]
      ) { [self] arguments throws(ControlError) in
        let entry = arguments.text("entry") ?? ""
        guard try show().show(entry) else {
          throw ControlError(.failed, "The show has no item “\(entry)” now; “state” lists them.")
        }
        return [:]
      },
      ControlMethod("reload", "Reads the playlist again.") { [self] _ throws(ControlError) in
        let kiosk = try window()
        let problem = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
          kiosk.reload { continuation.resume(returning: $0) }
        }
        if let problem { throw ControlError(.failed, problem) }
        return [:]
      },
    ]
  }

  private static let limit = ControlParameter.optional(
    "within", .number(0...7200), "the longest wait in seconds; 5 by default")

  private var stateMethods: [ControlMethod] {
    [
      ControlMethod("state", "Returns what is shown, and the items of the show.") {
        [self] _ throws(ControlError) in
        let kiosk = try window()
        return [
          "phase": JSONNode(kiosk.phase.rawValue), "screen": JSONNode(kiosk.screenState.name),
          "outputs": JSONNode(kiosk.outputNames.map { JSONNode($0) }),
          "entry": JSONNode(kiosk.shownID?.path ?? ""),
          "items": JSONNode(kiosk.itemIDs.map { JSONNode($0.path) }),
          "card": JSONNode(kiosk.isCardOpen), "page": JSONNode(kiosk.isPageOpen),
          "events": JSONNode(kiosk.events.count),
          "process": JSONNode(Int(getpid())),
        ]
      },
      ControlMethod(
        "events",
        "Returns the events after a number: shown, left-out, visit, return, screen, problem. Waits for one if there is none.",
        [.optional("after", .integer(0...Int(Int32.max)), "0 by default"), Self.limit]
      ) { [self] arguments throws(ControlError) in
        let after = arguments.integer("after") ?? 0
        let end = MonotonicClock.nanoseconds() + UInt64(arguments.number("within", or: 5) * 1e9)
        while try window().events.count <= after, MonotonicClock.nanoseconds() < end, !Task.isCancelled {
          await signal.next(until: end)
        }
        return JSONNode(try window().events.events(after: after).map(\.node))
      },
      ControlMethod(
        "screenshot", "Writes a picture of the window as PNG.",
        [.required("path", .text, "the absolute path of the picture")]
      ) { [self] arguments throws(ControlError) in
        guard let path = arguments.text("path"), path.hasPrefix("/"), !path.utf8.contains(0) else {
          throw ControlError(.invalidParameters, "“path” must be an absolute path.")
        }
        let image = await withCheckedContinuation { (continuation: CheckedContinuation<Image?, Never>) in
          guard let kiosk else { return continuation.resume(returning: nil) }
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
