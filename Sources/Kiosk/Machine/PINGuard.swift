internal import JSON

/// Lets a person try the PIN of the service page again only after a time that doubles with each wrong PIN.
///
/// Times are seconds since 1970-01-01 00:00 UTC. A try is counted, and the state saved, before the PIN is checked. So a program that
/// is killed meanwhile gives no further try.
package struct PINGuard: Hashable, Sendable {
  /// The number of wrong tries since the last right one.
  private(set) var failures = 0
  /// The time from which on the PIN may be tried again.
  private var end = 0

  /// The number of tries without a wait.
  private static let freeTries = 3
  /// The wait after the next one, and the longest wait, in seconds.
  private static let (firstWait, longestWait) = (15, 3600)

  package init() {}

  private static func wait(after failures: Int) -> Int {
    failures < freeTries ? 0 : min(firstWait << min(failures - freeTries, 12), longestWait)
  }

  /// Returns the seconds until the PIN may be tried again; 0 if it may be tried now.
  package func waiting(at now: Int) -> Int {
    // A clock that was set back does not prolong the wait.
    min(max(end - now, 0), Self.wait(after: failures))
  }

  /// Counts a try that begins. Call ``succeed()`` if the PIN is right.
  package mutating func beginTry(at now: Int) {
    failures = min(failures + 1, 1000)
    end = now + Self.wait(after: failures)
  }

  /// The PIN was right.
  package mutating func succeed() { self = PINGuard() }

  /// The content of the state file.
  package var fileContent: [UInt8] {
    Array((JSONNode([("failures", JSONNode(failures)), ("end", JSONNode(end))]).line + "\n").utf8)
  }

  /// Reads a state file. A damaged one counts as the last try without a wait.
  package init(fileContent: [UInt8]) {
    guard let node = try? JSONParser.parse(fileContent),
      let failures = node["failures"]?.number.flatMap({ Int(exactly: $0) }), (0...1000).contains(failures),
      let end = node["end"]?.number.flatMap({ Int(exactly: $0) }), (0...1 << 50).contains(end)
    else {
      failures = Self.freeTries - 1
      return
    }
    (self.failures, self.end) = (failures, end)
  }
}
