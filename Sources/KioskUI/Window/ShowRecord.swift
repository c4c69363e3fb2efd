internal import Glibc
package import Kiosk
internal import PhotoLibrary
package import Threads

/// Keeps the state for the next start and the log of a kiosk in its state folder.
@MainActor
package final class ShowRecord {
  /// The item that is shown now; `nil` before the first item.
  package private(set) var shown: ShownState?
  private var reason = ""
  /// The screens on which the item has begun to appear.
  private var firstOutputs: [String] = []
  private let outputs: () -> [String]
  private let file: StateFile?
  private let log: PlayLog?
  private let disk: WorkerThreads
  private let report: @Sendable (String) -> Void
  private let hasFailed = Monitor(false)

  /// - Parameters:
  ///   - folder: The state folder; `nil` for that of the user.
  ///   - output: The screen of a kiosk with a playlist of its own; `nil` for a kiosk that is alone.
  ///   - disk: Runs the writes.
  ///   - outputs: Returns the names of the screens that show the item.
  ///   - report: Reports a problem in a sentence, on any thread.
  package init(
    _ folder: String?, output: String? = nil, _ disk: WorkerThreads, outputs: @escaping () -> [String],
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.disk, self.outputs, self.report) = (disk, outputs, report)
    let name = output.map { "shown-\($0).json" } ?? "shown.json"
    file =
      folder.map { StateFile(path: Array("\($0)/\(name)".utf8)) }
      ?? StateFile.ofUser(program: "carousel-kiosk", name: name)
    log = file.map { file in
      let folder = file.path.prefix(file.path.count - name.utf8.count)
      return PlayLog(
        path: String(decoding: folder, as: UTF8.self) + "play.jsonl", worker: disk, report: report)
    }
  }

  /// Returns the item that the last run has shown when it ended; `nil` if there is none.
  package func resumption(at now: Int) -> Resumption? {
    guard let file, let bytes = try? file.read(), let state = ShownState(fileContent: bytes) else {
      return nil
    }
    return Resumption(
      KioskItemID(path: state.path, occurrence: state.occurrence), remaining: state.remaining(at: now),
      partner: state.partner)
  }

  /// Records that an item begins to appear, in place of the former one.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970-01-01 00:00 UTC.
  ///   - duration: Its time, in seconds.
  ///   - partner: The path of the second picture of a pair.
  ///   - reason: Why it is shown, such as `schedule`.
  package func begin(
    _ id: KioskItemID, at now: Int, duration: Double, partner: String? = nil, reason: String
  ) {
    end(at: now)
    (self.reason, firstOutputs) = (reason, outputs())
    let state = ShownState(
      path: id.path, occurrence: id.occurrence, start: now, duration: duration, partner: partner)
    shown = state
    guard let file else { return }
    disk.run { [report, hasFailed] in
      do throws(FileOperationError) {
        try file.write(state.fileContent)
        hasFailed.withLock { $0 = false }
      } catch {
        // A full disk is reported once.
        let isNew = hasFailed.withLock { hasFailed in
          defer { hasFailed = true }
          return !hasFailed
        }
        if isNew { report("the state cannot be written: \(error.description)") }
      }
    }
  }

  /// Records that the item is no longer shown, because a visitor uses the kiosk, or the program ends. The state stays for the next start.
  package func end(at now: Int) {
    guard let shown else { return }
    self.shown = nil
    // In its first frame, a window is on no screen yet. In its last one, the screen may be unplugged.
    let names = outputs()
    for output in !names.isEmpty ? names : !firstOutputs.isEmpty ? firstOutputs : [""] {
      // The clock may have been set back.
      log?.add(
        PlayLog.Record(
          path: shown.path, output: output, from: shown.start, to: max(now, shown.start), reason: reason))
    }
  }
}
