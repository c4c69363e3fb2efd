import CarouselUI
import CommandLineText
import ControlChannel
import Glibc
import PhotoBrowserTools
import PhotoBrowserUI
import PhotoBrowsing
import Photos

/// An invalid command line, with a message for the user.
nonisolated struct UsageError: Error, CustomStringConvertible {
  var description: String
}

extension Options {
  /// The meaning of a command line.
  nonisolated enum Request {
    case show(Options)
    /// Print a text that describes the program: the help, the version, the manual page or the desktop entry.
    case printText(String)
    case manual
    /// Replay the journal at `path` without a window, and compare its frames with the recorded ones.
    case replay(path: String)
  }

  /// Parses a command line. The first element is the name of the program.
  ///
  /// Options and paths may be mixed; `--` ends the options.
  ///
  /// - Throws: `UsageError` with the name of an option that is unknown, has a missing or invalid value, or
  ///   takes no value but has one.
  nonisolated static func parse(_ arguments: [String]) throws -> Request {
    var options = Options()
    var rest = arguments.dropFirst()
    var endOfOptions = false
    var readsInput = false
    var seed: UInt64?
    var isRandom = false
    // The task options and the options of `--bench` that occur on the command line.
    var tasks: Set<String> = []
    var benchOptions: [String] = []
    var replayPath: String?
    func value(of name: String, _ inline: Substring?) throws -> String {
      if let inline { return String(inline) }
      guard let next = rest.popFirst() else {
        throw UsageError(description: "\(name) needs a value; see --help")
      }
      return next
    }
    while let argument = rest.popFirst() {
      if !endOfOptions, argument == "-" || argument == "-0" {
        guard !readsInput else {
          throw UsageError(description: "\(argument): standard input is already read")
        }
        readsInput = true
        options.sources.append(.standardInput(separator: argument == "-" ? 0x0A : 0))
        continue
      }
      guard !argument.isEmpty else {
        throw UsageError(description: "a path is empty; give the path of a photo or folder")
      }
      guard !endOfOptions, argument.hasPrefix("-") else {
        options.sources.append(.path(ArgumentText.bytes(argument)))
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let inline = parts.count > 1 ? parts[1] : nil
      let name = String(parts[0])
      if inline != nil, ProgramOption.flags.contains(name) {
        throw UsageError(description: "\(name) takes no value; see --help")
      }
      options.names.insert(name)
      switch name {
      case "--": endOfOptions = true
      case "-h", "--help": return .printText(Usage.help)
      case "--version": return .printText(Usage.version)
      case "--manual": return .manual
      case "--desktop-entry": return .printText(DesktopEntry.text)
      case "--vertical": options.browser.isVertical = true
      case "--wrap": options.browser.wraps = true
      case "--fullscreen": options.browser.isFullscreen = true
      case "--recursive": options.isRecursive = true
      case "--follow": options.followsLinks = true
      case "--hidden": options.showsHidden = true
      case "--samples": options.showsSamples = true
      case "--write-thumbnails": options.thumbnails = try thumbnails(try value(of: name, inline))
      case "--reverse": options.browser.order.isReversed = true
      case "--sort": options.browser.order.key = try order(try value(of: name, inline))
      case "--page": options.browser.page = try page(named: value(of: name, inline))
      case "--slideshow": options.browser.page = .slideshow
      case "--interval": options.browser.slideshow.interval = try interval(try value(of: name, inline))
      case "--random": isRandom = true
      case "--seed": seed = try self.seed(try value(of: name, inline))
      case "--transition":
        options.browser.slideshow.transition = try transition(named: value(of: name, inline))
      case "--type": options.browser.type = try type(named: value(of: name, inline))
      case "--size": options.browser.size = try size(try value(of: name, inline))
      case "--scale": options.scale = try scale(try value(of: name, inline))
      case "--memory": options.memory = try memory(try value(of: name, inline))
      case "--screenshot":
        options.task = .screenshot(path: try value(of: name, inline))
        tasks.insert(name)
      case "--tour":
        options.task = .tour(folder: try value(of: name, inline))
        options.browser.parts = RememberedState().parts
        tasks.insert(name)
      case "--thumbnail":
        options.task = .thumbnail
        tasks.insert(name)
      case "--bench":
        options.task = .bench
        tasks.insert(name)
        if let inline { options.bench.workload = try workload(String(inline)) }
      case "--control": options.control = ControlOption(try value(of: name, inline))
      case "--record-input": options.journalPath = try value(of: name, inline)
      case "--replay-input":
        replayPath = try value(of: name, inline)
        tasks.insert(name)
      case "--seconds", "--threads", "--scenes":
        try options.bench.set(name, to: value(of: name, inline))
        benchOptions.append(name)
      default: throw UsageError(description: "unknown option \(name); see --help")
      }
    }
    guard tasks.count < 2 else {
      throw UsageError(
        description: "\(tasks.sorted().joined(separator: " and ")) cannot be combined; use one of them")
    }
    guard !options.showsSamples || options.sources.isEmpty else {
      throw UsageError(description: "--samples and files or folders cannot be combined; use one of them")
    }
    if let replayPath {
      guard options.journalPath == nil else {
        throw UsageError(description: "--record-input and --replay-input cannot be combined; use one of them")
      }
      return .replay(path: replayPath)
    }
    if let name = benchOptions.first, !tasks.contains("--bench") {
      throw UsageError(description: "\(name) requires --bench; see --help")
    }
    guard seed == nil || isRandom || options.browser.slideshow.transition == .kenBurns else {
      throw UsageError(description: "--seed requires --random or --transition ken-burns; see --help")
    }
    options.browser.slideshow.seed = seed ?? .random(in: 0...999_999)
    if isRandom { options.browser.slideshow.order = .random(seed: options.browser.slideshow.seed) }
    if case .bench = options.task {
      if options.bench.workload == .autoscroll { options.browser.tilt = BenchPlan.autoscrollTilt }
      PageWorkload.prepare(&options.browser, for: options.bench.workload)
    }
    let size = options.browser.size
    let pixels = size.width * size.height * options.scale * options.scale
    guard pixels <= maximumPixels else {
      throw UsageError(
        description: "--size times --scale is more than 64 megapixels; reduce one of them")
    }
    return .show(options)
  }

  nonisolated private static func thumbnails(_ name: String) throws -> ThumbnailPolicy {
    guard let policy = ThumbnailPolicy(rawValue: name) else {
      let known = ThumbnailPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(description: "--write-thumbnails \(name): unknown choice; use one of \(known)")
    }
    return policy
  }

  nonisolated private static func workload(_ name: String) throws -> BenchPlan.Workload {
    guard let workload = BenchPlan.Workload(rawValue: name) else {
      let known = BenchPlan.Workload.allCases.map(\.rawValue).joined(separator: " or ")
      throw UsageError(description: "--bench=\(name): unknown workload; use \(known)")
    }
    return workload
  }

  // The pixels of about two 8K screens.
  nonisolated private static let maximumPixels = 64e6

  nonisolated private static func type(named name: String) throws -> CarouselType {
    if let type = CarouselType.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }),
      type != .custom
    {
      return type
    }
    let known = CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue).joined(separator: ", ")
    throw UsageError(description: "--type \(name): unknown type; use one of \(known)")
  }

  nonisolated private static func interval(_ text: String) throws -> Double {
    guard let seconds = Double(text), SlideshowOptions.intervals.contains(seconds) else {
      throw UsageError(
        description: "--interval \(text): invalid time; use a number of seconds from 0.5 to 86400, such as 5")
    }
    return seconds
  }

  nonisolated private static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw UsageError(description: "--seed \(text): invalid number; use a whole number from 0 on, such as 1")
    }
    return seed
  }

  nonisolated private static func transition(named name: String) throws -> SlideshowTransition {
    guard let transition = SlideshowTransition(named: name) else {
      let known = SlideshowTransition.named.map(\.name).joined(separator: ", ")
      throw UsageError(description: "--transition \(name): unknown transition; use one of \(known)")
    }
    return transition
  }

  nonisolated private static func page(named name: String) throws -> BrowserState.Page {
    let pages = BrowserState.Page.allCases
    if let page = pages.first(where: { $0.rawValue == name.lowercased() }) { return page }
    let known = pages.map(\.rawValue).joined(separator: ", ")
    throw UsageError(description: "--page \(name): unknown page; use one of \(known)")
  }

  nonisolated private static func order(_ text: String) throws -> PhotoOrder.Key {
    if text == "random" { return .random(seed: .random(in: 0...999_999)) }
    guard let key = PhotoOrder.Key(named: text) else {
      let known = PhotoOrder.Key.named.map(\.name).joined(separator: ", ")
      throw UsageError(
        description: "--sort \(text): unknown order; use one of \(known), random, random:SEED")
    }
    return key
  }

  nonisolated private static func size(_ text: String) throws -> Size {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (64...16384).contains(width),
      (64...16384).contains(height)
    else {
      throw UsageError(
        description: "--size \(text): invalid size; use WIDTHxHEIGHT with 64 to 16384 each, such as 1280x720")
    }
    return Size(width: Double(width), height: Double(height))
  }

  nonisolated private static func memory(_ text: String) throws -> Int {
    guard let mebibytes = Int(text), (32...1_048_576).contains(mebibytes) else {
      throw UsageError(
        description: "--memory \(text): invalid size; use a number of MiB from 32 to 1048576, such as 300")
    }
    return mebibytes << 20
  }

  nonisolated private static func scale(_ text: String) throws -> Double {
    guard let scale = Double(text), (1...4).contains(scale) else {
      throw UsageError(description: "--scale \(text): invalid scale; use a number from 1 to 4, such as 1.5")
    }
    return scale
  }
}

extension BenchPlan {
  /// Sets the value of the option `name`.
  ///
  /// - Throws: `UsageError` if the value is invalid.
  nonisolated fileprivate mutating func set(_ name: String, to text: String) throws {
    switch name {
    case "--seconds":
      guard let number = Double(text), (0.1...3600).contains(number) else {
        throw UsageError(
          description: "--seconds \(text): invalid duration; use a number from 0.1 to 3600, such as 10")
      }
      seconds = number
    case "--threads":
      guard let number = Int(text), (1...64).contains(number) else {
        throw UsageError(description: "--threads \(text): invalid number; use a whole number from 1 to 64")
      }
      threads = number
    default:
      guard !text.isEmpty else { throw UsageError(description: "--scenes needs a folder; see --help") }
      scenesFolder = text
    }
  }
}
