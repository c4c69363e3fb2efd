internal import CGIO
internal import CPNG
internal import DecoderClient
package import Drawing
internal import Geometry
internal import Glibc

/// The thumbnails on disk that desktop programs share, including those of GNOME and KDE.
///
/// A thumbnail is a PNG file. Its name is the MD5 sum of the original's URI. It stores the URI and the
/// modification time of the original, and is outdated if the file has another modification time. Each file is
/// written without a name, which it gets when it is complete, so that no program reads an incomplete thumbnail. Only
/// the user can read the files. Incomplete files that programs left are removed after a day.
///
/// The methods read and write files, so call them on a thread that may block.
///
/// freedesktop.org: Thumbnail Managing Standard.
package struct ThumbnailStore: Hashable, Sendable {
  /// The file that a thumbnail shows.
  package struct Original: Hashable, Sendable {
    /// The absolute URI, as GLib writes it.
    package let uri: String
    /// The modification time of the file, in seconds since 1970.
    package let modified: Int
    /// The size of the file, in bytes.
    package let byteCount: Int

    /// The file name of the thumbnail.
    package var name: String {
      let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
      defer { g_free(sum) }
      return sum.map { String(cString: $0) + ".png" } ?? ""
    }

    /// Creates a description of a file without reading the file.
    package init(uri: String, modified: Int, byteCount: Int) {
      (self.uri, self.modified, self.byteCount) = (uri, modified, byteCount)
    }

    /// Reads the modification time and the size of a file. Fails if the file is not a regular file or cannot
    /// be read.
    ///
    /// - path: The path as bytes. A relative path starts at the current folder.
    package init?(path: [UInt8]) {
      let terminated = path + [0]
      guard !path.isEmpty, !path.contains(0) else { return nil }
      var status = stat()
      let uri = terminated.withUnsafeBytes { bytes -> String? in
        guard let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress, stat(start, &status) == 0,
          status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let absolute = g_canonicalize_filename(start, nil)
        defer { g_free(absolute) }
        guard let absolute, let uri = g_filename_to_uri(absolute, nil, nil) else { return nil }
        defer { g_free(uri) }
        return String(cString: uri)
      }
      guard let uri else { return nil }
      self.init(uri: uri, modified: status.st_mtim.tv_sec, byteCount: Int(status.st_size))
    }
  }

  /// The reason why a thumbnail could not be written.
  package struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    package let path: String
    /// The system's or libpng's message.
    package let detail: String
    /// The `errno` of the failed system call; 0 if libpng failed for another reason.
    package let code: Int32

    /// Two sentences that state the problem, the path and a possible remedy.
    package var description: String {
      "The thumbnail “\(path)” could not be written: \(detail). \(SystemAdvice.sentence(for: code))"
    }

    init(path: String, code: Int32) {
      self.init(path: path, detail: String(cString: strerror(code)), code: code)
    }

    init(path: String, detail: String, code: Int32) {
      (self.path, self.detail, self.code) = (path, detail, code)
    }
  }

  /// The path of the thumbnail folder.
  package let folder: String
  /// The name of the folder in `fail` that records failures; by convention the name and the version of the
  /// program.
  private let program: String

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder; `nil` for the user's folder, `$XDG_CACHE_HOME/thumbnails`.
  ///   - program: The name and the version of the program, such as `carousel-photos-0.1`. Each program
  ///     records its own failures, because other programs may support more formats.
  package init(folder: String? = nil, program: String) {
    self.folder = folder ?? String(cString: g_get_user_cache_dir()) + "/thumbnails"
    self.program = program.replacing("/", with: "-")
  }

  // MARK: Reading

  /// Opens the smallest up-to-date thumbnail of at least `size`; the largest one below `size` if there is
  /// none.
  ///
  /// - Returns: A descriptor, which the caller closes; `nil` if there is no up-to-date thumbnail.
  package func open(_ original: Original, atLeast size: ThumbnailSize = .normal) -> Int32? {
    let name = original.name
    let larger = ThumbnailSize.allCases.filter { $0 >= size }
    for candidate in larger + ThumbnailSize.allCases.filter({ $0 < size }).reversed() {
      if let file = openCurrent(path(candidate.folderName, name), of: original) { return file }
    }
    return nil
  }

  /// Whether there is an up-to-date thumbnail of exactly this size.
  package func has(_ original: Original, size: ThumbnailSize) -> Bool {
    guard let file = openCurrent(path(size.folderName, original.name), of: original) else { return false }
    close(file)
    return true
  }

  /// Whether this program recorded that it could not make a thumbnail of the file's current content.
  package func hasFailed(_ original: Original) -> Bool {
    guard let file = openCurrent(path("fail/" + program, original.name), of: original) else { return false }
    close(file)
    return true
  }

  private func openCurrent(_ path: String, of original: Original) -> Int32? {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    var status = stat()
    var bytes = [UInt8](repeating: 0, count: PNGTexts.longestHead)
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      case let count = pread(file, &bytes, bytes.count, 0), count > 0,
      PNGTexts(Array(bytes[..<count])).describes(original)
    else {
      close(file)
      return nil
    }
    return file
  }

  // MARK: Writing

  /// Writes a thumbnail, scaled down to `size` if it is larger.
  ///
  /// - Parameters:
  ///   - image: The upright image.
  ///   - original: The file that the image shows.
  ///   - size: The size of the thumbnail.
  package func write(_ image: Image, of original: Original, size: ThumbnailSize) throws(WriteError) {
    // A thumbnail of a thumbnail would get thumbnails in turn.
    guard !original.uri.contains("/thumbnails/") || !isInside(original.uri) else { return }
    let path = path(size.folderName, original.name)
    guard let small = Self.scaled(image, to: size.side) else {
      throw WriteError(path: path, code: ENOMEM)
    }
    try write(small, of: original, to: path, in: size.folderName)
  }

  /// Records that no thumbnail can be made of the file's current content.
  package func writeFailure(of original: Original) throws(WriteError) {
    let path = path("fail/" + program, original.name)
    guard let pixel = try? Image(width: 1, height: 1, isOpaque: false, filledBy: { _, _ in }) else {
      throw WriteError(path: path, code: ENOMEM)
    }
    try write(pixel, of: original, to: path, in: "fail/" + program)
  }

  private func isInside(_ uri: String) -> Bool {
    guard let own = g_filename_to_uri(folder, nil, nil) else { return false }
    defer { g_free(own) }
    return uri.hasPrefix(String(cString: own) + "/")
  }

  private func write(
    _ image: Image, of original: Original, to path: String, in subfolder: String
  ) throws(WriteError) {
    let texts: [(keyword: String, text: String)] = [
      ("Thumb::URI", original.uri), ("Thumb::MTime", "\(original.modified)"),
      ("Thumb::Size", "\(original.byteCount)"), ("Software", program),
    ]
    if let code = makeFolders(subfolder) { throw WriteError(path: path, code: code) }
    let folder = self.folder + "/" + subfolder
    UnfinishedFile.removeLeftovers(in: folder)
    let file: UnfinishedFile
    do throws(UnfinishedFile.Failure) { file = try UnfinishedFile(path, in: folder) } catch {
      throw WriteError(path: path, code: error.code)
    }
    try Self.write(image, texts, to: file.descriptor, path)
    do throws(UnfinishedFile.Failure) { try file.finish() } catch {
      throw WriteError(path: path, code: error.code)
    }
  }

  private static func write(
    _ image: Image, _ texts: [(keyword: String, text: String)], to file: Int32, _ path: String
  ) throws(WriteError) {
    var code: Int32 = 0
    var message = [CChar](repeating: 0, count: 128)
    let status = withTexts(texts) { texts in
      image.withPixels { pixels in
        cpng_write_descriptor(
          file, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(image.width),
          UInt32(image.height), image.stride, texts, texts.count, &code, &message)
      }
    }
    guard status != 0 else { return }
    throw WriteError(
      path: path, detail: message.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }, code: code)
  }

  private static func withTexts(
    _ texts: [(keyword: String, text: String)], _ body: ([cpng_text]) -> Int32
  ) -> Int32 {
    let strings = texts.map { (strdup($0.keyword), strdup($0.text)) }
    defer {
      for (keyword, text) in strings {
        free(keyword)
        free(text)
      }
    }
    return body(strings.map { cpng_text(keyword: $0, text: $1) })
  }

  /// Creates the missing folders, with access for the user only. Returns the `errno` of a failure.
  private func makeFolders(_ subfolder: String) -> Int32? {
    g_mkdir_with_parents(folder + "/" + subfolder, 0o700) == 0 ? nil : errno
  }

  private func path(_ subfolder: String, _ name: String) -> String { "\(folder)/\(subfolder)/\(name)" }

  /// Returns an image whose longer side is at most `side` pixels; `nil` if memory is short.
  private static func scaled(_ image: Image, to side: Int) -> Image? {
    let longest = max(image.width, image.height)
    guard longest > side else { return image }
    let scale = Double(side) / Double(longest)
    let width = max(1, Int((Double(image.width) * scale).rounded()))
    let height = max(1, Int((Double(image.height) * scale).rounded()))
    return try? Image.drawn(width: width, height: height) { canvas in
      canvas.draw(image, in: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    }
  }
}
