import RemoteImages
import Testing

/// Tests how many exchanges may run at the same time.
struct FreeConnectionsTests {
  /// Returns how many of the exchanges begin, in their order, if none runs.
  private func begun(_ origins: [String], total: Int, perHost: Int) -> [String] {
    var limits = RemoteImageLimits()
    (limits.connections, limits.connectionsPerHost) = (total, perHost)
    var free = FreeConnections(limits, usedBy: [])
    return origins.filter { origin in
      guard free.permitsExchange(with: origin) else { return false }
      free.use(for: origin)
      return true
    }
  }

  @Test("All hosts together get no more exchanges than the limit")
  func total() {
    let origins = ["a", "a", "b", "b", "c", "c", "d", "d"]
    #expect(begun(origins, total: 3, perHost: 6) == ["a", "a", "b"])
    #expect(begun(origins, total: 8, perHost: 6) == origins)
  }

  @Test("A host gets no more exchanges than its limit, and later exchanges with other hosts begin")
  func perHost() {
    #expect(begun(["a", "a", "a", "b", "b", "c"], total: 8, perHost: 1) == ["a", "b", "c"])
  }

  @Test("Limits below 1 count as 1", arguments: [0, -3])
  func lowest(limit: Int) {
    #expect(begun(["a", "a", "b"], total: limit, perHost: limit) == ["a"])
  }

  @Test("Running exchanges count")
  func running() {
    var limits = RemoteImageLimits()
    (limits.connections, limits.connectionsPerHost) = (3, 2)
    let free = FreeConnections(limits, usedBy: ["a", "a"])
    #expect(!free.permitsExchange(with: "a") && free.permitsExchange(with: "b"))
    #expect(!FreeConnections(limits, usedBy: ["a", "b", "c"]).permitsExchange(with: "d"))
  }
}
