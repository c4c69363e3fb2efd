package import CarouselUI
package import Kiosk
internal import PhotoBrowserUI

/// Kiosks with a playlist each, on the screens that the configuration names. They are in step: frames that become visible together show
/// the same moment, and items that are due within half a second of each other are replaced together.
///
/// A kiosk opens when its screen is connected, and closes when the screen is disconnected.
@MainActor
package final class OutputKiosks {
  private let assignments: [OutputSettings.Assignment]
  private let system: WindowSystem
  private let open: (OutputSettings.Assignment, Output) -> KioskWindow?
  private var kiosks: [String: KioskWindow] = [:]
  private var sharedTime = SharedFrameTime()
  private let steps = StepGroup()

  /// Called before a kiosk closes, because its screen was disconnected.
  package var onClose: ((_ output: String, KioskWindow) -> Void)?

  /// Opens kiosks on the connected screens.
  ///
  /// - Parameter open: Opens the kiosk of a screen; returns `nil` if that fails.
  package init(
    _ assignments: [OutputSettings.Assignment], in system: WindowSystem,
    open: @escaping (OutputSettings.Assignment, Output) -> KioskWindow?
  ) {
    (self.assignments, self.system, self.open) = (assignments, system, open)
    system.onOutputChange = { [weak self] _ in
      // After a reconnection, all screens are announced together.
      self?.system.scheduler.soon { self?.update() }
    }
    update()
  }

  /// The open kiosks, in the order of the configuration.
  package var all: [KioskWindow] { assignments.compactMap { kiosks[$0.output] } }

  /// Opens kiosks on new screens, and closes those of screens that are gone.
  package func update() {
    for assignment in assignments {
      let name = assignment.output
      let output = system.outputs.first { $0.name == name }
      if let kiosk = kiosks[name] {
        guard output == nil else {
          kiosk.outputsDidChange()
          continue
        }
        onClose?(name, kiosk)
        kiosk.onClose = nil
        kiosk.ui.close()
        kiosks[name] = nil
      } else if let output, let kiosk = open(assignment, output) {
        kiosk.join(steps)
        kiosk.ui.frameTime = { [weak self, weak kiosk] frame in
          guard let self, let kiosk else { return frame.time }
          return sharedTime.time(
            of: ObjectIdentifier(kiosk), frame: frame.time, interval: frame.refreshInterval ?? 1 / 60)
        }
        kiosks[name] = kiosk
      }
    }
  }
}

/// Shows whose items change together.
@MainActor
final class StepGroup {
  private var dues: [ObjectIdentifier: Double] = [:]

  /// Items that are due within this time of each other change together, in seconds.
  private static let tolerance = 0.5

  /// Returns the time at which the item of a show is replaced.
  ///
  /// - Parameter due: The time at which it was shown for its whole time, in seconds.
  func time(for due: Double, of show: AnyObject) -> Double {
    dues[ObjectIdentifier(show)] = due
    return dues.values.filter { (due...due + Self.tolerance).contains($0) }.max() ?? due
  }

  func leave(_ show: AnyObject) { dues[ObjectIdentifier(show)] = nil }
}
