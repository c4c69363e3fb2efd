public import DecoderProtocol
internal import Glibc

/// The reason why a picture or a folder cannot be shown.
///
/// ``description`` states in one or two sentences what is wrong, where, and what to do. ``brief`` is short enough for
/// an item view.
public struct PhotoError: Error, Hashable, Sendable {
  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The content cannot be decoded.
    case content(DecodeFailure)
    /// The file is truncated or damaged, and the intact part of the image is shown; `detail` is the decoder's message.
    case incomplete(detail: String)
    /// The decoder needed more memory than `DecodingLimits.workingBytes`, which the size of the image does not show; `limit`
    /// is in bytes.
    case outOfMemory(limit: Int)
    /// The disk or the network folder of the file did not answer for this time, in seconds.
    case stalled(seconds: Double)
    /// The helper process that decodes did not reply.
    case helper(HelperFailure)
    /// Another system call than one that reads the file failed; `operation` is a participle such as "written", `code` is the
    /// `errno`.
    case system(operation: String, code: Int32)
    /// The file has no content.
    case empty
    /// The path is a folder where an image file is expected.
    case isAFolder
    /// The path is neither a regular file nor a folder, but a socket, pipe or device.
    case notAFile
    /// The folder contains no file with the extension of an image file.
    case noPhotos(hasSubfolders: Bool)
    /// The work was canceled.
    case canceled
  }

  /// The path, the address or the name of the picture; empty if it has none.
  public let path: String
  /// The reason.
  public let reason: Reason

  /// Creates an error.
  package init(_ path: String, _ reason: Reason) { (self.path, self.reason) = (path, reason) }

  /// Creates an error of a picture without a name.
  package init(_ reason: Reason) { self.init("", reason) }

  /// The work was canceled.
  package static let canceled = PhotoError(.canceled)

  /// Returns the error with the path of its picture.
  package func of(_ path: String) -> PhotoError { reason == .canceled ? self : PhotoError(path, reason) }

  /// The `errno` if the file cannot be opened or read, by this process or by the helper; `nil` for other reasons.
  private var readCode: Int32? { if case .content(.unreadable(let code)) = reason { code } else { nil } }

  /// Whether nothing exists at the path.
  package var isMissing: Bool { readCode == ENOENT || readCode == ENOTDIR }

  /// Whether the disk or the network folder of the file does not answer.
  package var isStall: Bool { if case .stalled = reason { true } else { false } }

  /// Whether the user has no permission to read the file or folder.
  private var isNotPermitted: Bool { readCode == EACCES || readCode == EPERM }

  /// Whether the file is the cause, so that a retry would fail again. System errors such as a lack of memory may be temporary.
  package var isCausedByFile: Bool {
    switch reason {
    case .helper(.endedTwice): true
    case .helper, .system, .stalled: false
    default: readCode == nil || isMissing || isNotPermitted || readCode == EISDIR
    }
  }

  /// Whether a smaller size of the same photo may succeed.
  package var dependsOnSize: Bool {
    switch reason {
    case .outOfMemory, .content(.tooMuchMemory), .content(.outOfMemory), .content(.tookTooLong): true
    default: false
    }
  }

  /// Whether the content of the file is the reason. Other errors may not occur again, for example after a decoder was
  /// installed, with a larger limit or on an idle machine.
  package var isOfContent: Bool {
    switch reason {
    case .empty, .incomplete: true
    case .content(let failure):
      switch failure {
      case .notAnImage, .damaged, .noSuchFrame, .noSuchRegion, .tooManyPixels, .fileTooLong: true
      case .unsupported, .tooMuchMemory, .outOfMemory, .tookTooLong, .unreadable, .canceled: false
      }
    case .outOfMemory, .stalled, .helper, .system, .isAFolder, .notAFile, .noPhotos, .canceled: false
    }
  }

  /// The reason why a helper process cannot be started; `nil` for other errors. It applies to all files that need the same
  /// helper.
  package var startFailure: HelperFailure? {
    switch reason {
    case .helper(.endedTwice): nil
    case .helper(let failure): failure
    default: nil
    }
  }

  /// A few words without the path, for an item view that also shows the name of the file.
  public var brief: String {
    switch reason {
    case .content(let failure): Self.brief(failure)
    case .incomplete: "Incomplete image"
    case .outOfMemory: "Needs too much memory"
    case .stalled: "Does not respond"
    case .helper(.endedTwice): "Damaged image"
    case .helper: "No decoder"
    case .system(_, let code): String(cString: strerror(code))
    case .empty: "Empty file"
    case .isAFolder: "This is a folder"
    case .notAFile: "Not a regular file"
    case .noPhotos: "No photos"
    case .canceled: "Canceled"
    }
  }

  private static func brief(_ failure: DecodeFailure) -> String {
    switch failure {
    case .notAnImage: "Not an image"
    case .unsupported(let format): "\(format) is not supported"
    case .damaged, .noSuchFrame, .noSuchRegion: "Damaged image"
    case .tooManyPixels(let width, let height, _): "Too large: \(width) × \(height) pixels"
    case .tooMuchMemory, .outOfMemory: "Needs too much memory"
    case .fileTooLong(let bytes, _): "File too large: \(megabytes(bytes))"
    case .tookTooLong: "Takes too long to decode"
    case .unreadable(let code): brief(code)
    case .canceled: "Canceled"
    }
  }

  private static func brief(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "File not found"
    case EACCES, EPERM: "Permission denied"
    case EISDIR: "This is a folder"
    default: String(cString: strerror(code))
    }
  }

  /// Returns a size in megabytes, rounded up.
  private static func megabytes(_ bytes: Int) -> String { "\(millions(bytes)) MB" }

  private static func millions(_ value: Int) -> Int { value / 1_000_000 + (value % 1_000_000 > 0 ? 1 : 0) }

  /// Returns a time in seconds, rounded up. The number may be infinite or NaN.
  private static func wholeSeconds(_ seconds: Double) -> String {
    Int(exactly: seconds.rounded(.up)).map { "\($0)" } ?? "\(seconds)"
  }
}

