import CSystem
import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Helper processes between two requests.
struct IdleHelperTests {
  private static let jpeg = JPEGFixture.quadrants(16, 16).bytes()

  @Test("A helper is stopped after its start and between requests")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let started = try Fifo(folder.path + "/started")
    var options = DecoderPool.Options.reusing
    options.helperCount = 1
    options.grace = 30
    options.helperPath = try folder.writeScript(
      "echo $$ > '\(started.path)'\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    let pool = DecoderPool(options)
    pool.prepare()
    let helper = try #require(Int32(started.readLine()))
    try waitForStop(of: helper)
    for _ in 0..<3 {
      #expect(try pool.decode(Self.jpeg).image?.width == 16)
      #expect(pool.idleHelpers == [helper])
      try waitForStop(of: helper)
    }
  }

  @Test("A helper is stopped after a failure")
  func stoppedAfterFailure() throws {
    let pool = DecoderPool(helpers: 1, grace: 30)
    #expect(pool.failure([1, 2, 3]) == .content(.notAnImage))
    try waitForStop(of: try #require(pool.idleHelpers.first))
  }

  @Test("After a reply, a helper of an ordinary user that was taken over cannot use the processor")
  func takenOver() async {
    await #expect(processExitsWith: .success) {
      guard setgroups(0, nil) == 0, setgid(65534) == 0, setuid(65534) == 0 || geteuid() != 0 else { exit(1) }
      let played = try PlayedHelper(running: "while :; do :; done")
      for round in 1...3 {
        let before = processorTime(of: played.helper.identifier)
        let outcome = try played.perform(DecodeRequest(.header)) { id, _, socket in
          // It runs while it has a request.
          do {
            try waitUntil("the helper's use of the processor", lastSeen: before) {
              processorTime(of: played.helper.identifier) > before
            }
          } catch {
            print(error)
            exit(2)
          }
          let bytes = HelperReply.failure(id: id, .notAnImage).bytes
          _ = csystem_send_message(socket, bytes, UInt(bytes.count), nil, 0, 0)
        }
        guard case .failure(.notAnImage) = outcome else { exit(3) }
        do { try waitForStop(of: played.helper.identifier) } catch {
          kill(played.helper.identifier, SIGKILL)
          print("round \(round): \(error)")
          exit(5)
        }
      }
      // The process would keep the output of the test open.
      kill(played.helper.identifier, SIGKILL)
      guard waitForEnd(of: played.helper.identifier) else { exit(4) }
    }
  }

  @Test("If the system refuses to send a request, the helper is stopped again")
  func refusedRequest() async {
    await #expect(processExitsWith: .success) {
      let played = try PlayedHelper()
      let file = try TestFile([1])
      // A message fails if it would be the 65th descriptor that is sent and not received, except for a privileged user.
      guard geteuid() != 0 || seteuid(65534) == 0 else { exit(1) }
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      var ends: [Int32] = [-1, -1]
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
        socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0
      else { exit(2) }
      let files = [file.descriptor, file.descriptor]
      while csystem_send_message(ends[0], [0], 1, files, 2, Int32(MSG_DONTWAIT)) == 0 {}
      let outcome = played.helper.perform(
        DecodeRequest(.header), on: file.descriptor, limits: DecodingLimits(), grace: 1,
        cancellation: Cancellation())
      // The helper process would keep the output of the test open.
      defer { kill(played.helper.identifier, SIGKILL) }
      try waitForStop(of: played.helper.identifier)
      guard case .refused(ETOOMANYREFS) = outcome else { exit(3) }
    }
  }

  @Test("Releasing a pool ends its stopped helpers")
  func released() throws {
    var pool: DecoderPool? = DecoderPool(.reusing)
    _ = try pool?.decode(Self.jpeg)
    let helper = try #require(pool?.idleHelpers.first)
    try waitForStop(of: helper)
    pool = nil
    #expect(pool == nil)
    #expect(waitForEnd(of: helper))
  }
}

/// The processor time of a process, in ticks of the system.
private func processorTime(of process: Int32) -> Int {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return 0 }
  let fields = text.drop { $0 != ")" }.split(separator: " ")
  return fields.count > 13 ? (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0) : 0
}
