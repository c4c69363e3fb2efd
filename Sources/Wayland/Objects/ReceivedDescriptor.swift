import Glibc

/// A file descriptor that came with an event; closed when nobody takes it.
package final class ReceivedDescriptor {
  private var descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The descriptor, which stays ours.
  package var borrowed: Int32 { descriptor }

  /// Returns the descriptor, which the caller must now close. A second call returns -1.
  package func take() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
