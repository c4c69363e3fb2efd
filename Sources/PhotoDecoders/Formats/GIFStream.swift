internal import CGIF
internal import DecoderProtocol
internal import Glibc

/// The records of a GIF file, as giflib reads them one by one.
final class GIFStream {
  /// The description of a frame.
  struct Frame {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let isInterlaced: Bool
    let disposal: FrameCanvas.Disposal
    /// The duration of the frame, in seconds.
    let duration: Double
    /// 256 colors, straight BGRA.
    let colors: [UInt32]
  }

  enum Record {
    case image(Frame)
  }

  /// The bytes of the file that giflib has not read.
  private final class Source {
    var rest: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }
  }

  private let source: Source
  private let file: UnsafeMutablePointer<GifFileType>
  /// The number of repetitions of the animation; 0 for endless, `nil` if the file does not state it.
  private(set) var loopCount: Int?
  private var control: (disposal: FrameCanvas.Disposal, delay: Int, transparent: Int?) = (.keep, 0, nil)

  /// - Throws: ``DecodeFailure/damaged(detail:)``.
  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
    source = Source(bytes)
    var error: Int32 = 0
    let file = DGifOpen(
      Unmanaged.passUnretained(source).toOpaque(),
      { file, target, wanted in
        guard let context = file?.pointee.UserData, let target, wanted > 0 else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(context).takeUnretainedValue()
        let count = min(Int(wanted), source.rest.count)
        if let start = source.rest.baseAddress { memcpy(target, start, count) }
        source.rest = UnsafeRawBufferPointer(rebasing: source.rest[count...])
        return Int32(count)
      }, &error)
    guard let file else { throw .damaged(detail: Self.message(error)) }
    self.file = file
    guard file.pointee.SWidth > 0, file.pointee.SHeight > 0 else {
      throw .damaged(detail: "the size is zero")
    }
  }

  deinit { DGifCloseFile(file, nil) }

  var width: Int { Int(file.pointee.SWidth) }
  var height: Int { Int(file.pointee.SHeight) }

  /// The message of the last failure.
  var failure: String {
    file.pointee.Error == 0 ? "the file ends too early" : Self.message(file.pointee.Error)
  }

  /// Reads until the next image; returns `nil` at the end of the file or after a failure.
  func next() -> Record? {
    control = (.keep, 0, nil)
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else { return nil }
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(file) == GIF_OK else { return nil }
        defer { releaseSavedImages() }
        return frame().map { .image($0) }
      case EXTENSION_RECORD_TYPE:
        guard readExtension() else { return nil }
      case TERMINATE_RECORD_TYPE, UNDEFINED_RECORD_TYPE: return nil
      default: continue
      }
    }
  }

  /// Reads the next line of the image: `count` color indexes.
  func readLine(_ line: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
    DGifGetLine(file, line, Int32(count)) == GIF_OK
  }

  /// Skips the data of the image without decompressing it.
  func skipImage() -> Bool {
    var size: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetCode(file, &size, &block) == GIF_OK else { return false }
    while block != nil {
      guard DGifGetCodeNext(file, &block) == GIF_OK else { return false }
    }
    return true
  }

  private func frame() -> Frame? {
    let image = file.pointee.Image
    guard image.Width > 0, image.Height > 0, image.Width <= 65535, image.Height <= 65535 else { return nil }
    var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
    if let map = image.ColorMap ?? file.pointee.SColorMap, let entries = map.pointee.Colors {
      for index in 0..<min(256, Int(map.pointee.ColorCount)) {
        let color = entries[index]
        colors[index] =
          0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
      }
    }
    if let transparent = control.transparent { colors[transparent] = 0 }
    // Browsers show a frame of 0 or 10 ms for 100 ms.
    let delay = control.delay < 2 ? 10 : control.delay
    return Frame(
      left: Int(image.Left), top: Int(image.Top), width: Int(image.Width), height: Int(image.Height),
      isInterlaced: image.Interlace, disposal: control.disposal, duration: Double(delay) / 100, colors: colors
    )
  }

  private func readExtension() -> Bool {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &code, &block) == GIF_OK else { return false }
    var isLoop = false
    while let bytes = block {
      // The first byte is the number of the following bytes.
      let part = UnsafeRawBufferPointer(start: bytes + 1, count: Int(bytes[0]))
      if code == GRAPHICS_EXT_FUNC_CODE, part.count >= 4 {
        readControl(part)
      } else if code == APPLICATION_EXT_FUNC_CODE {
        if part.has("NETSCAPE2.0") || part.has("ANIMEXTS1.0") {
          isLoop = true
        } else if isLoop, part.count >= 3, part[0] == 1 {
          loopCount = part.number(at: 1, bytes: 2, isLittleEndian: true)
        }
      }
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { return false }
    }
    return true
  }

  private func readControl(_ part: UnsafeRawBufferPointer) {
    let disposal: FrameCanvas.Disposal
    switch part[0] >> 2 & 7 {
    case 2: disposal = .clear
    case 3: disposal = .restore
    default: disposal = .keep
    }
    let delay = part.number(at: 1, bytes: 2, isLittleEndian: true) ?? 0
    control = (disposal, delay, part[0] & 1 == 1 ? Int(part[3]) : nil)
  }

  /// Releases giflib's descriptions of the images read so far. A file may have millions of images.
  private func releaseSavedImages() {
    GifFreeSavedImages(file)
    file.pointee.SavedImages = nil
    file.pointee.ImageCount = 0
  }

  private static func message(_ code: Int32) -> String {
    GifErrorString(code).map { String(cString: $0) } ?? "unknown error"
  }
}
