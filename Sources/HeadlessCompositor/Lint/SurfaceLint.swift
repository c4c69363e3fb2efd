import Glibc
import Threads

/// The checks of one surface.
@MainActor final class SurfaceLint {
  /// The number of equal mistakes in a row that are reported. Toolkits make most of them once, for example when a window appears.
  private static let limit = 3
  /// The number of frames in which a client may wait for other work with frame callbacks.
  private static let idleLimit = 60

  private let lint: Lint
  private unowned let surface: Surface
  private let configures: ConfigureLint
  private var emptyCommits = 0
  /// The number of commits in a row that only request a frame callback.
  private var idleCallbacks = 0
  private var unchangedContents = 0
  private var hiddenContents = 0
  /// Whether the present commit answers a configure, which a hidden window may do.
  private var answersConfigure = false
  private var contentsSinceFrame = 0
  private var blurredContents = 0

  init(_ lint: Lint, of surface: Surface) {
    self.lint = lint
    self.surface = surface
    configures = ConfigureLint(isInProcess: surface.client?.processID == getpid())
  }

  private var name: String {
    guard let toplevel, !toplevel.title.isEmpty else { return surface.roleName ?? "surface" }
    return "window “\(toplevel.title)”"
  }

  private var toplevel: Toplevel? { (surface.role as? XdgSurface)?.toplevel }

  private func report(_ rule: LintFinding.Rule, _ message: @autoclosure () -> String) {
    lint.report(rule, of: surface, surface.client, "\(name): \(message())")
  }

  // MARK: Commits

  /// Checks a commit before it is applied.
  func willCommit(_ changes: PendingSurfaceState) {
    let xdgSurface = surface.role as? XdgSurface
    let isEmpty =
      changes.isEmpty && surface.pendingStack == nil && !surface.stack.children.contains { _ in true }
      && xdgSurface?.isMapped == true && xdgSurface?.hasPendingState == false && !configures.isAcknowledging
      && surface.compositor?.seats.contains { $0.pointer.constraints.hasPendingState(of: surface) } != true
    answersConfigure = configures.isAcknowledging
    configures.answered()
    emptyCommits = isEmpty ? emptyCommits + 1 : 0
    if emptyCommits >= Self.limit {
      report(
        .emptyCommit,
        "\(emptyCommits) times in a row, wl_surface.commit had no change. A commit is needed only for new state."
      )
    }
    idleCallbacks = changes.onlyRequestsFrame && surface.pendingStack == nil ? idleCallbacks + 1 : 0
    if idleCallbacks >= Self.idleLimit {
      report(
        .emptyCommit,
        "\(idleCallbacks) times in a row, wl_surface.commit only requested a frame callback. A window at rest needs no wl_surface.frame: each one wakes the client and the compositor."
      )
    }
    if changes.frameCallbacks.count >= Self.limit || surface.frameCallbacks.count >= Self.limit {
      report(
        .frameStorm,
        "\(changes.frameCallbacks.count + surface.frameCallbacks.count) callbacks of wl_surface.frame wait at the same time. One for each frame is enough."
      )
    }
    if case .buffer? = changes.attachment, let xdgSurface, !xdgSurface.unacknowledgedSerials.isEmpty,
      xdgSurface.isMapped
    {
      configures.unacknowledgedContents += 1
      if configures.unacknowledgedContents >= Self.limit {
        report(
          .lateAck,
          "\(configures.unacknowledgedContents) buffers were committed after an xdg_surface.configure without xdg_surface.ack_configure. Acknowledge a configure before the commit that answers it."
        )
      }
    }
  }

  /// Checks a commit with a buffer after it was applied.
  ///
  /// - Parameters:
  ///   - changed: The number of pixels that differ from the previous content; nil if the sizes differ.
  ///   - missed: The number of pixels that differ outside of the damage, and the first of them; nil if the whole buffer was copied.
  func didCommit(_ buffer: Buffer, changed: Int?, missed: PixelDifference?) {
    if let missed, missed.count > 0 {
      report(
        .missedDamage,
        "\(missed.count) pixels have changed outside of the damage, such as \(missed.x), \(missed.y). wl_surface.damage_buffer must cover all pixels that differ from the previous buffer, or the screen shows old ones."
      )
    }
    // Clients commit a cursor again each time that the pointer enters.
    unchangedContents = changed == 0 && surface.roleName != "cursor" ? unchangedContents + 1 : 0
    if unchangedContents >= Self.limit {
      report(
        .unchangedContent,
        "\(unchangedContents) buffers in a row have the same pixels. Do not attach and commit a buffer if nothing has changed."
      )
    }
    contentsSinceFrame += 1
    if contentsSinceFrame >= 10, surface.isShown {
      report(
        .frameStorm,
        "\(contentsSinceFrame) buffers were committed for one frame. Draw the next one after wl_callback.done of wl_surface.frame."
      )
    }
    let isHidden = toplevel.map { $0.isSuspended || $0.isMinimized } ?? false
    if !isHidden { hiddenContents = 0 } else if !answersConfigure { hiddenContents += 1 }
    if hiddenContents >= Self.limit {
      report(
        .hiddenFrames,
        "\(hiddenContents) buffers were committed while the window was not visible (xdg_toplevel state suspended, or minimized). Wait for the frame callback."
      )
    }
    checkScale(buffer)
    checkGeometry()
    if let xdgSurface = surface.role as? XdgSurface, let toplevel = xdgSurface.toplevel,
      let ignored = configures.committed(toplevel)
    {
      report(.ignoredConfigure, ignored)
    }
  }

