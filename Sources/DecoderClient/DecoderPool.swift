internal import CSystem
public import DecoderProtocol
internal import Glibc
package import Threads

/// Decodes images in a few sandboxed helper processes.
///
/// A hostile file that crashes its helper spoils only its own picture. A file that takes a helper over can give false answers for
/// the other files of this helper: at most ``Options/filesPerHelper`` − 1 files for each helper that reads it, all of the same
/// pool. Use a pool of its own for files of another origin.
///
/// Helpers start with the first requests, and are stopped between requests. A helper that crashes is replaced, and the request
/// is tried once more, as a large decode. The formats HEIC, AVIF, JPEG XL and SVG are decoded by a second program, `carousel-decoder-extra`, which starts with
/// the first such file.
public final class DecoderPool: Sendable {
  /// The settings of a pool.
  public struct Options: Sendable {
    /// The path of the program `carousel-decoder`; by default the value of the environment variable `CAROUSEL_DECODER`, or else
    /// in the folder of the running program, or else in the folder that `SWIFT_CAROUSEL_LIBEXEC` named at build time. If the
    /// default path has bytes that are not UTF-8, this property shows them as `�`, and the pool still uses
    /// the original bytes. The program for HEIC, AVIF, JPEG XL and SVG is beside it; its name has the suffix
    /// `-extra`.
    public var helperPath: String {
      get { path.shown }
      set { path = HelperPath(newValue) }
    }
    var path = HelperPath.decoder
    /// The largest number of helpers; by default ``DecoderPool/defaultHelperCount``.
    public var helperCount = DecoderPool.defaultHelperCount
    /// The number of different files that a helper reads before another one replaces it, at least 1; by default 8. A helper that
    /// keeps the decoder of an animation ends later, but reads only the same files again. The start of a helper takes about 5 ms, of
    /// `carousel-decoder-extra` about 35 ms. The replacement starts while no request waits for it.
    public var filesPerHelper = 8
    /// The limits of each request.
    public var limits = DecodingLimits()
    /// The largest memory of a decode that may run while a large decode runs, in bytes; by default 96 MiB. Of the
    /// decodes that need more, one runs at a time, with at most `limits.workingBytes`. The kernel enforces both limits; a
    /// helper has 64 MiB besides, and 64 MiB for the decoders of animations that it keeps.
    public var concurrentBytes = 96 << 20
    /// Called when a large decode begins, with the memory that it needs, in bytes, and with 0 when it ends. It is called on
    /// the thread of the request, and must not block.
    public var onLargeDecode: (@Sendable (Int) -> Void)?
    /// The time in seconds after which a request counts as slow. While a request is slow, another helper may start for the others.
    public var slowSeconds = 1.0
    /// The time in seconds after which a helper is killed that does not respond to a cancellation.
    public var grace = 0.25
    /// The clock of the limits of time. The start of a helper is measured by the clock of the system.
    package var clock = LimitClock.system
    /// Called once, on a thread of the pool, if the kernel lacks a part of the sandbox. The text is a
    /// sentence.
    public var onNotice: (@Sendable (String) -> Void)?

    /// Creates the default settings.
    public init() {}
  }

  private struct State {
    var idle: [HelperProcess] = []
    /// The number of helpers that decode or start.
    var busyCount = 0
    /// The number of helpers that replace one that has read its last file; a part of ``busyCount``.
    var replacementCount = 0
    /// The number of helpers whose request is slow; a part of ``busyCount``.
    var slowCount = 0
    var hasReportedParts = false
    var isClosed = false
    var backoffs: [HelperProgram: StartBackoff] = [:]

