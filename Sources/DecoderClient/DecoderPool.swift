internal import CSystem
public import DecoderProtocol
internal import Glibc
package import Threads

/// Decodes images in a few sandboxed helper processes.
///
/// A hostile file that crashes its helper spoils only its own picture. By default, each file that `carousel-decoder` decodes has a
/// helper of its own, and the next one starts meanwhile. A file that takes a helper of `carousel-decoder-extra` over can give false
/// answers for the other files of this helper: at most ``Options/filesPerExtraHelper`` − 1 files for each helper that reads it, all of
/// the same pool. Use a pool of its own for files of another origin.
///
/// Helpers start with the first requests, and are stopped between requests. A helper that crashes is replaced, and the request
/// is tried once more, as a large decode. The formats HEIC, AVIF, JPEG XL and SVG are decoded by a second program,
/// `carousel-decoder-extra`, which starts with the first such file.
public final class DecoderPool: Sendable {
  /// The settings of a pool.
  public struct Options: Sendable {
    /// The path of the program `carousel-decoder`; by default the value of the environment variable `CAROUSEL_DECODER`, or else
    /// in the folder of the running program, or else, for a program in a folder `bin`, in `libexec/swift-carousel` beside that folder,
    /// or else in the folder that `SWIFT_CAROUSEL_LIBEXEC` named at build time. If the default path has bytes that are not UTF-8, this property shows them as `�`, and the pool still uses
    /// the original bytes. The program for HEIC, AVIF, JPEG XL and SVG is beside it; its name has the suffix
    /// `-extra`.
    public var helperPath: String {
      get { path.shown }
      set { path = HelperPath(newValue) }
    }
    var path = HelperPath.decoder
    /// The largest number of helpers; by default ``DecoderPool/defaultHelperCount``.
    public var helperCount = DecoderPool.defaultHelperCount
    /// The number of different files that a helper reads before another one replaces it, at least 1, which is the default. A helper
    /// that keeps the decoder of an animation ends later, but reads only the same files again. The start of a helper takes about 5 ms.
    /// The replacement starts while no request waits for it.
    public var filesPerHelper = 1
    /// The same for a helper with the program `carousel-decoder-extra`, whose start takes about 35 ms; by default 8.
    public var filesPerExtraHelper = 8
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
    /// The calls that wait for the end of a helper whose file does not answer, and the clock of the limits of time. The start of a
    /// helper is measured by the clock of the system.
    package var calls = FileCalls.shared
    /// Whether pictures are decoded on a kernel without seccomp, so that a hostile file can make system calls. By default, such
    /// requests fail with ``HelperFailure/withoutSeccomp``, unless the environment variable `CAROUSEL_WITHOUT_SECCOMP` is `1`.
    public var decodesWithoutSeccomp = HelperPath.permitsMissingSeccomp
    /// Called once, on a thread of the pool, if the kernel lacks a part of the sandbox and pictures are decoded. The text is a
    /// sentence that begins with a lowercase letter.
    public var onNotice: (@Sendable (String) -> Void)?

    /// Creates the default settings.
    public init() {}
  }

  private let options: Options
  private let helpers: HelperSet
  /// The number of the pool among those that share the helpers.
  private let number: Int

  /// Creates a pool. It starts no process yet.
  public convenience init(_ options: Options = Options()) { self.init(options, HelperSet(options)) }

  /// Creates a pool that shares the number of helpers with another one, and takes turns with it in large decodes. It starts no
  /// process yet. No helper reads files of both.
  package convenience init(_ options: Options, sharingHelpersOf other: DecoderPool) {
    self.init(options, other.helpers)
  }