  /// Reports that the client has changed a buffer before its release.
  func drewIntoHeldBuffer(_ buffer: Buffer) {
    report(
      .heldBuffer,
      "the client has changed a buffer of \(buffer.width) × \(buffer.height) after wl_surface.commit and before wl_buffer.release. The compositor may read the buffer until then."
    )
  }

  private func checkScale(_ buffer: Buffer) {
    if surface.current.destination != nil { return checkFraction(buffer) }
    guard toplevel?.isMapped == true, !surface.enteredOutputs.isEmpty else { return }
    let preferred = Int(surface.preferences.scale)
    blurredContents = surface.current.scale == preferred ? 0 : blurredContents + 1
    if blurredContents > Self.limit {
      report(
        .bufferScale,
        "the buffers have the scale \(surface.current.scale), but the output \(surface.enteredOutputs[0].name) has \(preferred) (wl_output.scale). Use wl_surface.set_buffer_scale, so that the content is sharp."
      )
    }
  }

  private func checkFraction(_ buffer: Buffer) {
    guard let scale = surface.preferences.scale120, let destination = surface.current.destination,
      surface.fractionalScale != nil, surface.current.source == nil, buffer.stride > 0
    else { return }
    let width = (destination.width * Int(scale) + 60) / 120
    // The destination has the orientation of the surface.
    let columns = surface.current.transform.swapsAxes ? buffer.height : buffer.width
    blurredContents = abs(width - columns) <= 1 ? 0 : blurredContents + 1
    if blurredContents > Self.limit {
      report(
        .bufferScale,
        "a buffer of \(columns) pixels has the destination \(destination.width) (wp_viewport.set_destination). At the scale \(Double(scale) / 120) of wp_fractional_scale_v1, \(width) pixels are sharp."
      )
    }
  }

  private func checkGeometry() {
    guard let xdgSurface = surface.role as? XdgSurface, let toplevel = xdgSurface.toplevel else { return }
    let (geometry, size) = (xdgSurface.geometry, surface.size)
    if geometry.x < 0 || geometry.y < 0 || geometry.x + geometry.width > size.width
      || geometry.y + geometry.height > size.height
    {
      report(
        .geometry,
        "the window geometry \(geometry.width) × \(geometry.height) at \(geometry.x), \(geometry.y) is not inside of the surface of \(size.width) × \(size.height) (xdg_surface.set_window_geometry)."
      )
    }
    guard toplevel.isMapped, let wanted = configures.acknowledged, wanted.isMaximized,
      wanted.size != toplevel.size
    else { return }
    report(
      .geometry,
      "the maximized window is \(toplevel.size.width) × \(toplevel.size.height), but xdg_toplevel.configure had \(wanted.size.width) × \(wanted.size.height). A maximized window must have that size."
    )
  }

  // MARK: Configures

  /// Records a configure that was sent.
  func configured(_ serial: UInt32, _ toplevel: Toplevel) { configures.sent(serial, toplevel) }

  /// Records that a configure was acknowledged.
  func acknowledged(_ serial: UInt32) {
    guard let toplevel else { return }
    configures.acknowledge(serial, toplevel)
  }

  // MARK: Time

  func framePresented() {
    contentsSinceFrame = 0
    guard let toplevel, toplevel.isMapped else { return }
    // A client may wait for a frame callback or a buffer before it draws in the new size.
    guard surface.getsFrames, surface.compositor?.bufferRelease != .manually || surface.heldBufferCount == 0
    else { return configures.waitAgain() }
    if let ignored = configures.framePresented(toplevel) { report(.ignoredConfigure, ignored) }
  }

  func forget() { lint.forget(surface) }
}

