/// The records of a program that outlive its carousels: the first problem, the views and the completions.
@MainActor
final class ProgramLedger {
  private struct Entry { weak var view: ProgramView? }

  private(set) var problem: (rule: ProgramRule, text: String)?
  private var views: [Entry] = []
  private(set) var completions: [Int] = []

  func note(_ rule: ProgramRule, _ text: String) { if problem == nil { problem = (rule, text) } }

  func add(_ view: ProgramView) { views.append(Entry(view: view)) }

  /// The number of views that were created.
  var viewCount: Int { views.count }

  /// The number of views that have not been deallocated.
  var livingViews: Int { views.count { $0.view != nil } }

  /// Returns a completion that counts its calls.
  func completion(of actor: ProgramActor) -> () -> Void {
    let place = completions.count
    completions.append(0)
    return { [weak self, weak actor] in
      self?.completed(place)
      actor?.completed()
    }
  }

  private func completed(_ place: Int) {
    completions[place] += 1
    if completions[place] > 1 { note(.completions, "a completion is called \(completions[place]) times") }
  }

  /// Checks that each completion was called once.
  func checkCompletions(_ moment: String) {
    let missing = completions.count { $0 == 0 }
    if missing > 0 {
      note(.completions, "\(missing) of \(completions.count) completions are not called \(moment)")
    }
  }
}
