import TestSupport
import Testing

/// Expects that the heap does not grow from session to session.
///
/// The medians of the second and the last quarter are compared, because sessions differ and the first ones fill
/// caches.
///
/// - Parameters:
///   - heap: The size of the heap after each session, in bytes.
///   - limit: The permitted growth per session, in bytes.
func expectFlat(_ heap: [Int], bytesPerSession limit: Int) {
  guard heap.count >= 40 else { return }
  let quarter = heap.count / 4
  let medians = (0..<4).map { heap[$0 * quarter..<($0 + 1) * quarter].sorted()[quarter / 2] }
  let growth = medians[3] - medians[1]
  // malloc also counts the free blocks that it caches for the thread, up to about 200 KiB.
  let perSession = max(0, growth - 262_144) / max(1, heap.count / 2)
  SoakSettings.report(
    "heap: median bytes in each quarter of the sessions: \(medians.map(String.init).joined(separator: ", "))")
  #expect(
    perSession <= limit || SoakSettings.isSanitized, "the heap grows by \(perSession) bytes per session")
}