    /// Removes an idle helper: the one that may have kept the decoder of `content`, or the one that was used last. A helper
    /// with the program `extra` decodes all formats.
    ///
    /// - Parameters:
    ///   - limit: The number of different files that a helper may read.
    ///   - isUnread: Whether the helper must have read no other content.
    mutating func takeIdle(
      for content: FileContent?, _ program: HelperProgram, atMost limit: Int, isUnread: Bool
    ) -> HelperProcess? {
      let usable = idle.indices.filter { index in
        idle[index].mayRead(content, atMost: limit) && (program == .common || idle[index].program == program)
          && !(isUnread && idle[index].hasReadOther(than: content))
      }
      let kept = usable.last { index in content.map { idle[index].animations.contains($0) } ?? false }
      // A file that takes helpers over is read by few of them.
      let same = usable.last { index in content.map { idle[index].hasRead($0) } ?? false }
      return (kept ?? same ?? usable.last).map { idle.remove(at: $0) }
    }
  }

  private let options: Options
  private let monitor = Monitor(State())
  private let launcher: HelperLauncher
  private let largeDecodes: LargeDecodes

  /// Creates a pool. It starts no process yet.
  public convenience init(_ options: Options = Options()) {
    self.init(options, LargeDecodes(onChange: options.onLargeDecode))
  }

  /// Creates a pool that takes turns with another one in large decodes, so that both together run one at a time. It starts no
  /// process yet.
  package convenience init(_ options: Options, takingTurnsWith other: DecoderPool) {
    self.init(options, other.largeDecodes)
  }

  private init(_ options: Options, _ largeDecodes: LargeDecodes) {
    self.options = options
    self.largeDecodes = largeDecodes
    let monitor = monitor
    let limits = options.limits
    let memory = limits.workingBytes.addingReportingOverflow(limits.fileBytes)
    launcher = HelperLauncher(
      path: options.path,
      memory: memory.overflow ? Int.max / 2 : min(memory.partialValue, Int.max / 2) + Self.ownMemory,
      clock: options.clock
    ) { missing in
      guard !missing.isEmpty, let report = options.onNotice else { return }
      let isFirst = monitor.withLock { state in
        defer { state.hasReportedParts = true }
        return !state.hasReportedParts
      }
      if isFirst { report(Self.notice(missing)) }
    }
  }

  deinit {
    monitor.withLock { $0.isClosed = true }
    launcher.close()
  }

  /// The part of a helper's address space that does not hold a file, in bytes: the program, its libraries and
  /// its stack.
  private static let ownMemory = 512 << 20

  /// The path of `carousel-decoder` in the folder of the running program.
  public static var helperBesideProgram: String { HelperPath.besideProgram("carousel-decoder").shown }

  /// The number of processor cores minus 1, clamped to 1…4.
  public static let defaultHelperCount = min(4, max(1, SystemThread.processorCount - 1))

  /// Decodes a part of a file in a helper. Blocks until the result is available, so do not call it on the
  /// main thread.
  ///
  /// - Parameters:
  ///   - file: A descriptor of a regular file, open for reading only, so that a compromised helper cannot
  ///     change the file. Other descriptors fail with `DecodeFailure.unreadable`. The caller closes
  ///     the descriptor.
  ///   - request: The wanted part.
  ///   - cancellation: Ends the request early. A result that is already finished is still returned.
  /// - Throws: The reason why there is no result.
  public func decode(
    _ file: Int32, _ request: DecodeRequest, cancellation: Cancellation = Cancellation()
  ) throws(PhotoError) -> DecodedImage {
    try decode(file, FileContent(of: file), request, cancellation)
  }

  /// Decodes a part of an open file. An error names the file.
  package func decode(
    _ file: ImageFile, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    do throws(PhotoError) {
      return try decode(file.descriptor, file.content, request, cancellation)
    } catch {
      throw error.of(file.path)
    }
  }

  private func decode(
    _ file: Int32, _ content: FileContent?, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    let image = try decode(file, content, request, cancellation) { bytes in
      largeDecodes.begin(bytes, of: content, for: request, cancellation)
    }
    guard let image else { throw .canceled }
    return image
  }

