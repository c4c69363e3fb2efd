import Glibc

/// A file descriptor that arrived with an event. When this object is deallocated, it closes the descriptor unless
/// `take()` was called.
package final class ReceivedDescriptor {
  private var descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The descriptor. It is valid while this object exists, and the caller must not close it.
  package var borrowed: Int32 { descriptor }

  /// Transfers the descriptor to the caller, which must close it. A second call returns -1.
  package func take() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
