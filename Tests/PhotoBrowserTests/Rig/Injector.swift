import Foundation
import Glibc

/// Builds the input injectors from Tests/PhotoBrowserTests/Injectors, once for each version of their source.
enum Injector: String {
  case weston
  case wlroots

  private static let sources = URL(fileURLWithPath: #filePath)  // Tests/PhotoBrowserTests/Rig/Injector.swift
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Injectors")
  private static let products = sources.appendingPathComponent("../../../.build/injectors").standardized

  private var modules: [String] {
    let library =
      switch self {
      case .weston: "libweston-10"
      case .wlroots: "wlroots"
      }
    return [library, "wayland-server", "xkbcommon", "pixman-1"]
  }

  /// Puts the built library into `folder`, where any user can read it, and returns its path there.
  func install(into folder: TemporaryFolder) throws -> String {
    let files = FileManager.default
    let source = Self.sources.appendingPathComponent("\(rawValue)-injector.c").path
    let header = Self.sources.appendingPathComponent("script.h").path
    let product = Self.products.appendingPathComponent("\(rawValue)-injector.so").path

    if try modified(product) < max(modified(source), modified(header)) {
      try files.createDirectory(at: Self.products, withIntermediateDirectories: true)
      let flags = try ChildProcess.run("pkg-config", ["--cflags"] + modules)
      // Under another name first: two test runs may build at the same time.
      let draft = "\(product).\(getpid())"
      _ = try ChildProcess.run(
        "gcc",
        ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", draft, source]
          + flags.split(whereSeparator: \.isWhitespace).map(String.init))
      guard rename(draft, product) == 0 else { throw RigError("cannot write \(product)") }
    }
    let installed = folder("\(rawValue)-injector.so")
    try files.copyItem(atPath: product, toPath: installed)
    chmod(installed, 0o755)
    return installed
  }

  /// When a file was changed last; long ago when there is none.
  private func modified(_ path: String) throws -> Date {
    guard FileManager.default.fileExists(atPath: path) else { return .distantPast }
    return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date ?? .distantPast
  }
}
