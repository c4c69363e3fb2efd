import CarouselUI
import CommandLineText
import Configuration
import Kiosk
import PhotoLibrary

/// A configuration with its text.
///
/// A copy of the last one that has shown an item is in the user's state folder. The kiosk uses it when the file has mistakes or is
/// missing after an update.
nonisolated struct KioskConfiguration {
  let settings: KioskSettings
  private let path: String
  private let bytes: [UInt8]
  /// The mistakes of the file, if this is the copy.
  private(set) var warnings: [String] = []

  struct Failure: Error {
    let code: ExitCode
    let descriptions: [String]
  }

  private static var copy: StateFile? {
    StateFile.ofUser(program: "carousel-kiosk", name: "configuration.json")
  }

  /// Reads a configuration, or else its copy.
  init(_ path: String) throws(Failure) {
    do throws(Failure) {
      let bytes: [UInt8]
      do throws(ConfigurationFile.Failure) { bytes = try ConfigurationFile.read(path) } catch {
        throw Failure(code: .noInput, descriptions: [error.description])
      }
      try self.init(bytes, from: path)
    } catch {
      // The first line names the file of which this is a copy.
      let line = Array("// \(path)\n".utf8)
      guard let bytes = try? Self.copy?.read(), bytes.starts(with: line),
        var kept = try? KioskConfiguration(bytes, from: path)
      else { throw error }
      kept.warnings = error.descriptions + ["the last correct configuration is used"]
      self = kept
    }
  }

  private init(_ bytes: [UInt8], from path: String) throws(Failure) {
    (self.path, self.bytes) = (path, bytes)
    do throws(ConfigurationError) {
      var settings = try KioskSettings(
        bytes, carousels: CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue))
      // Paths are relative to the folder of the configuration.
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      let resolved = { (content: String) in content.hasPrefix("/") ? content : folder + content }
      settings.content = settings.content.map(resolved)
      for index in settings.outputs.assignments.indices {
        settings.outputs.assignments[index].content = resolved(settings.outputs.assignments[index].content)
      }
      self.settings = settings
    } catch {
      throw Failure(code: .badData, descriptions: error.problems.map { "\(path): \($0)" })
    }
  }

  /// Writes the copy for the next start. Without a state folder, there is none.
  func keep() {
    guard warnings.isEmpty, !path.contains(where: \.isNewline) else { return }
    var text = bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    try? Self.copy?.write(Array("// \(path)\n".utf8) + text)
  }
}
