/// A unit of work of the core.
///
/// Tasks run one after the other, and may wait for answers. A task is a value that stores its progress. The
/// core knows tasks only by this protocol, so a new kind of task needs no change of the dispatch. A task of at
/// most 24 bytes is stored without an allocation; the tasks of every frame are that small.
protocol CoreTask: Sendable {
  /// Whether a reload of all content makes the task unnecessary.
  var dependsOnContent: Bool { get }

  /// Whether the task asks for the number of items.
  var countsItems: Bool { get }

  /// Whether the task asks for the number of items or resolves the layout.
  var laysOut: Bool { get }

  /// Begins or continues the task.
  ///
  /// - Returns: The task's next request; `nil` if the task has ended, or another task must run before it.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest?
}

/// A task without stored progress that asks no question. A closure that captures values is allocated, so a frame adds
/// no such closure.
struct ActionTask: CoreTask {
  let action: @Sendable (inout CarouselCore) -> Void

  func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    action(&core)
    return nil
  }
}

/// A task without stored progress.
struct QuestionTask: CoreTask {
  /// Begins or continues the task; see ``CoreTask/proceed(in:)``.
  let ask: @Sendable (inout CarouselCore) -> CarouselRequest?

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { ask(&core) }
}

extension CoreTask {
  var dependsOnContent: Bool { false }
  var countsItems: Bool { false }
  var laysOut: Bool { countsItems }
}
