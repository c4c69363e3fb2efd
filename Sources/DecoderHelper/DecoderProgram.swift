internal import CSandbox
internal import DecoderProtocol
internal import Glibc
package import PhotoDecoders

/// The program of a helper process, which decodes images for another program.
package struct DecoderProgram {
  private let name: String
  private let codecs: CodecTable

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - name: The name of the program, for its messages.
  ///   - codecs: The decoders.
  package init(name: String, codecs: CodecTable) { (self.name, self.codecs) = (name, codecs) }

  /// Executes the command line, and ends the process.
  ///
  /// `DecoderPool` in DecoderClient starts the program as: `carousel-decoder --serve PARENT MEMORY SECONDS`.
  package func run() -> Never {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "--serve":
      guard arguments.count == 5, let parent = Int32(arguments[2]), let memory = UInt64(arguments[3]),
        let seconds = UInt64(arguments[4])
      else { exit(64) }
      guard csandbox_bind_to_parent(parent, DecoderService.socket + 1) == 0 else { exit(0) }
      _ = csandbox_limit_processors(Int32(ImageDecoder.threadLimit))
      DecoderService.serve(codecs, missingParts: enterSandbox(memory, seconds))
    case "--check": check()
    default:
      DecoderService.print(
        """
        \(name) decodes images for programs that use swift-carousel; they start it themselves.
          \(name) --check   tests whether it starts, and whether the kernel supports its sandbox

        """)
      exit(arguments.count == 2 && arguments[1] == "--help" ? 0 : 64)
    }
  }

  /// Prepares the decoders, and puts the process into its sandbox. Returns the parts that the kernel refused.
  private func enterSandbox(_ memory: UInt64, _ seconds: UInt64) -> [SandboxPart] {
    csandbox_limit_thread_memory(Self.threadStack)
    DecoderService.prepare(codecs)
    codecs.forEachReadableFile { _ = csandbox_allow_reading($0) }
    let others = csandbox_wait_for_single_thread(Self.threadMilliseconds)
    guard others == 0 else {
      DecoderService.print(
        others < 0
          ? "\(name) cannot start: it cannot count its threads, because /proc is not mounted\n"
          : "\(name) cannot start: threads of a library keep running outside the sandbox (\(others)); report this with the "
            + "versions of libheif, librsvg and Pango\n")
      exit(70)
    }
    let missing = csandbox_enter(memory, seconds, codecs.startsThreads ? 1 : 0)
    return SandboxPart.allCases.filter { Int(missing) & $0.rawValue != 0 }
  }

  /// The stack of a thread, in bytes. Threads decode tiles and look up fonts.
  private static let threadStack: UInt64 = 1 << 20
  /// The longest wait for the end of the threads that the preparation started, in milliseconds. They usually end at once;
  /// `HelperLauncher` waits 10 s for the start.
  private static let threadMilliseconds: Int32 = 5000

  private func check() -> Never {
    let names = enterSandbox(2 << 30, 60).map { "\($0)" }
    DecoderService.print(
      names.isEmpty
        ? "\(name) starts, and the kernel supports its whole sandbox\n"
        : "\(name) starts, but the kernel refuses a part of its sandbox: \(names.joined(separator: ", "))\n")
    exit(names.isEmpty ? 0 : 1)
  }
}