extension PhotoError: CustomStringConvertible {
  /// The names of the formats that can be decoded.
  private static let formats = "JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, JPEG XL or SVG"

  /// One or two sentences that state what is wrong, where, and what to do.
  public var description: String {
    let name = path.isEmpty ? "The picture" : "“\(path)”"
    switch reason {
    case .content(let failure): return sentences(for: failure, name)
    case .incomplete(let detail):
      return
        "\(name) is incomplete: \(detail). The missing part is shown in gray. Copy the photo again from its source."
    case .outOfMemory(let limit):
      return "\(name) needs more memory to decode than the limit of \(Self.megabytes(limit)). "
        + "Save it again with another program."
    case .stalled(let seconds):
      return
        "\(name) cannot be read now: its disk or network folder has not responded for \(Self.wholeSeconds(seconds)) s. "
        + "Check the connection, then open it again."
    case .helper(let failure): return "\(name) could not be decoded. \(failure)"
    case .system(let operation, let code): return failed(operation, code, name)
    case .empty: return "\(name) is empty (0 bytes). Copy the photo again from its source."
    case .isAFolder: return "\(name) is a folder, not a photo. Open the folder to see its photos."
    case .notAFile:
      return
        "\(name) is neither a regular file nor a folder. Give the path of a photo or of a folder of photos."
    case .noPhotos(let hasSubfolders):
      return "There are no photos (\(Self.formats)) in the folder \(name). "
        + (hasSubfolders
          ? "It has subfolders: give the path of one of them." : "Give the path of another folder.")
    case .canceled: return "Loading the photo was canceled."
    }
  }

  private func sentences(for failure: DecodeFailure, _ name: String) -> String {
    switch failure {
    case .notAnImage: "\(name) is not in a known image format. Choose a \(Self.formats) file."
    case .unsupported(let format):
      "\(name) is in the format \(format), which is not supported. Convert it to \(Self.formats)."
    case .damaged(let detail): damaged(detail, name)
    case .noSuchFrame(let index, let count):
      damaged("it has \(count) frames, and a frame with the index \(index) was requested", name)
    case .noSuchRegion: damaged("the requested part lies outside the image", name)
    case .tooManyPixels(let width, let height, let limit):
      "\(name) is too large: \(width) × \(height) pixels; the limit is \(Self.millions(limit)) megapixels. "
        + "Scale it down."
    case .tooMuchMemory(let width, let height, let needed, let limit):
      "\(name) (\(width) × \(height) pixels) needs \(Self.megabytes(needed)) of memory to decode; the limit is "
        + "\(Self.megabytes(limit)). Scale it down, or save it as a baseline JPEG."
    case .outOfMemory: "\(name) needs too much memory to decode. Save it again with another program."
    case .fileTooLong(let bytes, let limit):
      "\(name) is a file of \(Self.megabytes(bytes)); the limit is \(Self.megabytes(limit)). "
        + "Save it with a smaller size or a lower quality."
    case .tookTooLong(let seconds):
      "\(name) takes longer than \(Self.wholeSeconds(seconds)) s to decode. Save it again with another program."
    case .unreadable(let code): unreadable(code, name)
    case .canceled: PhotoError.canceled.description
    }
  }

  private func damaged(_ detail: String, _ name: String) -> String {
    "\(name) is damaged: \(detail). Copy the photo again from its source."
  }

  private func unreadable(_ code: Int32, _ name: String) -> String {
    if isMissing { return "There is no file or folder \(name). Check the spelling." }
    if isNotPermitted {
      return
        "\(name) cannot be read: permission denied. Run chmod u+r on it (u+rx on a folder), or ask its owner."
    }
    return code == EISDIR ? PhotoError(path, .isAFolder).description : failed("read", code, name)
  }

  private func failed(_ operation: String, _ code: Int32, _ name: String) -> String {
    "\(name) could not be \(operation): \(String(cString: strerror(code))). \(SystemAdvice.sentence(for: code))"
  }
}

extension Cancellation {
  /// Throws if the work was canceled.
  ///
  /// - Throws: ``PhotoError/Reason/canceled`` after ``cancel()`` was called.
  package func check() throws(PhotoError) {
    if isCanceled { throw .canceled }
  }
}
