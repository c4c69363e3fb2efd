import CWaylandServer

/// A listener of a libwayland signal that calls a closure.
///
/// Wayland: `wl_listener`.
@MainActor final class Listener {
  /// A `wl_listener`, followed by the address of this object.
  private let memory: UnsafeMutableRawPointer
  private let action: (UnsafeMutableRawPointer?) -> Void
  private var isListening = true

  init(_ action: @escaping (UnsafeMutableRawPointer?) -> Void) {
    self.action = action
    let size = MemoryLayout<wl_listener>.stride
    memory = .allocate(byteCount: size + MemoryLayout<UnsafeRawPointer>.size, alignment: 16)
    memory.bindMemory(to: wl_listener.self, capacity: 1).initialize(to: wl_listener())
    let owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    memory.storeBytes(of: owner, toByteOffset: size, as: UnsafeRawPointer.self)
    pointer.pointee.notify = { listener, data in
      guard let listener else { return }
      nonisolated(unsafe) let owner = UnsafeRawPointer(listener)
        .load(fromByteOffset: MemoryLayout<wl_listener>.stride, as: UnsafeRawPointer.self)
      nonisolated(unsafe) let data = data
      MainActor.assumeIsolated {
        let this = Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue()
        withExtendedLifetime(this) { this.action(data) }
      }
    }
  }

  /// The listener to add to a signal. Add it directly after `init`.
  var pointer: UnsafeMutablePointer<wl_listener> { memory.assumingMemoryBound(to: wl_listener.self) }

  /// Removes the listener from its signal. After a destroy signal has fired, this method must be called, too.
  func cancel() {
    guard isListening else { return }
    isListening = false
    wl_list_remove(&pointer.pointee.link)
    wl_list_init(&pointer.pointee.link)
  }

  isolated deinit {
    cancel()
    memory.deallocate()
  }
}
