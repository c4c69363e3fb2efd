internal import Glibc

/// Why a picture or a folder cannot be shown.
///
/// `description` is one sentence or two that name what, where and what to do; ``brief`` fits on a tile.
public enum PhotoError: Error, Hashable, Sendable {
  /// Nothing exists at the path.
  case notFound(path: String)
  /// The file or folder exists, but this user may not read it.
  case notPermitted(path: String)
  /// The path names neither a regular file nor a folder, but a socket, pipe or device.
  case notAFile(path: String)
  /// The path names a folder where a picture is expected.
  case isAFolder(path: String)
  /// The folder holds no file that looks like a picture.
  case noPictures(path: String, hasSubfolders: Bool)
  /// The file has no content.
  case empty(path: String)
  /// The content is not that of a picture.
  case notAPicture(path: String)
  /// The content is a picture, but of a kind that cannot be shown (yet).
  case unsupported(path: String, format: String)
  /// The picture is broken so early that nothing of it can be shown.
  case damaged(path: String, detail: String)
  /// The picture breaks off or is broken in the middle; the rest of it is shown.
  case incomplete(path: String, detail: String)
  /// The picture has more pixels than ``DecodingLimits`` allows.
  case tooManyPixels(path: String, width: Int, height: Int, limit: Int)
  /// Decoding the picture would take more memory than ``DecodingLimits`` allows.
  case tooMuchMemory(path: String, width: Int, height: Int, needed: Int, limit: Int)
  /// The file is longer than ``DecodingLimits`` allows.
  case fileTooLong(path: String, bytes: Int, limit: Int)
  /// The system failed; `code` is its `errno`.
  case system(path: String, operation: String, code: Int32)
  /// The work was cancelled. Never shown: whoever cancelled no longer listens.
  case cancelled

  /// The path that the error is about, if any.
  public var path: String? {
    switch self {
    case .notFound(let path), .notPermitted(let path), .notAFile(let path), .isAFolder(let path),
      .noPictures(let path, _), .empty(let path), .notAPicture(let path), .unsupported(let path, _),
      .damaged(let path, _), .incomplete(let path, _), .tooManyPixels(let path, _, _, _),
      .tooMuchMemory(let path, _, _, _, _),
      .fileTooLong(let path, _, _), .system(let path, _, _):
      path
    case .cancelled: nil
    }
  }

  /// A few words without the path, for an error tile that shows the file's name anyway.
  public var brief: String {
    switch self {
    case .notFound: "No longer there"
    case .notPermitted: "No permission to read it"
    case .notAFile: "Not a regular file"
    case .isAFolder: "A folder"
    case .noPictures: "No pictures"
    case .empty: "Empty file"
    case .notAPicture: "Not a picture"
    case .unsupported(_, let format): "\(format) cannot be shown yet"
    case .damaged: "Damaged picture"
    case .incomplete: "Incomplete picture"
    case .tooManyPixels(_, let width, let height, _): "Too large: \(width) × \(height) pixels"
    case .tooMuchMemory: "Takes too much memory"
    case .fileTooLong(_, let bytes, _): "File too long: \(Self.megabytes(bytes))"
    case .system(_, _, let code): Self.message(code)
    case .cancelled: "Cancelled"
    }
  }

  /// Turns an `errno` into the case that says it best.
  static func from(errno code: Int32, operation: String, path: String) -> PhotoError {
    switch code {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case EISDIR: .isAFolder(path: path)
    default: .system(path: path, operation: operation, code: code)
    }
  }

  static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }

  static func megapixels(_ pixels: Int) -> String { "\((pixels + 999_999) / 1_000_000) megapixels" }

  static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension PhotoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let path):
      "There is no file or folder “\(path)”. Check the spelling."
    case .notPermitted(let path):
      "“\(path)” cannot be read: permission denied. Allow reading it (chmod u+r, for a folder u+rx) or ask its owner."
    case .notAFile(let path):
      "“\(path)” is neither a file nor a folder. Name a picture or a folder of pictures."
    case .isAFolder(let path):
      "“\(path)” is a folder, not a picture. Open the folder to see its pictures."
    case .noPictures(let path, let hasSubfolders):
      "There are no pictures (\(PictureFormat.shownNames)) in the folder “\(path)”. "
        + (hasSubfolders ? "It has subfolders: name one of them." : "Name another folder.")
    case .empty(let path):
      "“\(path)” is empty (0 bytes). Copy the picture again from where it came."
    case .notAPicture(let path):
      "“\(path)” is not a picture that is known here. Name \(PictureFormat.shownNames) files."
    case .unsupported(let path, let format):
      "“\(path)” is a picture of the kind \(format), which cannot be shown. Convert it to JPEG or PNG."
    case .damaged(let path, let detail):
      "“\(path)” is damaged: \(detail). Copy the picture again from where it came."
    case .incomplete(let path, let detail):
      "“\(path)” is incomplete: \(detail). What is missing is shown grey; copy the picture again from where it came."
    case .tooManyPixels(let path, let width, let height, let limit):
      "“\(path)” is too large: \(width) × \(height) pixels, where at most \(Self.megapixels(limit)) are shown. "
        + "Scale it down first."
    case .tooMuchMemory(let path, let width, let height, let needed, let limit):
      "“\(path)” (\(width) × \(height) pixels) would take \(Self.megabytes(needed)) of memory to decode, where at most "
        + "\(Self.megabytes(limit)) are allowed. Scale it down or save it as a baseline JPEG."
    case .fileTooLong(let path, let bytes, let limit):
      "“\(path)” is a file of \(Self.megabytes(bytes)), where at most \(Self.megabytes(limit)) are read. "
        + "Save it smaller."
    case .system(let path, let operation, let code):
      "“\(path)” could not be \(operation): \(Self.message(code)). Try again."
    case .cancelled:
      "The picture is no longer wanted."
    }
  }
}
