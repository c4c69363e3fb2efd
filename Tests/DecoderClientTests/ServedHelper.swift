import CSystem
import DecoderProtocol
import Foundation

/// A helper process that the test starts itself, so that nothing stops it after its first message.
final class ServedHelper: Sendable {
  let identifier: pid_t
  /// The first message; `nil` if the program ended first.
  let firstReply: HelperReply?
  private let socket: Int32

  /// Starts a program, and waits for its first message.
  ///
  /// - Parameter program: The name of the program, beside the test.
  init(_ program: String) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    let words: [String] = ["\(folder)/\(program)", "--serve", "\(getpid())", "\(2 << 30)", "60"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, words[0], &actions, nil, &arguments, environ)
    close(ends[1])
    guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .EIO) }
    (self.identifier, socket) = (identifier, ends[0])
    var bytes = [UInt8](repeating: 0, count: HelperReply.longest)
    let count = csystem_receive_message(socket, &bytes, UInt(bytes.count), nil, 0, 0)
    firstReply = count > 0 ? HelperReply(Array(bytes[..<count])) : nil
  }

  deinit {
    close(socket)
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }
}
