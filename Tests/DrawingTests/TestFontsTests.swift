import CPango
import Foundation
import TestFonts
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