  private init(_ options: Options, _ helpers: HelperSet) {
    (self.options, self.helpers) = (options, helpers)
    number = helpers.addPool()
  }

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
    guard let image = try decode(file, FileContent(of: file), nil, request, cancellation, nil) else {
      throw .canceled
    }
    return image
  }

  /// Decodes a part of an open file, and waits until no other large decode runs. An error names the file.
  package func decode(
    _ file: ImageFile, _ request: DecodeRequest, _ cancellation: Cancellation
  ) throws(PhotoError) -> DecodedImage {
    guard let image = try decode(file, request, cancellation, deferring: nil) else { throw .canceled }
    return image
  }

  /// Decodes a part of an open file. An error names the file.
  ///
  /// - Parameter large: The caller that does other work while another large decode runs; `nil` for one that waits.
  /// - Returns: `nil` if the decode is large, another large one runs, and the caller does not wait.
  package func decode(
    _ file: ImageFile, _ request: DecodeRequest, _ cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedImage? {
    do throws(PhotoError) {
      return try decode(file.descriptor, file.content, file.stallingPath, request, cancellation, large)
    } catch {
      throw error.of(file.path)
    }
  }

  /// - Parameter path: The path of the file, if its mount may stall.
  private func decode(
    _ file: Int32, _ content: FileContent?, _ path: FileCalls.StallingPath?, _ request: DecodeRequest,
    _ cancellation: Cancellation, _ large: LargeDecode?
  ) throws(PhotoError) -> DecodedImage? {
    guard csystem_is_read_only(file) != 0 else { throw PhotoError(.content(.unreadable(code: EACCES))) }
    var limits = options.limits
    var attempts = 2
    // A header and an embedded thumbnail need little memory.
    var needed = request.subject == .pixels ? helpers.largeDecodes.knownBytes(of: content, for: request) : nil
    if needed == nil {
      limits.workingBytes = min(limits.workingBytes, max(0, options.concurrentBytes))
      switch try attempt(file, request, content, path, limits, &attempts, cancellation) {
      case .image(let image): return image
      case .needsMore(let bytes): needed = bytes
      }
    }
    if let large {
      guard
        helpers.largeDecodes.beginUnlessRunning(needed ?? 0, of: content, for: request, onEnd: large.onEnd)
      else { return nil }
      large.onBegin()
    } else if !helpers.largeDecodes.begin(needed ?? 0, of: content, for: request, cancellation) {
      throw .canceled
    }
    defer { helpers.largeDecodes.end() }
    switch try attempt(file, request, content, path, options.limits, &attempts, cancellation) {
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
    _ file: Int32, _ request: DecodeRequest, _ content: FileContent?, _ path: FileCalls.StallingPath?,
    _ limits: DecodingLimits, _ attempts: inout Int, _ cancellation: Cancellation
  ) throws(PhotoError) -> Attempt {
    var status: Int32 = 0
    var loan = HelperSet.Loan(pool: number, content: content, files: files)
    if request.subject == .metadata { loan.program = .extra }
    // A library of many photos is read for its dates, while the user waits for one.
    loan.givesWay = request.subject == .header
    // A helper that ended while it was idle did not crash because of this file.
    var unsentAttempts = max(1, options.helperCount)
    while attempts > 0, unsentAttempts > 0 {
      let helper = try helpers.lend(loan, cancellation)
      let hasReadOther = helper.hasReadOther(than: content)
      // A request that is repeated is slow already.
      let slowSeconds = loan.isUnread ? 0 : options.slowSeconds
      let outcome = perform(request, on: file, content, path, limits, slowSeconds, cancellation, in: helper)
      let isDoubtful = hasReadOther && !cancellation.isCanceled
      switch outcome {
      case .image(let image):
        // The next request is probably for another part of this file, for which the helper keeps what it has found out.
        if request.region != nil { helpers.finish(helper) } else { giveBack(helper) }
        return .image(image)
      case .failure(.unsupported(let format))
      where helper.program == .common && HelperProgram.extraFormats.contains(format):
        giveBack(helper, isReplaced: false)
        loan.program = .extra
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
      // A helper that was taken over may wait for another file.
      case .failure where isDoubtful, .killed where isDoubtful, .stalled where isDoubtful,
        .ended where isDoubtful:
        helper.end()
        giveBack(nil)
        (loan.program, loan.isUnread) = (helper.program, true)
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
    _ request: DecodeRequest, on file: Int32, _ content: FileContent?, _ path: FileCalls.StallingPath?,
    _ limits: DecodingLimits, _ slowSeconds: Double, _ cancellation: Cancellation, in helper: HelperProcess
  ) -> HelperProcess.Outcome {
    var isSlow = false
    defer { if isSlow { helpers.endSlow() } }
    return helper.perform(
      request, on: file, content, path, limits: limits, grace: options.grace, cancellation: cancellation,
      slowSeconds: slowSeconds
    ) {
      isSlow = true
      helpers.beginSlow()
      cancellation.reportSlow()
    }
  }

  /// The largest number of helpers besides ``Options/helperCount``, while requests are slow.
  package static let extraHelperCount = HelperSet.extraHelperCount

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
      let loan = HelperSet.Loan(pool: nil, files: files)
      if let helper = try? helpers.lend(loan, Cancellation()) { helpers.finish(helper) }
    }
  }

  private var files: HelperSet.FileCounts {
    HelperSet.FileCounts(common: options.filesPerHelper, extra: options.filesPerExtraHelper)
  }

  /// Ends the use of a helper; `nil` if it has ended.
  private func giveBack(_ helper: HelperProcess?, isReplaced: Bool = true) {
    guard let helper else { return helpers.finish(nil) }
    helpers.giveBack(helper, files, isReplaced: isReplaced)
  }

  /// The identifiers of the idle helper processes that have read no file of another pool, for tests.
  package var idleHelpers: [Int32] { helpers.idleHelpers(of: number) }
}
