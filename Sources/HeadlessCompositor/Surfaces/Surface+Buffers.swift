/// When the client gets its buffers back.
extension Surface {
  /// How many of the client's buffers are held.
  public var heldBufferCount: Int { heldBuffers.count }

  /// Gives all buffers back that are held, whatever `Compositor.bufferRelease` says.
  ///
  /// Wayland: `wl_buffer.release`.
  public func releaseBuffers() {
    for buffer in heldBuffers { buffer.release() }
    heldBuffers = []
    compositor?.flush()
  }

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
