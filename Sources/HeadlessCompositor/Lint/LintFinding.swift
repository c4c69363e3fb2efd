/// A mistake of a client that is no protocol error: the compositor accepts it, but the user sees it, or it costs power.
public struct LintFinding: Hashable, Sendable, CustomStringConvertible {
  /// A rule of the lint.
  public enum Rule: String, CaseIterable, Sendable {
    /// A buffer is changed between its commit and its release.
    case heldBuffer = "held-buffer"
    /// Pixels have changed outside of the damage.
    case missedDamage = "missed-damage"
    /// Commits change nothing.
    case emptyCommit = "empty-commit"
    /// Commits have damage, but no pixel changes.
    case unchangedContent = "unchanged-content"
    /// Buffers are committed while a configure is not acknowledged.
    case lateAck = "late-ack"
    /// A configure is not acknowledged, or the window does not get its size.
    case ignoredConfigure = "ignored-configure"
    /// A surface has more than one frame callback, or its client does not wait for frames.
    case frameStorm = "frame-storm"
    /// A window is drawn while it is not visible.
    case hiddenFrames = "hidden-frames"
    /// The window geometry is not inside of the surface, or does not have the size that the state requires.
    case geometry = "geometry"
    /// The buffer does not have the scale of the output.
    case bufferScale = "buffer-scale"
    /// A client has many objects that it should have destroyed.
    case leakedObjects = "leaked-objects"
    /// A client has descriptors that it should have closed.
    case leakedDescriptors = "leaked-descriptors"
    /// A client does not answer because it waits for data of the clipboard or of a drag.
    case blockingPipe = "blocking-pipe"
  }

  /// The rule that the client does not follow.
  public let rule: Rule
  /// A sentence that names the request and the rule of the protocol.
  public let message: String
  /// The client's process.
  public let processID: Int32

  public var description: String { "\(rule.rawValue): \(message)" }
}

extension Compositor {
  /// Compares the buffers that clients hold, counts their objects and descriptors, and returns all mistakes of clients so far, in the
  /// order in which they were found. Each rule is reported once for each object. Empty unless `Configuration.lints` is set.
  public func checkedLintFindings() -> [LintFinding] {
    lint?.checkClients()
    return lint?.findings ?? []
  }
}
