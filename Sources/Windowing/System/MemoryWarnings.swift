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
  private var isDrawing = false
  /// Whether a warning waits for the end of a frame.
  private var isDeferred = false

  /// Watches a source until ``stop()``. A second call has no effect.
  ///
  /// - Parameter source: Reports low memory; nil if the system has no such source.
  package func start(_ source: (any PressureSource)?) {
    guard let source, let system, self.source == nil else { return }
    self.source = source
    watch = system.scheduler.watch(
      source.descriptor, onReadable: { [weak self] in self?.receiveReport() }, onWritable: {})
  }

  /// Releases the source.
  func stop() {
    watch?.cancel()
    (watch, source, isDeferred) = (nil, nil, false)
  }

  /// Calls `draw`. A warning that arrives meanwhile is deferred: it would evict pixels that the frame is about to show.
  func postpone(while draw: () -> Void) {
    // A delegate may dispatch events while it draws, and so draw another window.
    let wasDrawing = isDrawing
    isDrawing = true
    draw()
    isDrawing = wasDrawing
    guard isDeferred, !isDrawing else { return }
    // Not immediately, because the frame has not been sent to the compositor yet.
    system?.scheduler.soon { [weak self] in self?.deliver() }
  }

  private func receiveReport() {
    guard let source, let system, source.takeReport() else { return }
    let now = system.clock()
    guard now - lastTime >= Self.pause else { return }
    lastTime = now
    isDeferred = true
    deliver()
  }

  private func deliver() {
    guard isDeferred, !isDrawing else { return }
    isDeferred = false
    for window in system?.liveWindows ?? [] {
      window.delegate?.windowDidReceiveMemoryWarning(window)
    }
  }
}