/// The configures of a window, and what its client did about them.
@MainActor private final class ConfigureLint {
  struct Configure {
    let serial: UInt32
    let size: (width: Int, height: Int)
    let isMaximized: Bool
    /// The size of the window when the configure was sent.
    let former: (width: Int, height: Int)
    /// The frames, and the begin of real time in nanoseconds, in which the client could have drawn.
    var frames = 0
    var since = MonotonicClock.nanoseconds()
    var contents = 0

    mutating func waitAgain() { (frames, since) = (0, MonotonicClock.nanoseconds()) }
  }

  /// The number of frames in which a client acknowledges a configure and answers it.
  private static let patience = 30
  /// The real time that the client has at least, in nanoseconds: a toolkit draws by a clock of its own, and many frames of virtual time
  /// may be presented meanwhile.
  private static let realPatience: UInt64 = 500_000_000

  /// Whether the client is dispatched by the test itself, so that it needs no real time.
  private let isInProcess: Bool
  private var waiting: [Configure] = []
  /// The configure that was acknowledged last.
  private(set) var acknowledged: Configure?
  private var isAnswered = true
  /// Whether a configure was acknowledged since the last commit.
  private(set) var isAcknowledging = false
  /// The number of buffers that were committed since a configure was sent that is not acknowledged.
  var unacknowledgedContents = 0

  init(isInProcess: Bool) { self.isInProcess = isInProcess }

  private func isLate(_ configure: Configure) -> Bool {
    configure.frames >= Self.patience
      && (isInProcess || MonotonicClock.nanoseconds() - configure.since > Self.realPatience)
  }

  /// Gives the client the whole time again, because it got no frame callback or no buffer.
  func waitAgain() {
    for index in waiting.indices { waiting[index].waitAgain() }
    acknowledged?.waitAgain()
  }

  func sent(_ serial: UInt32, _ toplevel: Toplevel) {
    let isMaximized = toplevel.isMaximized && !toplevel.isFullscreen
    waiting.append(
      Configure(
        serial: serial, size: toplevel.configuredSize, isMaximized: isMaximized, former: toplevel.size))
    // A hostile client could let any number wait.
    if waiting.count > 64 { waiting.removeFirst(32) }
  }

  func acknowledge(_ serial: UInt32, _ toplevel: Toplevel) {
    guard let index = waiting.firstIndex(where: { $0.serial == serial }) else { return }
    acknowledged = waiting[index]
    waiting.removeFirst(index + 1)
    isAcknowledging = true
    unacknowledgedContents = 0
    isAnswered = !toplevel.isMapped || waiting.last != nil
  }

  /// Records a commit, which answers the configures that were acknowledged before it.
  func answered() { isAcknowledging = false }

  /// Returns a sentence if the window still has its former size in the second buffer after a configure with another one.
  func committed(_ toplevel: Toplevel) -> String? {
    guard !isAnswered else { return nil }
    acknowledged?.contents += 1
    if let acknowledged, !differs(acknowledged, toplevel) { isAnswered = true }
    guard !isAnswered, let acknowledged, acknowledged.contents >= 2 else { return nil }
    isAnswered = true
    return sentence(acknowledged, toplevel)
  }

  func framePresented(_ toplevel: Toplevel) -> String? {
    for index in waiting.indices { waiting[index].frames += 1 }
    if let late = waiting.first, isLate(late) {
      return
        "xdg_surface.configure was not acknowledged in \(Self.patience) frames. A client must answer with xdg_surface.ack_configure and a commit."
    }
    guard !isAnswered, acknowledged != nil else { return nil }
    acknowledged?.frames += 1
    guard let current = acknowledged else { return nil }
    if !differs(current, toplevel) { isAnswered = true }
    guard !isAnswered, isLate(current) else { return nil }
    isAnswered = true
    return sentence(current, toplevel)
  }

  /// Whether the window has the former size, although its limits permit the one of the configure.
  ///
  /// A difference of less than 32 pixels may be due to a window whose size is a multiple of its cells.
  private func differs(_ configure: Configure, _ toplevel: Toplevel) -> Bool {
    guard configure.size != (0, 0), toplevel.size == configure.former else { return false }
    func differs(_ wanted: Int, _ size: Int, _ least: Int, _ most: Int) -> Bool {
      abs(min(max(wanted, least), most == 0 ? .max : most) - size) >= 32
    }
    return differs(
      configure.size.width, toplevel.size.width, toplevel.minimumSize.width, toplevel.maximumSize.width)
      || differs(
        configure.size.height, toplevel.size.height, toplevel.minimumSize.height, toplevel.maximumSize.height)
  }

  private func sentence(_ configure: Configure, _ toplevel: Toplevel) -> String {
    "xdg_toplevel.configure with \(configure.size.width) × \(configure.size.height) was acknowledged, but the window still is \(toplevel.size.width) × \(toplevel.size.height). Draw in the new size before the next commit."
  }
}
