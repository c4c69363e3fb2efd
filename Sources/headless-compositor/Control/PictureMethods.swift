import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  var pictureMethods: [ControlMethod] {
    [
      ControlMethod(
        "expect.picture", "Waits until an output or a window looks like a PNG file.",
        [
          .required("path", .text, "the path of the file, such as one that capture has written"),
          .optional(
            "tolerance", .integer(0...255), "the difference of a channel that does not count; 0 by default"),
          .optional(
            "pixels", .integer(0...268_435_456), "the number of pixels that may differ; 0 by default"),
          .optional("cursor", .flag, "whether the picture of an output contains the cursor; true by default"),
          Self.pictureWindowParameter, Self.outputParameter, Self.regionParameter, Self.limitParameter,
        ]
      ) { [self] arguments throws(ControlError) in
        let path = arguments.text("path") ?? ""
        try Capture.check(path)
        let wanted: Capture
        do { wanted = try Capture(contentsOfPNG: path) } catch {
          let actual = try write(capture(arguments), beside: path, "actual")
          throw ControlError(.failed, "\(error). The present picture is in \(actual).")
        }
        var last: Capture?
        let allowed = arguments.integer("pixels") ?? 0
        do throws(ControlError) {
          try await wait(arguments, for: { "" }) {
            guard let present = try? capture(arguments) else { return false }
            last = present
            return difference(wanted, present, arguments).map { $0.count <= allowed } ?? false
          }
        } catch {
          throw try explain(wanted, last, path, arguments)
        }
        return [:]
      }
    ]
  }

  private func difference(
    _ wanted: Capture, _ present: Capture, _ arguments: ControlArguments
  ) -> CaptureDifference? {
    CaptureDifference(wanted, present, tolerance: arguments.integer("tolerance") ?? 0)
  }

  /// Writes the present picture and the difference, and returns an error that names the files.
  private func explain(
    _ wanted: Capture, _ present: Capture?, _ path: String, _ arguments: ControlArguments
  ) throws(ControlError) -> ControlError {
    guard let present else { return ControlError(.timeout, "There is no picture to compare with \(path).") }
    let actual = try write(present, beside: path, "actual")
    guard let difference = difference(wanted, present, arguments) else {
      return ControlError(
        .timeout,
        "The picture has \(present.width) × \(present.height) pixels, \(path) has \(wanted.width) × \(wanted.height). "
          + "The present picture is in \(actual).")
    }
    lastDifference = difference.picture
    let marked = try write(difference.picture, beside: path, "difference")
    return ControlError(
      .timeout,
      "\(difference.count) pixels differ from \(path), by at most \(difference.largest) of 255. "
        + "The present picture is in \(actual), and \(marked) marks the pixels.")
  }

  /// Writes a picture to the path `NAME-KIND.png` for the path `NAME.png`, and returns this path.
  private func write(
    _ picture: Capture, beside path: String, _ kind: String
  ) throws(ControlError) -> String {
    let base = path.hasSuffix(".png") ? String(path.dropLast(4)) : path
    let name = "\(base)-\(kind).png"
    try picture.save(to: name)
    return name
  }
}
