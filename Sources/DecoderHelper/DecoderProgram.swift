internal import CSandbox
internal import DecoderProtocol
internal import Glibc
public import PhotoDecoders

/// The program of a helper process, which decodes images for another program.
public struct DecoderProgram {
  private let name: String
  private let codecs: CodecTable

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - name: The name of the program, for its messages.
  ///   - codecs: The decoders.
  public init(name: String, codecs: CodecTable) { (self.name, self.codecs) = (name, codecs) }

  /// Executes the command line, and ends the process.
  ///
  /// `DecoderPool` in PhotoLoading starts the program as: `carousel-decoder --serve PARENT MEMORY SECONDS`.
  public func run() -> Never {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "--serve":
      guard arguments.count == 5, let parent = Int32(arguments[2]), let memory = UInt64(arguments[3]),
        let seconds = UInt64(arguments[4])
      else { exit(64) }
      guard csandbox_bind_to_parent(parent, DecoderService.socket + 1) == 0 else { exit(0) }
      _ = csandbox_limit_processors(Int32(ImageDecoder.threadLimit))
      DecoderService.prepare(codecs)
      let missing = csandbox_lock(memory, seconds)
      DecoderService.serve(
        codecs, missingLocks: SandboxLock.allCases.filter { Int(missing) & $0.rawValue != 0 })
    case "--check": check()
    default:
      DecoderService.print(
        """
        \(name) decodes images for programs that use swift-carousel; they start it themselves.
          \(name) --check   tests whether it starts, and whether the kernel supports its lock

        """)
      exit(arguments.count == 2 && arguments[1] == "--help" ? 0 : 64)
    }
  }

  private func check() -> Never {
    DecoderService.prepare(codecs)
    let missing = csandbox_lock(2 << 30, 60)
    let names = SandboxLock.allCases.filter { Int(missing) & $0.rawValue != 0 }.map { "\($0)" }
    DecoderService.print(
      names.isEmpty
        ? "\(name) starts, and the kernel supports its whole lock\n"
        : "\(name) starts, but the kernel refuses a part of its lock: \(names.joined(separator: ", "))\n")
    exit(names.isEmpty ? 0 : 1)
  }
}