  /// Decodes a part of an open file in a helper, as ``decode(_:_:_:)`` does, but does not wait for another large decode.
  ///
  /// - Parameters:
  ///   - onBegin: Called on the calling thread when the decode begins, if it is large.
  ///   - onEnd: Called once, on another thread, when the large decode that runs ends. It is called only if this method
  ///     returns `nil`, perhaps before it returns.
  /// - Returns: `nil` if the decode is large and another large one runs.
  package func decodeUnlessDeferred(
    _ file: ImageFile, _ request: DecodeRequest, cancellation: Cancellation, onBegin: () -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) throws(PhotoError) -> DecodedImage? {
    do throws(PhotoError) {
      return try decode(file.descriptor, file.content, request, cancellation) { bytes in
        guard largeDecodes.beginUnlessRunning(bytes, of: file.content, for: request, onEnd: onEnd) else {
          return false
        }
        onBegin()
        return true
      }
    } catch {
      throw error.of(file.path)
    }
  }

  /// Decodes a part of a file in a helper.
  ///
  /// - Parameter begin: Begins a large decode; returns whether it may begin.
  /// - Returns: `nil` if `begin` returned `false`.
  private func decode(
    _ file: Int32, _ content: FileContent?, _ request: DecodeRequest, _ cancellation: Cancellation,
    begin: (_ bytes: Int) -> Bool
  ) throws(PhotoError) -> DecodedImage? {
    guard csystem_is_read_only(file) != 0 else { throw PhotoError(.content(.unreadable(code: EACCES))) }
    var limits = options.limits
    var attempts = 2
    // A header and an embedded thumbnail need little memory.
    var needed = request.subject == .pixels ? largeDecodes.knownBytes(of: content, for: request) : nil
    if needed == nil {
      limits.workingBytes = min(limits.workingBytes, max(0, options.concurrentBytes))
      switch try attempt(file, request, content, limits, &attempts, cancellation) {
      case .image(let image): return image
      case .needsMore(let bytes): needed = bytes
      }
    }
    guard begin(needed ?? 0) else { return nil }
    defer { largeDecodes.end() }
    switch try attempt(file, request, content, options.limits, &attempts, cancellation) {
    case .image(let image): return image
    case .needsMore: throw PhotoError(.outOfMemory(limit: options.limits.workingBytes))
    }
  }

  /// The result of decoding within limits.
  private enum Attempt {
    case image(DecodedImage)
    /// The file needs more memory than the limits of the attempt, but not more than the limits of the pool. If the memory was
    /// not known before, it may need all.
    case needsMore(bytes: Int)
  }

