internal import Foundation
internal import TestEnvironment
internal import Testing

/// A mounted folder whose files do not answer, as those of a lost network do.
public final class StallingFolder: @unchecked Sendable {
  // `@unchecked` is safe because the C functions use a lock.

  /// The operations that get no answer.
  public struct Operations: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Finding a file, and reading its size.
    public static let lookup = Operations(rawValue: Int32(stalling_lookup))
    /// Opening a file or a folder.
    public static let open = Operations(rawValue: Int32(stalling_open))
    /// Reading a file.
    public static let read = Operations(rawValue: Int32(stalling_read))
  }

  /// Whether the system permits such a folder, and the reason why a test is skipped otherwise.
  public static let isAvailable = (try? StallingFolder()) != nil
  public static let requirement = "needs a mount of FUSE, which root may do"

  private let parent: TemporaryFolder
  private let folder: OpaquePointer
  private let watcher = Process()

  /// The path of the folder.
  public var path: String { parent.path }

  /// Mounts an empty folder.
  public init() throws {
    parent = try TemporaryFolder()
    guard let folder = stalling_folder_mount(parent.path) else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    self.folder = folder
    // If the tests are killed, their threads wait for answers of this process, which then never ends. So another process unmounts
    // the folder by force.
    watcher.executableURL = URL(fileURLWithPath: "/bin/sh")
    watcher.arguments = [
      "-c",
      """
      while read -r _ _ state _ < "/proc/$0/stat" && [ "$state" != Z ]; do sleep 1; done
      umount -f "$1"
      umount -l "$1"
      """, "\(getpid())", parent.path,
    ]
    watcher.standardInput = FileHandle.nullDevice
    watcher.standardOutput = FileHandle.nullDevice
    watcher.standardError = FileHandle.nullDevice
    try watcher.run()
  }

  deinit {
    if watcher.isRunning { watcher.terminate() }
    stalling_folder_unmount(folder)
  }

  /// Adds a file.
  ///
  /// - Parameter stalling: The operations that get no answer.
  /// - Returns: The path of the file.
  @discardableResult
  public func add(_ name: String, _ bytes: [UInt8], stalling: Operations = []) -> String {
    stalling_folder_add(folder, name, bytes, UInt(bytes.count), stalling.rawValue)
    return path + "/" + name
  }

  /// Lets operations on the folder itself get no answer.
  public func stall(_ operations: Operations) { stalling_folder_stall(folder, operations.rawValue) }

  /// Lets operations wait although their programs end, as those of many network file systems do.
  public func ignoreEnds() { stalling_folder_ignore_ends(folder) }

  /// Blocks until an operation gets no answer.
  ///
  /// - Throws: `WaitTimeout` after ``waitLimit``.
  public func waitForStall() throws {
    try waitUntil("an operation without an answer", pausing: false) { stalling_folder_wait(folder, 1) > 0 }
  }

  /// Answers all operations with an error, and lets later ones succeed.
  public func release() { stalling_folder_release(folder) }
}
