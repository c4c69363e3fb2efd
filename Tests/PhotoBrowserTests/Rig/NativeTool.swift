import Foundation
import Glibc
import TestSupport

/// The programs and libraries in Tests/PhotoBrowserTests/Injectors. They are rebuilt when their source changes.
enum NativeTool: String {
  case westonInjector = "weston-injector"
  case wlrootsInjector = "wlroots-injector"
  /// Like `kwinInjector` a program. The other tools are libraries that a compositor loads.
  case kwinScreenshot = "kwin-screenshot"
  case kwinInjector = "kwin-injector"
  case mutterInjector = "mutter-injector"

  // Tests/PhotoBrowserTests/Injectors, relative to this file.
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Injectors")
  private static let products = sources.appendingPathComponent("../../../.build/injectors").standardized

  private var modules: [String] {
    switch self {
    case .westonInjector: ["libweston-10", "wayland-server", "xkbcommon", "pixman-1"]
    case .wlrootsInjector: ["wlroots", "wayland-server", "xkbcommon", "pixman-1"]
    case .kwinScreenshot: ["gio-unix-2.0"]
    case .kwinInjector: ["wayland-client"]
    case .mutterInjector: ["libmutter-11", "mutter-clutter-11", "gmodule-2.0"]
    }
  }

  /// The protocol descriptions of the package plasma-wayland-protocols that the tool includes.
  private var protocols: [String] {
    self == .kwinInjector ? ["fake-input", "kde-output-device-v2", "kde-output-management-v2"] : []
  }

  private var isProgram: Bool { self == .kwinScreenshot || self == .kwinInjector }
  private var fileName: String { isProgram ? rawValue : "\(rawValue).so" }

  /// Copies the built file to `folder`, where all users can read it. Returns the path of the copy.
  func install(into folder: TemporaryFolder) throws -> String {
    let files = FileManager.default
    let source = Self.sources.appendingPathComponent("\(rawValue).c").path
    let header = Self.sources.appendingPathComponent("script.h").path
    let product = Self.products.appendingPathComponent(fileName).path

    if try modified(product) < max(modified(source), modified(header)) {
      try files.createDirectory(at: Self.products, withIntermediateDirectories: true)
      let flags = try ChildProcess.run("pkg-config", ["--cflags"] + (isProgram ? ["--libs"] : []) + modules)
      // The file is renamed when it is complete, because two test runs may build at the same time.
      let draft = "\(product).\(getpid())"
      _ = try ChildProcess.run(
        "gcc",
        (isProgram ? [] : ["-shared", "-fPIC"]) + ["-O1", "-Wall", "-Wextra", "-Werror", "-o", draft, source]
          + generateProtocols(into: folder) + flags.split(whereSeparator: \.isWhitespace).map(String.init))
      guard rename(draft, product) == 0 else { throw RigError("cannot write \(product)") }
    }
    let installed = folder(fileName)
    try files.copyItem(atPath: product, toPath: installed)
    chmod(installed, 0o755)
    return installed
  }

  /// Generates the code of the protocols, and returns the arguments for the compiler.
  private func generateProtocols(into folder: TemporaryFolder) throws -> [String] {
    try protocols.map { name in
      let description = "/usr/share/plasma-wayland-protocols/\(name).xml"
      for (kind, suffix) in [("client-header", "h"), ("private-code", "c")] {
        _ = try ChildProcess.run("wayland-scanner", [kind, description, folder("\(name).\(suffix)")])
      }
      return folder("\(name).c")
    } + (protocols.isEmpty ? [] : ["-I", folder.path])
  }

  /// Returns the modification time of a file; the distant past if it does not exist.
  private func modified(_ path: String) throws -> Date {
    guard FileManager.default.fileExists(atPath: path) else { return .distantPast }
    return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
  }
}
