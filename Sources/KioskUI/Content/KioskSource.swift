internal import CommandLineText
internal import Configuration
internal import Dispatch
internal import Glibc
package import Kiosk
internal import PhotoBrowserUI
internal import PhotoLibrary
internal import Threads

/// The source of a playlist: a file, which is read again after each change, or a folder of pictures.
///
/// The file is read on a thread of its own, because a mount may not answer. A copy of the last playlist without mistakes is in the state
/// folder, so that the kiosk shows it if the file has mistakes or is missing when the program starts.
@MainActor
package final class KioskSource {
  /// The playlist that was read last without a mistake.
  package private(set) var playlist: Playlist
  /// The folder to which the paths of the playlist are relative.
  package let folder: String
  /// Called after the file has changed, with the new playlist.
  var onChange: ((Playlist) -> Void)?
  /// Reports a problem in a sentence.
  var report: (String) -> Void = { _ in }

  /// The path of the playlist; `nil` for a folder.
  let path: String?
  private let copy: StateFile?
  private let worker = WorkerThreads(count: 1, maxWaitingCount: 4)
  private var library: PhotoLibrary?
  /// The version of the file that was read last.
  private var version: Version?
  /// The problem of the first read, until it is reported.
  private var startProblem: String?

  /// The identity and the time of a file.
  private struct Version: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// Fails if there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// The result of a read.
  private struct Reading: Sendable {
    let version: Version?
    let bytes: [UInt8]
    /// The playlist, or the reason why there is none.
    let result: Result<Playlist, Failure>
  }

  private struct Failure: Error {
    let description: String
  }

  /// Reads a playlist or takes a folder.
  ///
  /// A playlist with mistakes is no error: the last one without mistakes is shown, or else a plain picture, until the file is correct.
  ///
  /// - Parameters:
  ///   - stateFolder: The folder of the copy; `nil` for that of the user.
  ///   - copyName: The name of the copy; `nil` if none is read and written.
  package init(_ path: String, stateFolder: String? = nil, copyName: String? = "playlist.json") {
    let path = Self.absolute(path)
    copy = copyName.flatMap { name in
      stateFolder.map { StateFile(path: Array("\($0)/\(name)".utf8)) }
        ?? StateFile.ofUser(program: "carousel-kiosk", name: name)
    }
    let isFolder = FileCalls.shared.perform(on: Array(path.utf8)) {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
    if isFolder == true {
      (self.path, folder, playlist) = (nil, path, Playlist(folder: path))
      return
    }
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    let reading = Self.read(path)
    version = reading.version
    switch reading.result {
    case .success(let found):
      playlist = found
      keep(reading.bytes)
    case .failure(let failure):
      let kept = (try? copy?.read()).flatMap { Self.parse($0, from: path) }
      playlist = kept ?? Playlist()
      startProblem =
        failure.description
        + (kept == nil
          ? "; a plain picture is shown until it is correct" : "; the last correct playlist is shown")
    }
  }

  private static func parse(_ bytes: [UInt8], from path: String) -> Playlist? {
    // The first line names the playlist of which this is a copy.
    let line = Array("// \(path)\n".utf8)
    return bytes.starts(with: line)
      ? try? Playlist(bytes, transitions: SlideshowTransition.named.map(\.name)) : nil
  }

  /// Writes the copy for the next start.
  private func keep(_ bytes: [UInt8]) {
    guard let copy, let path, !path.contains(where: \.isNewline) else { return }
    var text = bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    let content = Array("// \(path)\n".utf8) + text
    // Without a state folder, the next start has no copy.
    worker.run { try? copy.write(content) }
  }

  private static func absolute(_ path: String) -> String {
    // In a folder whose name is not UTF-8, the path stays relative.
    KioskFiles.resolved(
      String(validating: PresentFolder.absolute(Array(path.utf8)), as: UTF8.self) ?? path)
  }

  /// Reads the file. It returns within the time limit of ``FileCalls``.
  private nonisolated static func read(_ path: String) -> Reading {
    let found = FileCalls.shared.perform(on: Array(path.utf8)) { () -> Reading in
      let version = Version(path)
      let bytes: [UInt8]
      do throws(ConfigurationFile.Failure) { bytes = try ConfigurationFile.read(path) } catch {
        return Reading(version: version, bytes: [], result: .failure(Failure(description: error.description)))
      }
      do throws(ConfigurationError) {
        let playlist = try Playlist(bytes, transitions: SlideshowTransition.named.map(\.name))
        return Reading(version: version, bytes: bytes, result: .success(playlist))
      } catch {
        let failure = Failure(description: "\(path): \(error.summary)")
        return Reading(version: version, bytes: bytes, result: .failure(failure))
      }
    }
    return found
      ?? Reading(
        version: nil, bytes: [], result: .failure(Failure(description: "“\(path)” does not answer")))
  }

  /// Reads the file again after each change, until the object is released.
  func follow() {
    if let startProblem { report(startProblem) }
    startProblem = nil
    guard let path else { return }
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(path.utf8)]))
    self.library = library
    // The library retains the closure until it is stopped.
    library.start { [weak self] update in
      guard !update.change.isEmpty else { return }
      DispatchQueue.main.async { [weak self] in self?.look() }
    }
  }

  isolated deinit { library?.stop() }

  /// Reads the file if it has another version. Messages about changes are missing if a folder above the file was replaced.
  func look() {
    guard let path else { return }
    let known = version
    worker.run {
      let version = FileCalls.shared.perform(on: Array(path.utf8)) { Version(path) } ?? known
      guard version != known else { return }
      let reading = Self.read(path)
      DispatchQueue.main.async { [weak self] in _ = self?.take(reading) }
    }
  }

  /// Reads the file now. If it has mistakes or is missing, the former playlist stays.
  ///
  /// - Parameter completion: Called with the reason why the former playlist stays; `nil` if the file has no mistake.
  func reload(_ completion: @escaping @MainActor (String?) -> Void) {
    guard let path else { return completion(nil) }
    worker.run {
      let reading = Self.read(path)
      DispatchQueue.main.async { [weak self] in completion(self?.take(reading)) }
    } onFailure: {
      DispatchQueue.main.async { completion("The file does not answer.") }
    }
  }

  private func take(_ reading: Reading) -> String? {
    version = reading.version
    switch reading.result {
    case .success(let new):
      if new != playlist {
        playlist = new
        keep(reading.bytes)
        onChange?(new)
      }
      return nil
    case .failure(let failure):
      report("\(failure.description); the former playlist stays")
      return failure.description
    }
  }
}
