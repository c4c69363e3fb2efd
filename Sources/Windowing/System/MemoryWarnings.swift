package import MemoryPressure
import Wayland

/// Notifies the delegates of all windows when a source reports low memory: between two frames, and at most once a second.
@MainActor
package final class MemoryWarnings {
  /// The shortest time between two warnings, in seconds. The system and the control group report the same shortage, and the
  /// windows have nothing more to release shortly after a warning.
  private static let pause = 1.0

  /// The system whose windows are notified; its scheduler watches the source.
  weak var system: WindowSystem?
  private var source: (any PressureSource)?
  private var watch: (any DescriptorWatch)?
  /// The time of the last warning, in seconds.
  private var lastTime = -Double.infinity
  private var phase = Phase.idle

  private enum Phase {
    /// No frame is being drawn. Warnings are delivered immediately.
    case idle
    case drawing
    /// A warning waits for the end of the frame.
    case drawingWithPendingWarning
  }

  /// Watches a source until ``stop()``. While a source is watched, another call has no effect.
  ///
  /// - Parameter makeSource: Returns the source of the reports; nil if the system has none. Not called while a source is watched.
  package func start(_ makeSource: @autoclosure () -> (any PressureSource)?) {
    guard self.source == nil, let system, let source = makeSource() else { return }
    self.source = source
    watch = system.scheduler.watch(
      source.descriptor, onReadable: { [weak self] in self?.receiveReport() }, onWritable: {})
  }

  /// Releases the source.
  func stop() {
    watch?.cancel()
    (watch, source) = (nil, nil)
  }

  /// Calls `draw`. A warning that arrives meanwhile is deferred: it would evict pixels that the frame is about to show.
  func postpone(while draw: () -> Void) {
    // A delegate may dispatch events while it draws, and so draw another window.
    guard phase == .idle else { return draw() }
    phase = .drawing
    draw()
    let hasPendingWarning = phase == .drawingWithPendingWarning
    phase = .idle
    // Not immediately, because the frame has not been sent to the compositor yet.
    if hasPendingWarning { system?.scheduler.soon { [weak self] in self?.deliver() } }
  }

  private func receiveReport() {
    guard let source, let system, source.takeReport() else { return }
    let now = system.clock()
    guard now - lastTime >= Self.pause else { return }
    lastTime = now
    deliver()
  }

  private func deliver() {
    // A pending warning is not delivered after `stop()`.
    guard source != nil else { return }
    guard phase == .idle else {
      phase = .drawingWithPendingWarning
      return
    }
    for window in system?.liveWindows ?? [] {
      window.delegate?.windowDidReceiveMemoryWarning(window)
    }
  }
}
