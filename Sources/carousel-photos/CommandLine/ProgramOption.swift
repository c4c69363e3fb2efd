import CarouselUI

/// An option of the command line, for `--help`, the manual page and the check of values.
nonisolated struct ProgramOption {
  /// The name, such as `--type`.
  let name: String
  /// Another name; `nil` for none.
  var shortName: String?
  /// The name of the value, such as `NAME`; `nil` if the option takes none.
  var value: String?
  /// Whether the value may be missing. It then follows the name after `=`.
  var isValueOptional = false
  /// The meaning, in one paragraph.
  let text: String

  /// Creates an option without a value.
  init(_ name: String, short: String? = nil, _ text: String) {
    (self.name, shortName, self.text) = (name, short, text)
  }

  /// Creates an option with a value.
  init(_ name: String, _ value: String, isOptional: Bool = false, _ text: String) {
    (self.name, self.value, isValueOptional, self.text) = (name, value, isOptional, text)
  }

  /// The names with the value, such as `--type NAME`.
  var synopsis: String {
    let names = [shortName, name].compactMap(\.self).joined(separator: ", ")
    guard let value else { return names }
    return isValueOptional ? "\(names)[=\(value)]" : "\(names) \(value)"
  }

  /// All options, in the order of `--help`.
  static let all: [ProgramOption] = [
    ProgramOption(
      "--page", "NAME",
      "carousel, single (default for a file), grid or slideshow: the page at the start; by default, a folder opens the page used last"
    ),
    ProgramOption(
      "--type", "NAME",
      CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue).joined(separator: ", ")
        + " (default coverFlow2)"),
    ProgramOption("--vertical", "scroll up and down"),
    ProgramOption("--wrap", "continue with the first photo after the last"),
    ProgramOption("--fullscreen", "start in full screen"),
    ProgramOption("--slideshow", "start with a slideshow; F5 starts it, too"),
    ProgramOption(
      "--interval", "S",
      "seconds for each photo of a slideshow, from 0.5 to 86400 (default: the time that was chosen last in the menu, or 5)"
    ),
    ProgramOption("--random", "show the photos of a slideshow in random order, without repeats"),
    ProgramOption(
      "--seed", "N",
      "the number from which the random order and the movements follow: with the same number and the same photos, the show is the same"
    ),
    ProgramOption(
      "--transition", "NAME",
      "fade (default), none, ken-burns (slow movements over the photos), or a type as for --type"),
    ProgramOption("--sort", "ORDER", "name (default), taken, modified, size, shape, random or random:SEED"),
    ProgramOption("--reverse", "reverse the order"),
    ProgramOption("--recursive", "show the photos in subfolders too"),
    ProgramOption(
      "--follow",
      "follow links to folders outside of the given folder too; links to folders inside it are always followed"
    ),
    ProgramOption("--hidden", "show hidden photos and folders too"),
    ProgramOption("--samples", "show painted sample photos"),
    ProgramOption(
      "--write-thumbnails", "W",
      "the photos whose thumbnails are written to the disk: fixed (default, those on fixed disks; of a removable or encrypted disk, "
        + "only if the thumbnails are on the same one), never or always"),
    ProgramOption("--size", "WxH", "size of the window in points (default 1280x720)"),
    ProgramOption(
      "--memory", "MIB",
      "memory for pictures of all processes, in MiB (default 300, or a quarter of the machine's). While a very large photo is "
        + "decoded, one at a time, its decode may take up to 1024 MiB"),
    ProgramOption(
      "--screenshot", "OUT.png", "write the first settled frame and exit; needs no session"),
    ProgramOption(
      "--tour", "DIR",
      "run a scripted tour, write numbered screenshots and tour.webp to DIR, and exit; needs no session"),
    ProgramOption("--scale", "S", "pixels per point without a session, 1 to 4 (default 1)"),
    ProgramOption(
      "--bench", "WORKLOAD", isOptional: true,
      "scroll the photos, print the time and memory per frame, and exit; uses the session if there is one. flick (default): a finger "
        + "flicks through them; autoscroll: two photos per second, covers at 75°; grid: the thumbnails scroll; strip: the single page "
        + "shows ten photos per second; fade and ken-burns: a slideshow. Without a file or folder it uses fifteen sample photos"
    ),
    ProgramOption("--seconds", "N", "duration of --bench (default 10)"),
    ProgramOption("--threads", "N", "number of threads that compose a frame in --bench (default 1)"),
    ProgramOption("--scenes", "DIR", "write frames of --bench to DIR as scene files for raster-bench"),
    ProgramOption(
      "--thumbnail",
      "make the missing thumbnails of the photos in the folders, for this program and for those of the desktop, and exit; needs no "
        + "session. Ctrl-C interrupts it"),
    ProgramOption(
      "--control", "SOCKET",
      "the socket for requests of carousel-photos msg; none for no socket (default: a numbered socket in XDG_RUNTIME_DIR, which only "
        + "you can use)"),
    ProgramOption(
      "--record-input", "FILE",
      "record the inputs of the carousel with their times in FILE, which only you can read; photos are not recorded"
    ),
    ProgramOption(
      "--replay-input", "FILE",
      "replay such a recording without a window, compare all frames with it, and exit"),
    ProgramOption("--manual", "print this manual as a page for man, and exit"),
    ProgramOption("--desktop-entry", "print the desktop entry with the media types of all photos, and exit"),
    ProgramOption("--help", short: "-h", "print the options and the keys, and exit"),
    ProgramOption("--version", "print the version, and exit"),
  ]

  /// The names of the options that take no value.
  static let flags: Set<String> = Set(
    all.filter { $0.value == nil }.flatMap { [$0.name, $0.shortName].compactMap(\.self) }
  ).union(["--"])
}
