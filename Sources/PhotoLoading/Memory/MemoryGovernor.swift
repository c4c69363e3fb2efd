/// Divides one limit of memory among all that holds pictures: painted textures, decoded pixels, thumbnails, and decodes in
/// flight with their helper processes.
///
/// It is a value without clocks and files. ``SystemMemory`` reads what it needs.
public struct MemoryGovernor: Hashable, Sendable {
  /// The wishes of the parts of a program, in bytes unless stated otherwise.
  public struct Demand: Hashable, Sendable {
    /// The memory of the processes without pictures: programs, libraries, and buffers of the window.
    public var fixed = 0
    /// The textures that are on screen and cannot be evicted.
    public var shownTextures = 0
    /// The textures that are useful, with those on screen.
    public var textures = 0
    /// The decoded pixels that are useful, for pictures that are shown soon.
    public var decoded = 0
    /// The small pictures that are useful.
    public var thumbnails = 0
    /// The memory of one usual decode.
    public var decode = 0
    /// The number of decodes that may run at the same time.
    public var decodeCount = 1

    /// Creates an empty demand.
    public init() {}
  }

  /// The memory that each part may take, in bytes unless stated otherwise.
  public struct Plan: Hashable, Sendable {
    /// The largest size of the textures. It is at least that of the shown ones, which no plan can evict.
    public var textures = 0
    /// The largest size of the decoded pixels in caches.
    public var decoded = 0
    /// The largest size of the small pictures.
    public var thumbnails = 0
    /// The number of decodes at the same time, at least 1.
    public var decodeCount = 1
  }

  /// The level of memory pressure, in ascending order.
  public enum Level: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// The whole limit is used.
    case normal
    /// Half of the limit is used.
    case tight
    /// A quarter of the limit is used.
    case critical

    public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }

  /// The default limit, in bytes; on machines with less than four times as much memory it is a quarter of that.
  public static let defaultLimit = 300 << 20
  /// The smallest limit, in bytes. One window and one picture need as much.
  public static let smallestLimit = 32 << 20

  /// The limit without pressure, in bytes.
  public let limit: Int
  /// The level of memory pressure.
  public private(set) var level = Level.normal
  /// The time from which on the pressure has been low enough for a lower level, in seconds.
  private var calmSince: Double?

  /// Creates a governor.
  ///
  /// - Parameters:
  ///   - wanted: The limit of the user, in bytes; `nil` for 300 MiB or a quarter of the memory, whichever is
  ///     less.
  ///   - machineBytes: The memory of the machine; 0 if unknown.
  ///   - groupBytes: The memory limit of the process's control group; `nil` without one. Three quarters of it are used
  ///     at most, because the group has other memory, too.
  public init(wanted: Int? = nil, machineBytes: Int, groupBytes: Int? = nil) {
    var limit = wanted ?? (machineBytes > 0 ? min(Self.defaultLimit, machineBytes / 4) : Self.defaultLimit)
    if let groupBytes { limit = min(limit, groupBytes - groupBytes / 4) }
    self.limit = max(limit, Self.smallestLimit)
  }

  /// The memory that may be used now, in bytes.
  public var allowance: Int {
    switch level {
    case .normal: limit
    case .tight: limit / 2
    case .critical: limit / 4
    }
  }

  /// The time without pressure before the level is lowered by one, in seconds. Growing back at once would bring the
  /// pressure back.
  public static let recovery = 30.0

  /// Raises the level at once, or lowers it after ``recovery``.
  ///
  /// - Parameters:
  ///   - sample: The current pressure.
  ///   - now: The time of a clock that never goes back, in seconds.
  /// - Returns: Whether the level changed.
  @discardableResult
  public mutating func update(_ sample: PressureSample, at now: Double) -> Bool {
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

  /// Divides ``allowance``: first the memory that is in use anyway and one decode, then the textures, then decoded
  /// pixels, then thumbnails and further decodes. The parts and the fixed memory together exceed the allowance only if
  /// the fixed memory, the shown textures and one decode do. Negative demands count as 0.
  public func plan(for demand: Demand) -> Plan {
    var rest = max(0, allowance)
    func take(_ wanted: Int, atMost share: Int = .max) -> Int {
      let taken = min(max(0, wanted), rest, max(0, share))
      rest -= taken
      return taken
    }
    _ = take(demand.fixed)
    let shown = max(0, demand.shownTextures)
    _ = take(shown)
    _ = take(demand.decode)
    var plan = Plan()
    // Most of the rest is for the pictures that come next, either painted or decoded.
    plan.textures =
      shown + take(max(0, demand.textures) - min(shown, max(0, demand.textures)), atMost: rest / 2)
    plan.decoded = take(demand.decoded, atMost: rest / 4 * 3)
    plan.thumbnails = take(demand.thumbnails, atMost: rest / 2)
    let decode = max(1, demand.decode)
    plan.decodeCount = 1 + min(max(0, demand.decodeCount - 1), rest / decode)
    return plan
  }
}
