/// The completions of changes under way. Each completion is called exactly once: when its change has ended, or
/// when the carousel is deallocated.
@MainActor
final class Completions {
  private var completions: [CompletionID: @MainActor (Bool) -> Void] = [:]
  private var lastNumber = 0

  /// Stores a completion. Its argument states whether the change has ended; `false` if another change has
  /// replaced it, or if the carousel was deallocated.
  func add(_ completion: (@MainActor (Bool) -> Void)?) -> CompletionID? {
    guard let completion else { return nil }
    lastNumber += 1
    let id = CompletionID(number: lastNumber)
    completions[id] = completion
    return id
  }

  /// Stores a completion without an argument.
  func add(_ completion: (() -> Void)?) -> CompletionID? {
    guard let completion else { return nil }
    return add { _ in completion() }
  }

  /// Calls a completion and removes it.
  func call(_ id: CompletionID, isFinished: Bool) { completions.removeValue(forKey: id)?(isFinished) }

  // The last reference to the carousel may be released on any thread, but completions run on the main actor.
  isolated deinit {
    for (_, completion) in completions.sorted(by: { $0.key.number < $1.key.number }) { completion(false) }
  }
}
