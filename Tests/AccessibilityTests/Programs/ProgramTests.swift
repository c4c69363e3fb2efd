import BusFixtures
import Foundation
import TestSupport
import Testing

/// Whether the registry of assistive technologies and its client library are installed.
private let hasAssistiveServices =
  PrivateBus.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher")
  && (try? ChildProcess.run("/usr/bin/python3", ["-c", "import pyatspi"])) != nil

/// Tests with the registry of at-spi2-core and the client library pyatspi. The programs run in a headless compositor.
@Suite(
  "Programs read by pyatspi",
  .enabled(if: hasAssistiveServices, "needs pyatspi of the package python3-pyatspi"),
  .timeLimit(.minutes(10)), .serialized)
struct ProgramTests {
  /// Runs a script of the folder Scripts, and returns the lines that it prints.
  private func run(_ script: String, _ arguments: [String] = [], within seconds: Double = 240) throws
    -> [String]
  {
    let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Scripts")
      .standardized
    let programs = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
    let process = try ChildProcess(
      "/usr/bin/python3", ["-B", scripts.appending(path: script).path, programs] + arguments)
    defer { process.stop() }
    let exit = try process.waitForExit(within: seconds)
    #expect(exit == .code(0), "\(process.errors.lines.joined(separator: "\n"))")
    return process.output.lines
  }

  /// Checks that each page of the output follows the rules.
  private func expectNoViolations(_ lines: [String], pages count: Int) {
    let pages = lines.filter { $0.hasPrefix("page ") }
    #expect(pages.count == count && lines.last == "end", "\(lines.joined(separator: "\n"))")
    for page in pages { #expect(page.hasSuffix(" 0 violations"), "\(lines.joined(separator: "\n"))") }
  }

  /// The lines of a page of the output.
  private func objects(of page: String, in lines: [String]) -> String {
    let rest = lines.drop { !$0.hasPrefix("page \(page):") }.dropFirst()
    return rest.prefix { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  @Test(
    "pyatspi walks all pages of the gallery: each object follows the rules, and a click on its bounds hits it",
    .proves("D035", "D048"))
  func gallery() throws {
    let lines = try run("gallery.py", ["Buttons"])
    expectNoViolations(lines, pages: 35)
    #expect(!lines.contains { $0.hasSuffix("is not shown") }, "\(lines.joined(separator: "\n"))")
    #expect(objects(of: "Buttons", in: lines) == storedButtons)
  }

  @Test(
    "pyatspi walks the pages of the photo browser, and visits it by actions alone: next, open, zoom, rotate, slideshow, quit"
  )
  func photos() throws {
    let lines = try run("photos.py")
    expectNoViolations(lines, pages: 7)
    #expect(objects(of: "carousel", in: lines) == storedCarousel)
  }

  @Test(
    "The photo browser is visited by keys alone: find, open, zoom, rotate, slideshow, quit. A photo is described by its day and caption"
  )
  func keys() throws {
    let lines = try run("photos_keys.py")
    #expect(lines.last == "end", "\(lines.joined(separator: "\n"))")
    #expect(lines.contains("description: 1 of 12, taken on 3 May 2026, Two boats"))
    // The carousel behind the photo is not read.
    #expect(lines.contains("lists: ['Photo']"), "\(lines.joined(separator: "\n"))")
    // Each button and the carousel is one stop.
    #expect(lines.contains { $0.hasPrefix("stops:") && $0.contains("list Photos") })
  }

  @Test(
    "pyatspi walks the phases and the PIN pad of the kiosk: its targets are at least 44 points wide and high"
  )
  func kiosk() throws {
    let lines = try run("kiosk.py")
    expectNoViolations(lines, pages: 3)
    // The show covers the carousel.
    #expect(!objects(of: "show", in: lines).contains("list"))
    #expect(objects(of: "visitors", in: lines).contains("list “Photos” = “1 of 5” (carousel)"))
  }
}

private let storedButtons = """
  list “Meals” = “1 of 6” (carousel) [next, previous, activate]
    list item “Late Train, Breakfast”, 1 of 6, selected [activate]
      image “Late Train”
      heading “Breakfast”
      push button “Order” [activate]
    list item “Citrus, Lunch”, 2 of 6 [activate]
      image “Citrus”
      heading “Lunch”
      push button “Order” [activate]
    list item “First Light, Tea”, 3 of 6 [activate]
    list item “Rosehip, Dinner”, 4 of 6 [activate]
    list item “Midnight, Supper”, 5 of 6 [activate]
    list item “Meadow, Picnic”, 6 of 6 [activate]
      image “Meadow”
      heading “Picnic”
      push button “Order” [activate]
  label “Press a button.”
  heading “Buttons”
  label “Press a button, or drag it to turn the ring.”
  grouping “Theme”
    radio button “Light”, 1 of 2, checked [activate]
    radio button “Dark”, 2 of 2 [activate]
  label “High contrast”
  toggle button “High contrast” [activate]
  label “Right to left”
  toggle button “Right to left” [activate]
  """

private let storedCarousel = """
  application “carousel-photos”
    frame “IMG 1.png – 1 of 12”
      panel “Actions”
        push button “Open a folder…” [activate]
        toggle button “Show all photos as thumbnails” [activate]
        toggle button “Show one photo” [activate]
        push button “Rotate the photo clockwise”
        push button “Zoom out”
        push button “Zoom in”
        toggle button “Start or end the slideshow” [activate]
        toggle button “Thumbnail strip” [activate]
        toggle button “Information about the photo” [activate]
        toggle button “Full screen” [activate]
        push button “Menu” [activate]
      list “Photos” = “1 of 12” (carousel) [next, previous, activate]
        list item “IMG 1.png”, 1 of 12, selected [activate]
        list item “IMG 2.png”, 2 of 12 [activate]
        list item “IMG 3.png”, 3 of 12 [activate]
        list item “IMG 4.png”, 4 of 12 [activate]
      label “1 of 12”
  """
