import CarouselUI
import PhotoBrowserUI

/// The texts of `--help` and `--version`.
nonisolated enum Usage {
  /// The output of `--version`.
  static let version = "carousel-photos 0.1.0"
  /// The name under which failed thumbnails are recorded.
  static let programAndVersion = "carousel-photos-0.1"

  /// The output of `--help`.
  static var help: String {
    let types = CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue).joined(separator: ", ")
    return """
      Usage: carousel-photos [OPTION]... [FILE|FOLDER|-]...
      Shows photos in a carousel, in a Wayland window. Without a file or folder it shows the photos in your Pictures
      folder and its subfolders. A single file fills the window, among the other photos of its folder. Photos that are added,
      changed, renamed or removed meanwhile are followed. - and -0 read paths from standard input, one a line or
      separated by zero bytes.

        --page NAME          carousel (default for folders) or single (default for a file): the page at the start
        --type NAME          \(types)
                             (default coverFlow2)
        --vertical           scroll up and down
        --wrap               continue with the first photo after the last
        --fullscreen         start in full screen
        --slideshow          start with a slideshow; F5 starts it, too
        --interval S         seconds for each photo of a slideshow, from 0.5 to 86400 (default 5)
        --random             show the photos of a slideshow in random order, without repeats
        --seed N             the number from which the random order and the movements follow: with the same number, the show
                             is the same
        --transition NAME    fade (default), none, ken-burns (slow movements over the photos), or a type as for --type
        --sort ORDER         name (default), taken, modified, size, shape, random or random:SEED
        --reverse            reverse the order
        --recursive          show the photos in subfolders too
        --follow             follow links to folders outside of the given folder too; links to folders inside it are
                             always followed
        --hidden             show hidden photos and folders too
        --samples            show painted sample photos
        --write-thumbnails W the photos whose thumbnails are written to the disk: fixed (default, those on fixed disks; of
                             a removable or encrypted disk, only if the thumbnails are on the same one), never or always
        --size WxH           size of the window in points (default 1280x720)
        --memory MIB         memory for pictures of all processes, in MiB (default 300, or a quarter of the machine's).
                             While a very large photo is decoded, one at a time, its decode may take up to 1024 MiB
        --screenshot OUT.png write the first settled frame and exit; needs no session
        --tour DIR           run a scripted tour, write numbered screenshots and tour.webp to DIR, and exit; needs no
                             session
        --scale S            pixels per point without a session, 1 to 4 (default 1)
        --bench[=WORKLOAD]   scroll the photos, print the time and memory per frame, and exit; uses the session if there
                             is one. flick (default): a finger flicks through them; autoscroll: two photos per second,
                             covers at 75°. Without a file or folder it uses fifteen sample photos
        --seconds N          duration of --bench (default 10)
        --threads N          number of threads that compose a frame in --bench (default 1)
        --scenes DIR         write frames of --bench to DIR as scene files for raster-bench
        --thumbnail          make the missing thumbnails of the photos in the folders, for this program and for those of the
                             desktop, and exit; needs no session. Ctrl-C interrupts it
        --record-input FILE  record the inputs of the carousel with their times in FILE, which only you can read; photos
                             are not recorded
        --replay-input FILE  replay such a recording without a window, compare all frames with it, and exit
        --help, --version

      \(PhotoCommands.text)

      Exit codes: 0 success, 64 invalid command line, 65 damaged recording or different replay, 66 no photo found,
      69 no Wayland display or a compositor that lacks a required interface, 74 an output file or a thumbnail could not be
      written, 76 the compositor closed the connection and did not return within 5 s, 130 interrupted.
      """
  }
}
