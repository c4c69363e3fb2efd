import CarouselUI

nonisolated enum Usage {
  static let version = "carousel-photos 0.1.0"

  static var help: String {
    let types = CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue).joined(separator: ", ")
    return """
      Usage: carousel-photos [OPTION]... [FILE|FOLDER]...
      Shows pictures in a carousel, in a Wayland window. Without a file or folder: your Pictures folder, or a set of
      sample pictures when that is empty.

        --type NAME          \(types)
                             (default coverFlow2)
        --vertical           scroll up and down
        --wrap               the last picture leads to the first
        --fullscreen         start in full screen
        --size WxH           size of the window in points (default 1280x720)
        --screenshot OUT.png write the first settled frame and exit; needs no session
        --tour DIR           make a scripted visit and leave numbered pictures and tour.webp in DIR; needs no session
        --scale S            pixels per point where there is no session, 1 to 4 (default 1)
        --bench[=WORKLOAD]   move the pictures, print what a frame costs, and exit; in the session if there is one.
                             flick (default): a finger flicks through them; autoscroll: two pictures a second, covers
                             at 75°. Without a file or folder: fifteen painted pictures
        --seconds N          how long --bench moves them (default 10)
        --threads N          how many threads compose a frame in --bench (default 1)
        --scenes DIR         leave frames of --bench as scene files for raster-bench
        --record-input FILE  record what moves the carousel, and when, in FILE, which only you may read; no pictures
        --replay-input FILE  replay such a recording without a window and compare all its frames, then exit
        --help, --version

      \(Keys.help)

      Exit codes: 0 done, 64 wrong usage, 65 a recording that is damaged or replays differently, 66 no picture found, 69 no
      Wayland display or a compositor without what a window needs, 74 a picture or a recording could not be written,
      76 the compositor went away and did not return within 5 s.
      """
  }
}