  /// Decodes a part of a file in a helper, twice if the helper crashes. An earlier file may have taken the helper over, so a failure
  /// counts only from a helper that has read no other content.
  ///
  /// - Parameter attempts: The number of attempts that are left; each crash takes one. A crash within lower limits than those
  ///   of the pool ends the attempt: many libraries end the process when the kernel refuses memory.
  private func attempt(
    _ file: Int32, _ request: DecodeRequest, _ content: FileContent?, _ limits: DecodingLimits,
    _ attempts: inout Int, _ cancellation: Cancellation
  ) throws(PhotoError) -> Attempt {
    var status: Int32 = 0
    var program = HelperProgram.common
    var isUnread = false
    // A helper that ended while it was idle did not crash because of this file.
    var unsentAttempts = max(1, options.helperCount)
    while attempts > 0, unsentAttempts > 0 {
      let helper = try lend(program, cancellation, for: content, isUnread: isUnread)
      let hasReadOther = helper.hasReadOther(than: content)
      let outcome = perform(request, on: file, content, limits, cancellation, in: helper)
      let isDoubtful = hasReadOther && !cancellation.isCanceled
      switch outcome {
      case .image(let image):
        giveBack(helper)
        return .image(image)
      case .failure(.unsupported(let format))
      where helper.program == .common && HelperProgram.extraFormats.contains(format):
        giveBack(helper, isReplaced: false)
        program = .extra
      case .failure(.tooMuchMemory(_, _, let needed, _))
      where limits != options.limits && needed <= options.limits.workingBytes:
        giveBack(helper)
        // A helper that was taken over may state less than it already had.
        return .needsMore(bytes: max(needed, limits.workingBytes))
      case .failure(.outOfMemory) where limits != options.limits:
        // The libraries may keep memory of a large decode, so that the helper cannot do any small decode.
        helper.end()
        giveBack(nil)
        return .needsMore(bytes: options.limits.workingBytes)
      case .failure where isDoubtful, .killed where isDoubtful, .ended where isDoubtful:
        helper.end()
        giveBack(nil)
        program = helper.program
        isUnread = true
      case .failure(.tooMuchMemory(let width, let height, let needed, _)):
        giveBack(helper)
        let limit = options.limits.workingBytes
        throw PhotoError(.content(.tooMuchMemory(width: width, height: height, needed: needed, limit: limit)))
      case .failure(let failure):
        giveBack(helper)
        throw error(failure)
      case .refused(let code):
        giveBack(helper.hasEnded ? nil : helper)
        throw PhotoError(.system(operation: "decoded", code: code))
      case .killed(let reason):
        giveBack(nil)
        throw error(reason)
      case .stalled:
        // Another helper would wait for the file, too.
        giveBack(nil)
        throw PhotoError(.stalled(seconds: limits.seconds))
      case .ended(let code):
        giveBack(nil)
        status = code
        attempts -= 1
        if cancellation.isCanceled { throw .canceled }
        if limits != options.limits { return .needsMore(bytes: options.limits.workingBytes) }
      case .unsent(let code):
        giveBack(nil)
        status = code
        unsentAttempts -= 1
        if cancellation.isCanceled { throw .canceled }
      }
    }
    throw PhotoError(.helper(.endedTwice(status: status)))
  }

  /// Performs a request. While it is slow, the pool may have one more helper.
  private func perform(
    _ request: DecodeRequest, on file: Int32, _ content: FileContent?, _ limits: DecodingLimits,
    _ cancellation: Cancellation, in helper: HelperProcess
  ) -> HelperProcess.Outcome {
    var isSlow = false
    defer { if isSlow { monitor.withLock { $0.slowCount -= 1 } } }
    return helper.perform(
      request, on: file, content, limits: limits, grace: options.grace, cancellation: cancellation,
      slowSeconds: options.slowSeconds
    ) {
      isSlow = true
      monitor.withLock { $0.slowCount += 1 }
      monitor.wakeAll()
      cancellation.reportSlow()
    }
  }

  /// The largest number of helpers besides ``Options/helperCount``, while requests are slow.
  package static let extraHelperCount = 3

  /// Returns the number of helpers that may exist now.
  private func helperLimit(_ state: State) -> Int {
    options.helperCount + min(state.slowCount, Self.extraHelperCount)
  }

  private func error(_ failure: DecodeFailure) -> PhotoError {
    switch failure {
    case .canceled: .canceled
    case .outOfMemory: PhotoError(.outOfMemory(limit: options.limits.workingBytes))
    default: PhotoError(.content(failure))
    }
  }

  /// Starts a helper in the background, so that the first request need not wait for the start. If the start
  /// fails, the first request throws the failure.
  public func prepare() {
    _ = SystemThread.startDetached { [self] in
      if let helper = try? lend(.common, Cancellation()) { giveBack(helper) }
    }
  }

  /// The identifiers of the idle helper processes, for tests.
  package var idleHelpers: [Int32] { monitor.withLock { $0.idle.map(\.identifier) } }

