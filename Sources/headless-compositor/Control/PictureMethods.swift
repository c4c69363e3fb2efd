import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var pictureMethods: [ControlMethod] {
    [
      ControlMethod(
        "capture", "Writes a picture of an output or a window as PNG.",
        [
          .required("path", .text, "the path of the file"), Self.pictureWindowParameter, Self.outputParameter,
          Self.regionParameter, Self.cursorParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let picture = try await pictureFiles.write(to: arguments.text("path") ?? "") {
          () throws(ControlError) in
          try capture(arguments)
        }
        return ["width": JSONNode(picture.width), "height": JSONNode(picture.height)]
      },
      ControlMethod(
        "pixel", "Returns the color of a pixel of an output or a window, as #AARRGGBB.",
        [
          .required("x", .integer(0...16383), "in pixels of the picture that capture writes"),
          .required("y", .integer(0...16383), "in pixels"), Self.pictureWindowParameter, Self.outputParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        ["color": JSONNode(try color(arguments))]
      },
      ControlMethod(
        "expect.picture", "Waits until an output or a window looks like a PNG file.",
        [
          .required("path", .text, "the path of the file, such as one that capture has written"),
          .optional(
            "differs", .flag,
            "waits until the picture differs from the file instead, such as one from before an input; false by default"
          ),
          .optional(
            "tolerance", .integer(0...255), "the difference of a channel that does not count; 0 by default"),
          .optional(
            "pixels", .integer(0...PictureFiles.mostPixels),
            "the number of pixels that may differ; 0 by default"),
          Self.cursorParameter, Self.pictureWindowParameter, Self.outputParameter, Self.regionParameter,
          Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        try await expectPicture(arguments)
        return [:]
      },
    ]
  }

  // MARK: Drawing

  private static let regionParameter = ControlParameter.optional(
    "region", .text, "a part of the picture, as “X,Y WxH” in pixels")
  private static let cursorParameter = ControlParameter.optional(
    "cursor", .flag, "whether the picture of an output contains the cursor; true by default")

  /// Returns the picture, or the part of it, that a request names.
  private func capture(_ arguments: ControlArguments) throws(ControlError) -> Capture {
    let scene = try scene(arguments)
    guard let text = arguments.text("region") else {
      guard scene.width * scene.height <= PictureFiles.mostPixels else {
        throw ControlError(
          .failed,
          "The picture has \(scene.width) × \(scene.height) pixels. At most \(PictureFiles.mostPixels) can be drawn at once; “region” selects a part."
        )
      }
      return scene.draw()
    }
    let (x, y, width, height) = try Self.region(text)
    let (right, bottom) = (min(x + width, scene.width), min(y + height, scene.height))
    guard max(0, right - x) * max(0, bottom - y) <= PictureFiles.mostPixels else {
      throw ControlError(.failed, "At most \(PictureFiles.mostPixels) pixels can be drawn at once.")
    }
    guard let part = scene.draw(x: x, y: y, width: width, height: height) else {
      throw ControlError(
        .failed,
        "The picture has \(scene.width) × \(scene.height) pixels; the region \(text) is outside.")
    }
    return part
  }

  private static func region(
    _ text: String
  ) throws(ControlError) -> (x: Int, y: Int, width: Int, height: Int) {
    let numbers = text.split { ", x×".contains($0) }.map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], [x, y, width, height].allSatisfy({ (0...16384).contains($0) })
    else {
      throw ControlError(
        .invalidParameters, "A region has the form “X,Y WxH”, such as “10,20 300x200”, not “\(text)”.")
    }
    return (x, y, width, height)
  }

  private func scene(_ arguments: ControlArguments) throws(ControlError) -> CaptureScene {
    guard let name = arguments.text("window") else {
      return compositor.scene(of: try output(arguments), includesCursor: arguments.flag("cursor") ?? true)
    }
    let scene =
      switch try target(arguments) {
      case .window(let window): compositor.scene(of: window)
      case .layer(let layer): compositor.scene(of: layer)
      }
    guard let scene else { throw ControlError(.failed, "The window “\(name)” is not mapped.") }
    return scene
  }

  /// Returns the color of the pixel that a request names.
  func color(_ arguments: ControlArguments) throws(ControlError) -> String {
    let scene = try scene(arguments)
    let (x, y) = (arguments.integer("x") ?? 0, arguments.integer("y") ?? 0)
    guard let pixel = scene.draw(x: x, y: y, width: 1, height: 1) else {
      throw ControlError(
        .failed, "The picture has \(scene.width) × \(scene.height) pixels; \(x), \(y) is outside.")
    }
    let digits = String(pixel[0, 0], radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  // MARK: Comparing

  private func expectPicture(_ arguments: ControlArguments) async throws(ControlError) {
    let path = arguments.text("path") ?? ""
    let wanted: Capture
    switch try await pictureFiles.read(path) {
    case .success(let picture): wanted = picture
    case .failure(let error):
      let actual = try await write(beside: path, "actual") { () throws(ControlError) in try capture(arguments)
      }
      throw ControlError(.failed, "\(error). The present picture is in \(actual).")
    }
    var (last, problem): (Capture?, ControlError?) = (nil, nil)
    let (allowed, differs) = (arguments.integer("pixels") ?? 0, arguments.flag("differs") ?? false)
    let unmet = { "The picture does not differ from \(path)." }
    do throws(ControlError) {
      try await wait(arguments, for: unmet) {
        do throws(ControlError) { (last, problem) = (try capture(arguments), nil) } catch {
          (last, problem) = (nil, error)
        }
        guard let present = last else { return false }
        if differs, (present.width, present.height) != (wanted.width, wanted.height) { return true }
        let isEqual =
          present == wanted || difference(wanted, present, arguments).map { $0.count <= allowed } ?? false
        return isEqual != differs
      }
    } catch {
      if let problem { throw problem }
      if differs { throw error }
      throw try await explain(wanted, last, path, arguments)
    }
    guard differs, let last, (last.width, last.height) != (wanted.width, wanted.height) else { return }
    throw ControlError(
      .failed,
      "The picture has \(last.width) × \(last.height) pixels, \(path) has \(wanted.width) × \(wanted.height)."
    )
  }

  private func difference(
    _ wanted: Capture, _ present: Capture, _ arguments: ControlArguments
  ) -> CaptureDifference? {
    CaptureDifference(wanted, present, tolerance: arguments.integer("tolerance") ?? 0)
  }

  /// Writes the present picture and the difference, and returns an error that names the files.
  private func explain(
    _ wanted: Capture, _ present: Capture?, _ path: String, _ arguments: ControlArguments
  ) async throws(ControlError) -> ControlError {
    guard let present else { return ControlError(.timeout, "There is no picture to compare with \(path).") }
    let actual = try await write(beside: path, "actual") { present }
    guard let difference = difference(wanted, present, arguments) else {
      return ControlError(
        .timeout,
        "The picture has \(present.width) × \(present.height) pixels, \(path) has \(wanted.width) × \(wanted.height). "
          + "The present picture is in \(actual).")
    }
    lastDifference = difference.picture
    let marked = try await write(beside: path, "difference") { difference.picture }
    return ControlError(
      .timeout,
      "\(difference.count) pixels differ from \(path), by at most \(difference.largest) of 255. "
        + "The present picture is in \(actual), and \(marked) marks the pixels.")
  }

  /// Writes a picture to the path `NAME-KIND.png` for the path `NAME.png`, and returns this path.
  private func write(
    beside path: String, _ kind: String, _ draw: () throws(ControlError) -> Capture
  ) async throws(ControlError) -> String {
    let base = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
    let name = "\(base)-\(kind).png"
    try await pictureFiles.write(to: name, draw)
    return name
  }
}
