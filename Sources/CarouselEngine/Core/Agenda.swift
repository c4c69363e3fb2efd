/// The queue of the core's tasks.
struct Agenda: Sendable {
  private var tasks: [any CoreTask] = []
  private var first = 0
  /// A counter that changes whenever another task becomes the current task.
  private(set) var revision = 0
  /// The number of tasks added since ``beginCounting()``.
  private(set) var addedCount = 0

  /// The number of tasks inserted before the running task since ``start()``; `nil` if the running task was
  /// removed.
  private var pushedCount: Int?
  /// Starts to count the added tasks from 0.
  mutating func beginCounting() { addedCount = 0 }

  var isEmpty: Bool { first == tasks.count }

  /// The current task, which runs until it ends or another task is inserted before it.
  var current: (any CoreTask)? { first < tasks.count ? tasks[first] : nil }

  /// Returns the current task, to begin or continue it.
  mutating func start() -> (any CoreTask)? {
    pushedCount = 0
    return current
  }

  /// Stores the progress of the task that ``start()`` has returned, unless it was removed meanwhile.
  mutating func store(_ task: any CoreTask) { if let pushedCount { tasks[first + pushedCount] = task } }

  mutating func append(_ task: any CoreTask) {
    addedCount &+= 1
    tasks.append(task)
  }

  /// Inserts a task before the current task, which continues after the inserted task.
  mutating func push(_ task: any CoreTask) {
    pushedCount? += 1
    revision &+= 1
    addedCount &+= 1
    if first > 0 {
      first -= 1
      tasks[first] = task
    } else {
      tasks.insert(task, at: 0)
    }
  }

  /// Inserts a task directly after the running task, also if that task has inserted others before itself.
  mutating func insertNext(_ task: any CoreTask) {
    tasks.insert(task, at: min(first + 1 + (pushedCount ?? 0), tasks.count))
  }

  /// Removes the current task, because it has ended.
  mutating func finishCurrent() {
    pushedCount = nil
    revision &+= 1
    first += 1
    guard first >= tasks.count else { return }
    tasks.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Removes all tasks that depend on the content.
  mutating func removeContentTasks() {
    pushedCount = nil
    revision &+= 1
    tasks = tasks[first...].filter { !$0.dependsOnContent }
    first = 0
  }

  /// Whether the current task or a later task asks for the number of items.
  var isCounting: Bool { tasks[first...].contains { $0.countsItems } }

  /// Whether the current task or a later task asks for the number of items or resolves the layout.
  var isLayingOut: Bool { tasks[first...].contains { $0.laysOut } }
}
