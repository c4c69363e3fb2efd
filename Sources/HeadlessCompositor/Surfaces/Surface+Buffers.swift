// The release of buffers to the client.
extension Surface {
  /// The number of buffers that the client has committed and that are not released.
  public var heldBufferCount: Int { heldBuffers.count }

  /// Releases all held buffers immediately, whatever the value of `Compositor.bufferRelease` is.
  ///
  /// Wayland: `wl_buffer.release`.
  public func releaseBuffers() {
    releaseHeldBuffers()
    compositor?.flush()
  }

  /// Holds a committed buffer, and releases older buffers as `Compositor.bufferRelease` states.
  ///
  /// - Returns: Whether the client has changed the buffer since an earlier commit of it, before its release.
  func hold(_ buffer: Buffer) -> Bool {
    guard let compositor else { return false }
    let isOverwritten = buffer.hold()
    heldBuffers.removeAll { $0 === buffer }
    heldBuffers.append(buffer)
    let kept: Int? =
      switch compositor.bufferRelease {
      case .immediately: 0
      case .whenReplaced: 1
      case .keepingTwo: 2
      case .manually: nil
      }
    while let kept, heldBuffers.count > kept { release(heldBuffers.removeFirst()) }
    return isOverwritten
  }

  private func release(_ buffer: Buffer) { if buffer.release() { lint?.drewIntoHeldBuffer(buffer) } }

  func releaseUnlessManual() {
    if compositor?.bufferRelease != .manually { releaseHeldBuffers() }
  }

  func releaseHeldBuffers() {
    for buffer in heldBuffers { release(buffer) }
    heldBuffers = []
  }
}
