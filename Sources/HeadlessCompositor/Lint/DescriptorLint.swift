import CWaylandServer
import Glibc
import Threads

/// Checks the descriptors of clients in other processes: those that stay open, and pipes on which a client blocks.
@MainActor final class DescriptorLint {
  /// The end of a pipe for data of the clipboard or of a drag.
  private struct Pipe {
    weak var client: Client?
    /// The number of the pipe's inode.
    let number: UInt
    /// Whether the client reads the data; otherwise it sends them.
    let isReading: Bool
    var frames = 0
  }

  /// An open descriptor of a client.
  private struct Descriptor {
    let target: String
    let isWritable: Bool
  }

  /// The frames after which a client has closed its writing end. It answers each frame before the next one is presented.
  private static let patience = 30
  /// The time after which a client that does not answer a ping blocks, in nanoseconds.
  private static let blockingTime: UInt64 = 300_000_000
  /// The most keymaps and files of shared memory that a client keeps open.
  private static let mostKeymaps = 8
  private static let mostFiles = 64

  private let lint: Lint
  private var pipes: [Pipe] = []

  init(_ lint: Lint) { self.lint = lint }

  /// Records a descriptor that a client has sent to read data, or that it gets to send data.
  func transferBegan(_ file: Int32, of client: Client?, isReading: Bool) {
    var status = stat()
    guard let client, client.processID != getpid(), fstat(file, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO, pipes.count < 1000
    else { return }
    pipes.append(Pipe(client: client, number: UInt(status.st_ino), isReading: isReading))
  }

  func framePresented() {
    guard !pipes.isEmpty else { return }
    for index in pipes.indices { pipes[index].frames += 1 }
    for pipe in pipes where pipe.frames == Self.patience { checkWritingEnd(of: pipe) }
    pipes.removeAll { $0.frames > Self.patience && !blocks($0) || $0.client?.isConnected != true }
  }

  /// Checks all clients now.
  func check(_ clients: some Sequence<Client>) {
    for pipe in pipes where blocks(pipe) {
      let reason =
        pipe.isReading
        ? "it reads the data of wl_data_offer.receive, which have not arrived. Read the pipe when it is readable, beside the events of Wayland."
        : "it writes the data of wl_data_source.send, which are not read. Write when the pipe is writable, beside the events of Wayland."
      lint.report(
        .blockingPipe, of: pipe.client ?? lint, pipe.client,
        "the client \(pipe.client?.processID ?? 0) does not answer xdg_wm_base.ping, because \(reason)")
    }
    for client in clients where client.processID != getpid() { checkCounts(of: client) }
  }

  /// Returns a sentence if a client that does not answer waits for a pipe.
  private func blocks(_ pipe: Pipe) -> Bool {
    guard let client = pipe.client, let since = client.pingTime, !client.isResponsive,
      MonotonicClock.nanoseconds() - since > Self.blockingTime
    else { return false }
    return descriptors(of: client).contains {
      $0.target == "pipe:[\(pipe.number)]" && $0.isWritable != pipe.isReading
    }
  }

  private func checkWritingEnd(of pipe: Pipe) {
    guard let client = pipe.client, client.isResponsive,
      descriptors(of: client).contains(where: { $0.target == "pipe:[\(pipe.number)]" && $0.isWritable })
    else { return }
    lint.report(
      .leakedDescriptors, of: client, client,
      pipe.isReading
        ? "the client keeps the writing end of the pipe of wl_data_offer.receive, so it never reads the end of the data. Close it after the request was sent."
        : "the client has not closed the descriptor of wl_data_source.send in \(Self.patience) frames, so the reader waits for the end of the data. Close it after the last byte."
    )
  }

  private func checkCounts(of client: Client) {
    let open = descriptors(of: client)
    let keymaps = open.count(where: { $0.target.hasPrefix("/memfd:keymap") })
    if keymaps > Self.mostKeymaps {
      lint.report(
        .leakedDescriptors, of: client, client,
        "the client has \(keymaps) descriptors of wl_keyboard.keymap. Close the descriptor when the keymap was read."
      )
    }
    let files =
      open.count(where: { $0.target.hasPrefix("/memfd:") || $0.target.hasPrefix("/dev/shm/") }) - keymaps
    if files > Self.mostFiles {
      lint.report(
        .leakedDescriptors, of: client, client,
        "the client has \(files) descriptors of shared memory. Close the descriptor after wl_shm.create_pool."
      )
    }
  }

  /// Returns the open descriptors of a client's process; none if it belongs to another user.
  private func descriptors(of client: Client) -> [Descriptor] {
    let folder = "/proc/\(client.processID)"
    guard let list = opendir("\(folder)/fd") else { return [] }
    defer { closedir(list) }
    var result: [Descriptor] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard let target = Self.link("\(folder)/fd/\(name)"), lstat("\(folder)/fd/\(name)", &status) == 0 else {
        continue
      }
      // The link has the permissions of the descriptor.
      result.append(Descriptor(target: target, isWritable: status.st_mode & S_IWUSR != 0))
    }
    return result
  }

  private static func link(_ path: String) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &text, text.count)
    return count > 0 ? String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}

extension AnyResource {
  /// Records a descriptor for the data of the clipboard or of a drag, if mistakes of clients are collected.
  ///
  /// - Parameter isReading: Whether the client of this object reads the data; otherwise it sends them.
  func lintTransfer(_ file: Int32, isReading: Bool) {
    guard let client = handle.flatMap({ Compositor.client(of: $0) }) else { return }
    client.lint?.descriptors.transferBegan(file, of: client, isReading: isReading)
  }
}
