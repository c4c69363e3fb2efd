/// Divides one memory limit among everything that holds pictures: painted textures, decoded pixels, and running decodes with
/// their helper processes.
///
/// It is a value that reads neither clocks nor files. ``SystemMemory`` reads the figures that it needs.
package struct MemoryGovernor: Hashable, Sendable {
  /// The memory that the parts of a program want, in bytes unless stated otherwise.
  package struct Demand: Hashable, Sendable {
    /// The memory of the processes without pictures: programs, libraries, and buffers of the window.
    package var fixed = 0
    /// The size of the textures that are on screen and cannot be evicted.
    package var shownTextures = 0
    /// The size of all useful textures, including the textures on screen.
    package var textures = 0
    /// The size of the decoded pixels of all pictures that will be shown soon.
    package var decoded = 0
    /// The memory of one typical decode.
    package var decode = 0
    /// The number of decodes that may run at the same time. Their memory is set aside before the caches get theirs. Values
    /// below 1 count as 1.
    package var decodeCount = 1
    /// The memory of the large decode that runs, in bytes; 0 if none runs.
    package var largeDecode = 0

    /// Creates an empty demand.
    package init() {}
  }

  /// The memory that each part may take, in bytes.
  package struct Plan: Hashable, Sendable {
    /// The largest size of all textures. It is at least ``MemoryGovernor/Demand/shownTextures``, because
    /// those textures cannot be evicted.
    package var textures = 0
    /// The largest size of the decoded pixels in caches.
    package var decoded = 0
  }

  /// The level of memory pressure, in ascending order.
  package enum Level: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// The whole limit is used.
    case normal
    /// Half of the limit is used.
    case tight
    /// A quarter of the limit is used.
    case critical

    package static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }

  /// The default limit, in bytes. The limit is a quarter of the machine's memory if that is less.
  package static let defaultLimit = 300 << 20
  /// The smallest limit, in bytes. One window and one picture need this much.
  package static let smallestLimit = 32 << 20

  /// The limit without pressure, in bytes.
  package let limit: Int
  /// The level of memory pressure.
  package private(set) var level = Level.normal
  /// The time since when the pressure has been low enough for a lower level, in seconds; `nil` if it is not.
  private var calmSince: Double?

  /// Creates a governor.
  ///
  /// - Parameters:
  ///   - wanted: The limit that the user set, in bytes; `nil` for the smaller of 300 MiB and a quarter of the
  ///     machine's memory.
  ///   - machineBytes: The memory of the machine; 0 if unknown.
  ///   - groupBytes: The memory limit of the process's control group; `nil` without a control group. At most
  ///     three quarters of the limit are used, because the group needs memory for other purposes.
  package init(wanted: Int? = nil, machineBytes: Int, groupBytes: Int? = nil) {
    var limit = wanted ?? (machineBytes > 0 ? min(Self.defaultLimit, machineBytes / 4) : Self.defaultLimit)
    if let groupBytes { limit = min(limit, groupBytes - groupBytes / 4) }
    self.limit = max(limit, Self.smallestLimit)
    let machine = min(machineBytes > 0 ? machineBytes : Int.max, groupBytes ?? Int.max)
    decodeLimit = wanted != nil ? self.limit : max(self.limit, min(Self.largestDecode, machine / 4))
  }

  /// The largest memory of one decode, in bytes.
  ///
  /// A limit that the user set applies to one decode, too. Without it the rule for large decodes holds: one decode at
  /// a time may exceed the default limit. It may take 1 GiB or a quarter of the machine's memory, whichever is less.
  /// libheif keeps 8 bytes per pixel, so an HEIC of 48 megapixels needs 384 MiB while it is decoded. Meanwhile the
  /// caches shrink, if the owner states the memory of the large decode in ``Demand/largeDecode``.
  package let decodeLimit: Int

  /// Returns the largest memory of a decode that may run beside others, in bytes: together they take at most a quarter
  /// of ``limit``, but each may take 24 MiB, which a JPEG of 24 megapixels needs.
  ///
  /// - Parameter count: The number of decodes that may run at the same time, at least 1.
  package func concurrentDecodeLimit(for count: Int) -> Int {
    min(decodeLimit, max(Self.usualDecode, limit / 4 / max(1, count)))
  }

  private static let usualDecode = 24 << 20

  private static let largestDecode = 1 << 30

  /// The memory that may be used now, in bytes.
  package var allowance: Int {
    switch level {
    case .normal: limit
    case .tight: limit / 2
    case .critical: limit / 4
    }
  }

  /// The time without pressure, in seconds, after which the level is lowered by one. Growing back immediately
  /// would cause pressure again.
  package static let recovery = 30.0

  /// Raises the level immediately if the pressure is higher. Lowers the level by one after ``recovery``
  /// seconds of lower pressure.
  ///
  /// - Parameters:
  ///   - sample: The current pressure.
  ///   - now: The current time of a monotonic clock, in seconds.
  /// - Returns: Whether the level changed.
  @discardableResult
  package mutating func update(_ sample: PressureSample, at now: Double) -> Bool {
    let old = level
    let wanted: Level = sample.full >= 5 ? .critical : sample.some >= 10 ? .tight : .normal
    if wanted >= level {
      level = wanted
      calmSince = nil
      return level != old
    }
    let since = calmSince ?? now
    calmSince = since
    if now - since >= Self.recovery {
      level = Level(rawValue: level.rawValue - 1) ?? .normal
      calmSince = now
    }
    return level != old
  }

  /// Raises the level to at least ``Level/tight`` because the system reports that memory is low. The first call of
  /// ``update(_:at:)`` that is ``recovery`` seconds later lowers it by one, if the pressure has been low since.
  ///
  /// The average of ``PressureSample`` covers ten seconds, so it is still low at the time of the warning.
  ///
  /// - Parameter now: The current time, on the clock of ``update(_:at:)``, in seconds.
  /// - Returns: Whether the level changed.
  @discardableResult
  package mutating func receiveMemoryWarning(at now: Double) -> Bool {
    let old = level
    level = max(level, .tight)
    calmSince = now
    return level != old
  }

  /// Divides ``allowance`` in this order: the fixed memory, the shown textures, the decodes and the large decode; then the other
  /// textures; then decoded pixels. The plan exceeds the allowance only if the fixed memory, the shown textures, the decodes and
  /// the large decode already do. Negative demands count as 0.
  package func plan(for demand: Demand) -> Plan {
    var rest = max(0, allowance)
    func take(_ wanted: Int, atMost share: Int = .max) -> Int {
      let taken = min(max(0, wanted), rest, max(0, share))
      rest -= taken
      return taken
    }
    _ = take(demand.fixed)
    let shown = max(0, demand.shownTextures)
    _ = take(shown)
    let decodes = max(0, demand.decode).multipliedReportingOverflow(by: max(1, demand.decodeCount))
    _ = take(decodes.overflow ? .max : decodes.partialValue)
    _ = take(demand.largeDecode)
    var plan = Plan()
    // The textures of hidden pictures get at most half of the rest. Decoded pixels then get at most three
    // quarters of the new rest.
    plan.textures =
      shown + take(max(0, demand.textures) - min(shown, max(0, demand.textures)), atMost: rest / 2)
    plan.decoded = take(demand.decoded, atMost: rest / 4 * 3)
    return plan
  }
}