  /// Returns an idle helper, or starts one if fewer than `helperCount` are busy, without the slow ones. Otherwise waits for a
  /// helper.
  ///
  /// - Parameters:
  ///   - program: The program that can decode the content.
  ///   - content: The content to decode. A helper that may have kept its decoder is preferred.
  ///   - isUnread: Whether the helper must have read no other content.
  private func lend(
    _ program: HelperProgram, _ cancellation: Cancellation, for content: FileContent? = nil,
    isUnread: Bool = false
  ) throws(PhotoError) -> HelperProcess {
    enum Turn {
      case use(HelperProcess)
      case start
      case stop
      case fail(HelperFailure)
    }
    // These helpers are released, and thereby reaped, after the lock is released.
    var ended: [HelperProcess] = []
    defer { ended = [] }
    let turn = monitor.waitForValue(cancellation) { state -> Turn? in
      if cancellation.isCanceled || state.isClosed { return .stop }
      while let helper = state.takeIdle(
        for: content, program, atMost: max(1, options.filesPerHelper), isUnread: isUnread)
      {
        guard helper.isReady else {
          ended.append(helper)
          continue
        }
        state.busyCount += 1
        return .use(helper)
      }
      let limit = helperLimit(state)
      let makesRoom = state.busyCount + 1 + state.idle.count > limit
      // A replacement that starts makes it unnecessary to end a helper.
      if state.busyCount < limit, !makesRoom || state.replacementCount == 0 {
        if let failure = state.backoffs[program]?.failure(at: MonotonicClock.now()) { return .fail(failure) }
        state.busyCount += 1
        // The idle helpers have the other program, or have read too many files. One of them ends, so that there are not too many;
        // one that keeps an animation ends last, because the next frame would be decoded from the first one.
        if makesRoom {
          ended.append(state.idle.remove(at: state.idle.firstIndex { $0.animations.isEmpty } ?? 0))
        }
        return .start
      }
      return nil
    }
    switch turn {
    case .stop:
      monitor.wakeOne()  // see below
      throw .canceled
    case .use(let helper): return helper
    case .fail(let failure):
      // The helper for which this thread was woken may serve another one.
      monitor.wakeOne()
      throw PhotoError(.helper(failure))
    case .start:
      ended = []  // before the new helper starts
      switch launcher.start(program, cancellation) {
      case .success(let helper)?:
        monitor.withLock { $0.backoffs[program]?.succeed() }
        return helper
      case .failure(let failure)?:
        monitor.withLock {
          $0.backoffs[program, default: StartBackoff()].fail(failure, at: MonotonicClock.now())
        }
        giveBack(nil)
        throw PhotoError(.helper(failure))
      case nil:
        giveBack(nil)
        throw .canceled
      }
    }
  }

  /// Ends the use of a helper. `nil` means that the helper has ended. A helper that has read its last file ends, unless it keeps an
  /// animation.
  ///
  /// - Parameter isReplaced: Whether another helper starts if this one has read its last file, and no idle one can read the next.
  private func giveBack(_ helper: HelperProcess?, isReplaced: Bool = true) {
    let limit = max(1, options.filesPerHelper)
    if let helper, helper.animations.isEmpty, !helper.mayRead(nil, atMost: limit) {
      let starts = monitor.withLock { state in
        let hasNext = state.idle.contains { $0.program == helper.program && $0.mayRead(nil, atMost: limit) }
        guard isReplaced, !hasNext else { return false }
        state.replacementCount += 1
        return true
      }
      if starts {
        // The helper counts as busy until the other one has started.
        launcher.replace(helper) { [weak self] result in
          guard let self else { return }
          monitor.withLock { $0.replacementCount -= 1 }
          giveBack(try? result.get())
          // Each waiting thread may start a helper now.
          monitor.wakeAll()
        }
        return
      }
      helper.end()
    }
    let isKept = monitor.withLock { state in
      state.busyCount -= 1
      guard let helper, !helper.hasEnded else { return true }
      // A helper beyond the number of the options is needed only while a request is slow.
      guard state.busyCount + state.idle.count < helperLimit(state) else { return false }
      state.idle.append(helper)
      return true
    }
    if !isKept { helper?.end() }
    monitor.wakeOne()
  }

  private static func notice(_ missing: [SandboxPart]) -> String {
    let names = missing.map { part in
      switch part {
      case .landlock: "Landlock"
      case .seccomp: "seccomp"
      case .limits: "resource limits"
      }
    }
    return
      "the kernel lacks \(names.joined(separator: " and ")); pictures are decoded in the rest of the sandbox"
  }
}
