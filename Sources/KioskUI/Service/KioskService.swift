internal import CarouselUI
internal import Kiosk

/// The service of a kiosk: the gesture in a corner of the screen, which opens the pad for the PIN, and then the service page.
@MainActor
final class KioskService {
  private let gesture: ServiceGesture
  private let panel: ServicePanel

  /// Fails if the configuration has no service.
  ///
  /// - Parameters:
  ///   - wallClock: Returns the calendar time, in seconds.
  ///   - content: The view that fills the window.
  init?(
    _ settings: KioskSettings, wallClock: @escaping () -> Int, in content: View,
    _ actions: ServicePanel.Actions
  ) {
    guard let service = settings.service else { return nil }
    panel = ServicePanel(
      service, stateFolder: settings.stateFolder, wallClock: wallClock, in: content, actions)
    gesture = ServiceGesture(service, in: content)
    gesture.onRecognized = { [panel] in panel.open() }
  }

  var phase: ServicePanel.Phase { panel.phase }

  /// Called when the panel opens or closes.
  var onOpenChange: ((_ isOpen: Bool) -> Void)? {
    get { panel.onOpenChange }
    set { panel.onOpenChange = newValue }
  }

  /// Follows the input of the window.
  func receive(_ event: InputEvent) { gesture.receive(event) }

  func close() { panel.close() }

  func layOut() { panel.layOut() }
}
