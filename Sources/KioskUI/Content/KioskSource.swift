internal import Configuration
internal import Dispatch
internal import Glibc
package import Kiosk
internal import PhotoBrowserUI
internal import PhotoLibrary

/// Where a kiosk has its playlist from: a file, which is read again after each change, or a folder of pictures.
@MainActor
package final class KioskSource {
  /// The reason why there is no playlist.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The playlist that was read last without a mistake.
  package private(set) var playlist: Playlist
  /// The folder to which the paths of the playlist are relative.
  package let folder: String
  /// Called after the file has changed, with the new playlist.
  var onChange: ((Playlist) -> Void)?
  /// Reports a problem in a sentence.
  var report: (String) -> Void = { _ in }

  /// The path of the playlist; `nil` for a folder.
  private let path: String?
  private var library: PhotoLibrary?

  /// Reads a playlist or takes a folder.
  ///
  /// - Throws: ``Failure`` with all mistakes, if there is no correct playlist and no folder at the path.
  package init(_ path: String) throws(Failure) {
    let path = Self.absolute(path)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      (self.path, folder, playlist) = (nil, path, Playlist(folder: path))
      return
    }
    self.path = path
    folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    playlist = try Self.read(path)
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return KioskFiles.resolved(path) }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return KioskFiles.resolved(String(cString: folder) + "/" + path)
  }

  private static func read(_ path: String) throws(Failure) -> Playlist {
    let bytes: [UInt8]
    do { bytes = try ConfigurationFile.read(path) } catch { throw Failure(description: error.description) }
    do { return try Playlist(bytes, transitions: SlideshowTransition.named.map(\.name)) } catch {
      throw Failure(description: "\(path): \(error.summary)")
    }
  }

  /// Reads the file again after each change, until the object is released.
  func follow() {
    guard let path else { return }
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(path.utf8)]))
    self.library = library
    library.start { update in
      guard !update.change.isEmpty else { return }
      DispatchQueue.main.async { [weak self] in self?.reload() }
    }
  }

  isolated deinit { library?.stop() }

  /// Reads the file now. If it has mistakes or is missing, the former playlist stays.
  ///
  /// - Returns: The reason why the former playlist stays; `nil` if the new one is taken over.
  @discardableResult
  package func reload() -> String? {
    guard let path else { return nil }
    do throws(Failure) {
      let new = try Self.read(path)
      guard new != playlist else { return nil }
      playlist = new
      onChange?(new)
      return nil
    } catch {
      report("\(error.description); the former playlist stays")
      return error.description
    }
  }
}
