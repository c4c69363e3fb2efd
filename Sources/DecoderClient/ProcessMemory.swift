internal import CSystem
internal import DecoderProtocol
internal import Glibc
internal import MemoryPressure

/// The memory of a process.
struct ProcessMemory {
  /// The address space, in bytes.
  private let addresses: Int
  /// The private memory that the process may write, in bytes.
  private let data: Int

  /// Reads the memory of a process. Fails if `/proc/PID/statm` cannot be read.
  init?(of process: pid_t) {
    let fields = SystemFile.text(of: "/proc/\(process)/statm")?.split { $0 == " " || $0 == "\n" } ?? []
    guard fields.count >= 6, let addresses = Int(fields[0]), let data = Int(fields[5]) else { return nil }
    let page = sysconf(Int32(_SC_PAGESIZE))
    (self.addresses, self.data) = (addresses * page, data * page)
  }

  /// Lets a helper that had this memory at its start take more for a request. Memory beyond the limits is refused by the
  /// kernel.
  ///
  /// `RLIMIT_DATA` counts the memory that a decoder allocates. `RLIMIT_AS` also counts the shared memory of the result. It also
  /// counts memory that a compromised helper fills and then makes read-only, which `RLIMIT_DATA` omits.
  ///
  /// - Parameters:
  ///   - limits: The limits of the request.
  ///   - fileBytes: The size of the files that the helper has mapped.
  ///   - keepsDecoders: Whether the helper may have kept decoders of animations.
  func limit(_ process: pid_t, to limits: DecodingLimits, fileBytes: Int, keepsDecoders: Bool) {
    var bytes = limits.workingBytes.addingClamped(Self.reserve)
    if keepsDecoders { bytes = bytes.addingClamped(FileContent.keptBytes) }
    let addresses = addresses.addingClamped(bytes).addingClamped(fileBytes).addingClamped(Self.mappedFonts)
    csystem_limit_memory(process, UInt(data.addingClamped(bytes)), UInt(addresses))
  }

  /// The memory for the stacks of threads and for caches of the libraries, in bytes.
  private static let reserve = 64 << 20
  /// The address space for fonts, in bytes. Cairo maps up to ten, and one for Chinese has 20 MB.
  private static let mappedFonts = 256 << 20
}

extension Int {
  /// Returns the sum of two numbers that are not negative, or the largest number.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
