import CPango
import Foundation
import Glibc
import TestEnvironment
import Testing

/// The fonts of the tests, which do not depend on the machine.
struct TestFontsTests {
  @Test("Tests use their own fontconfig file, and no other fonts than those it names")
  func families() throws {
    let path = String(cString: test_fonts_configuration())
    #expect(FileManager.default.isReadableFile(atPath: path))
    #expect(ProcessInfo.processInfo.environment["FONTCONFIG_FILE"] == path)
    var (list, count): (UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?, Int32) = (nil, 0)
    pango_font_map_list_families(pango_cairo_font_map_get_default(), &list, &count)
    defer { g_free(list) }
    let families = Set(
      (0..<Int(count)).compactMap { list?[$0] }.compactMap { pango_font_family_get_name($0) }
        .map { String(cString: $0) })
    #expect(families.contains("DejaVu Sans"))
    // Pango adds the names of generic families.
    #expect(
      families.subtracting([
        "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "WenQuanYi Micro Hei", "WenQuanYi Micro Hei Mono",
        "Noto Color Emoji", "Sans", "Serif", "Monospace", "System-ui",
      ]).isEmpty)
  }
}

/// The function of the tests that reads folders, which Foundation uses, too; see `DirectoryEntries.c`.
struct DirectoryEntriesTests {
  @Test("All libraries of the tests call the tests' own readdir()")
  func replaced() throws {
    let library = try #require(dlopen("libc.so.6", RTLD_NOW))
    defer { dlclose(library) }
    #expect(dlsym(nil, "readdir") != dlsym(library, "readdir"))
  }

  @Test("A folder with many entries is read whole")
  func whole() throws {
    let descriptors = (0..<1500).map { _ in dup(STDERR_FILENO) }
    defer { for descriptor in descriptors { close(descriptor) } }
    let folder = try #require(opendir("/proc/self/fd"))
    defer { closedir(folder) }
    var found: Set<Int32> = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let descriptor = Int32(name) { found.insert(descriptor) }
    }
    #expect(found.isSuperset(of: descriptors))
  }
}
