// The release of buffers to the client.
extension Surface {
  /// The number of buffers that the client has committed and that are not released.
  public var heldBufferCount: Int { heldBuffers.count }

  /// Releases all held buffers immediately, whatever the value of `Compositor.bufferRelease` is.
  ///
  /// Wayland: `wl_buffer.release`.
  public func releaseBuffers() {
    for buffer in heldBuffers { buffer.release() }
    heldBuffers = []
    compositor?.flush()
  }

  /// Holds a committed buffer, and releases older buffers as `Compositor.bufferRelease` states.
  func hold(_ buffer: Buffer) {
    guard let compositor else { return }
    buffer.hold()
    heldBuffers.removeAll { $0 === buffer }
    heldBuffers.append(buffer)
    let kept: Int? =
      switch compositor.bufferRelease {
      case .immediately: 0
      case .whenReplaced: 1
      case .keepingTwo: 2
      case .manually: nil
      }
    guard let kept else { return }
    while heldBuffers.count > kept { heldBuffers.removeFirst().release() }
  }

  func releaseUnlessManual() {
    guard compositor?.bufferRelease != .manually else { return }
    for buffer in heldBuffers { buffer.release() }
    heldBuffers = []
  }
}
