internal import CSystem
internal import Glibc

/// The path of the helper program. A path on Linux is a sequence of bytes, which need not be UTF-8.
struct HelperPath: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ path: String) { bytes = Array(path.utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the path of a program in the folder of the running program.
  static func besideProgram(_ name: String) -> HelperPath {
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = path.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map {
        readlink("/proc/self/exe", $0.assumingMemoryBound(to: CChar.self), bytes.count)
      } ?? 0
    }
    let program = path.prefix(max(0, count))
    let folder = program.lastIndex(of: UInt8(ascii: "/")).map { Array(program[...$0]) } ?? Array("./".utf8)
    return HelperPath(bytes: folder + Array(name.utf8))
  }

  /// Returns the path of a program in `../libexec/swift-carousel`, seen from the folder of the running program; `nil` if that folder is not
  /// named `bin`. An installation can be moved, because the path is relative to the program.
  private static func inLibexec(_ name: String) -> HelperPath? {
    let folder = besideProgram("").bytes
    let bin = Array("/bin/".utf8)
    guard folder.suffix(bin.count) == bin[...] else { return nil }
    return HelperPath(bytes: folder.dropLast(bin.count) + Array("/libexec/swift-carousel/\(name)".utf8))
  }

  /// The path of the program `carousel-decoder`: the value of the environment variable `CAROUSEL_DECODER`, or else in the folder
  /// of the running program, or else in the folder `libexec` of its installation, or else in the folder that was given at build time.
  static var decoder: HelperPath {
    // A relative path would run a program of the current folder.
    if let value = variable("CAROUSEL_DECODER"), value.pointee == CChar(UInt8(ascii: "/")) {
      return HelperPath(
        bytes: UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
    }
    let beside = besideProgram("carousel-decoder")
    guard !beside.exists else { return beside }
    if let installed = inLibexec("carousel-decoder"), installed.exists { return installed }
    guard let folder = csystem_libexec() else { return beside }
    return HelperPath(String(cString: folder) + "/carousel-decoder")
  }

  /// Whether the environment variable `CAROUSEL_WITHOUT_SECCOMP` is `1`.
  static var permitsMissingSeccomp: Bool {
    variable("CAROUSEL_WITHOUT_SECCOMP").map { strcmp($0, "1") == 0 } ?? false
  }

  /// Returns the value of an environment variable. A program with the rights of another user must not run a program that its caller
  /// names, and must not decode without a sandbox because its caller wants it.
  private static func variable(_ name: String) -> UnsafeMutablePointer<CChar>? {
    getuid() == geteuid() && getgid() == getegid() ? getenv(name) : nil
  }

  /// The path of the program `carousel-decoder-extra`, in the same folder.
  var extraProgram: HelperPath { HelperPath(bytes: bytes + Array("-extra".utf8)) }

  /// The path for display. Bytes that are not UTF-8 are replaced by `�`.
  var shown: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is a file at the path.
  var exists: Bool {
    (bytes + [0]).withUnsafeBytes {
      access($0.assumingMemoryBound(to: CChar.self).baseAddress!, F_OK) == 0
    }
  }
}
