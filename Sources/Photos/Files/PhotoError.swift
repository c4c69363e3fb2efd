package import DecoderClient
internal import Glibc
package import PhotoLibrary

/// The reason why a photo or a folder cannot be shown.
///
/// ``description`` states in one or two sentences what is wrong, where, and what to do. ``brief`` is short enough for
/// an item view.
package enum PhotoError: Error, Hashable, Sendable {
  /// Nothing exists at the path.
  case notFound(path: String)
  /// The user has no permission to read the file or folder.
  case notPermitted(path: String)
  /// The path is neither a regular file nor a folder, but a socket, pipe or device.
  case notAFile(path: String)
  /// The path is a folder where an image file is expected.
  case isAFolder(path: String)
  /// The folder contains no file with the extension of an image file.
  case noPhotos(path: String, hasSubfolders: Bool)
  /// The file has no content.
  case empty(path: String)
  /// The content is not in a known image format.
  case notAnImage(path: String)
  /// The content is an image in a format that cannot be decoded; `format` is its name.
  case unsupported(path: String, format: String)
  /// The file is so damaged that the image cannot be shown at all; `detail` is the decoder's message.
  case damaged(path: String, detail: String)
  /// The file is truncated or damaged, and the intact part of the image is shown; `detail` is the decoder's message.
  case incomplete(path: String, detail: String)
  /// The image has more pixels than ``DecodingLimits/pixels`` allows.
  case tooManyPixels(path: String, width: Int, height: Int, limit: Int)
  /// Decoding would take more memory than ``DecodingLimits/workingBytes`` allows; `needed` and `limit` are in bytes.
  case tooMuchMemory(path: String, width: Int, height: Int, needed: Int, limit: Int)
  /// The decoder needed more memory than ``DecodingLimits/workingBytes``, which the size of the image does not show; `limit`
  /// is in bytes.
  case outOfMemory(path: String, limit: Int)
  /// The file is larger than ``DecodingLimits/fileBytes`` allows.
  case fileTooLong(path: String, bytes: Int, limit: Int)
  /// Decoding took longer than ``DecodingLimits/seconds`` allows.
  case tookTooLong(path: String, seconds: Double)
  /// The helper process that decodes did not reply.
  case decoder(path: String, HelperFailure)
  /// A system call failed; `operation` is a participle such as "opened", `code` is the `errno`.
  case system(path: String, operation: String, code: Int32)
  /// The work was canceled. It is never delivered, because the request was canceled too.
  case canceled

  /// The path of the file or folder; `nil` for ``canceled``.
  package var path: String? {
    switch self {
    case .notFound(let path), .notPermitted(let path), .notAFile(let path), .isAFolder(let path),
      .noPhotos(let path, _), .empty(let path), .notAnImage(let path), .unsupported(let path, _),
      .damaged(let path, _), .incomplete(let path, _), .tooManyPixels(let path, _, _, _),
      .tooMuchMemory(let path, _, _, _, _), .outOfMemory(let path, _),
      .fileTooLong(let path, _, _), .tookTooLong(let path, _), .decoder(let path, _), .system(let path, _, _):
      path
    case .canceled: nil
    }
  }

  /// A few words without the path, for an item view that also shows the name of the file.
  package var brief: String {
    switch self {
    case .notFound: "File not found"
    case .notPermitted: "Permission denied"
    case .notAFile: "Not a regular file"
    case .isAFolder: "This is a folder"
    case .noPhotos: "No photos"
    case .empty: "Empty file"
    case .notAnImage: "Not an image"
    case .unsupported(_, let format): "\(format) is not supported"
    case .damaged: "Damaged image"
    case .incomplete: "Incomplete image"
    case .tooManyPixels(_, let width, let height, _): "Too large: \(width) × \(height) pixels"
    case .tooMuchMemory, .outOfMemory: "Needs too much memory"
    case .fileTooLong(_, let bytes, _): "File too large: \(Self.megabytes(bytes))"
    case .tookTooLong: "Takes too long to decode"
    case .decoder(_, .endedTwice): "Damaged image"
    case .decoder: "No decoder"
    case .system(_, _, let code): Self.message(code)
    case .canceled: "Canceled"
    }
  }

  /// Whether the content of the file is the reason. Other errors may not occur again, for example after a decoder was
  /// installed, with a larger limit or on an idle machine.
  package var isOfContent: Bool {
    switch self {
    case .empty, .notAnImage, .damaged, .incomplete, .tooManyPixels, .fileTooLong: true
    case .notFound, .notPermitted, .notAFile, .isAFolder, .noPhotos, .unsupported, .tooMuchMemory,
      .outOfMemory, .tookTooLong, .decoder, .system, .canceled:
      false
    }
  }

  /// The reason why a helper process cannot be started; `nil` for other errors. It applies to all files that need the same
  /// helper.
  package var startFailure: HelperFailure? {
    switch self {
    case .decoder(_, .endedTwice): nil
    case .decoder(_, let failure): failure
    default: nil
    }
  }

  /// Returns the most specific error for an `errno`.
  static func from(errno code: Int32, operation: String, path: String) -> PhotoError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case EISDIR: .isAFolder(path: path)
    default: .system(path: path, operation: operation, code: code)
    }
  }

  /// Returns a size in megabytes, rounded up.
  static func megabytes(_ bytes: Int) -> String { "\(millions(bytes)) MB" }

  /// Returns a number of pixels in megapixels, rounded up.
  static func megapixels(_ pixels: Int) -> String { "\(millions(pixels)) megapixels" }

  private static func millions(_ value: Int) -> Int { value / 1_000_000 + (value % 1_000_000 > 0 ? 1 : 0) }

  /// Returns a time in seconds, rounded up. The number may be infinite or NaN.
  private static func wholeSeconds(_ seconds: Double) -> String {
    Int(exactly: seconds.rounded(.up)).map { "\($0)" } ?? "\(seconds)"
  }

  /// Returns the system's message for an `errno`.
  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension PhotoError: CustomStringConvertible {
  /// One or two sentences that state what is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .notFound(let path):
      "There is no file or folder “\(path)”. Check the spelling."
    case .notPermitted(let path):
      "“\(path)” cannot be read: permission denied. Run chmod u+r on it (u+rx on a folder), or ask its owner."
    case .notAFile(let path):
      "“\(path)” is neither a regular file nor a folder. Give the path of a photo or of a folder of photos."
    case .isAFolder(let path):
      "“\(path)” is a folder, not a photo. Open the folder to see its photos."
    case .noPhotos(let path, let hasSubfolders):
      "There are no photos (\(PhotoFileName.supportedFormats)) in the folder “\(path)”. "
        + (hasSubfolders
          ? "It has subfolders: give the path of one of them." : "Give the path of another folder.")
    case .empty(let path):
      "“\(path)” is empty (0 bytes). Copy the photo again from its source."
    case .notAnImage(let path):
      "“\(path)” is not in a known image format. Give the path of a \(PhotoFileName.supportedFormats) file."
    case .unsupported(let path, let format):
      "“\(path)” is in the format \(format), which is not supported. Convert it to \(PhotoFileName.supportedFormats)."
    case .damaged(let path, let detail):
      "“\(path)” is damaged: \(detail). Copy the photo again from its source."
    case .incomplete(let path, let detail):
      "“\(path)” is incomplete: \(detail). The missing part is shown in gray. Copy the photo again from its source."
    case .tooManyPixels(let path, let width, let height, let limit):
      "“\(path)” is too large: \(width) × \(height) pixels; the limit is \(Self.megapixels(limit)). "
        + "Scale it down."
    case .tooMuchMemory(let path, let width, let height, let needed, let limit):
      "“\(path)” (\(width) × \(height) pixels) needs \(Self.megabytes(needed)) of memory to decode; the limit is "
        + "\(Self.megabytes(limit)). Scale it down, or save it as a baseline JPEG."
    case .outOfMemory(let path, let limit):
      "“\(path)” needs more memory to decode than the limit of \(Self.megabytes(limit)). "
        + "Save it again with another program."
    case .fileTooLong(let path, let bytes, let limit):
      "“\(path)” is a file of \(Self.megabytes(bytes)); the limit is \(Self.megabytes(limit)). "
        + "Save it with a smaller size or a lower quality."
    case .tookTooLong(let path, let seconds):
      "“\(path)” takes longer than \(Self.wholeSeconds(seconds)) s to decode. Save it again with another program."
    case .decoder(let path, let failure):
      "“\(path)” could not be decoded. \(failure)"
    case .system(let path, let operation, let code):
      "“\(path)” could not be \(operation): \(Self.message(code)). \(SystemAdvice.sentence(for: code))"
    case .canceled:
      "Loading the photo was canceled."
    }
  }
}

extension PhotoError {
  /// Converts the reason why a path cannot be listed.
  package init(_ problem: LibraryProblem) {
    self =
      switch problem {
      case .notFound(let path): .notFound(path: path)
      case .notPermitted(let path): .notPermitted(path: path)
      case .notAFile(let path): .notAFile(path: path)
      case .noPhotos(let path, let hasSubfolders): .noPhotos(path: path, hasSubfolders: hasSubfolders)
      case .system(let path, let operation, let code): .system(path: path, operation: operation, code: code)
      }
  }
}
