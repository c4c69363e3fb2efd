internal import Geometry

/// Work that a core goes on with, one after the other; a task may have to wait for answers.
/// Large payloads are indirect, because tasks are copied with every frame.
enum CoreTask: Sendable {
  /// Asks the data source how many items and placeholders there are.
  case count(CountTask)
  /// Asks whether the carousel wraps, resolves the layout, and aligns a carousel at rest.
  case layOut(LayoutTask)
  /// Resolves the layout anew and loads what is visible.
  case update(UpdateTask)
  /// Loads the view of an item, whether it is visible or not.
  case load(Int, revision: Int, isAsked: Bool)
  /// Loads the view of a loaded item anew.
  case reload(Int, revision: Int, isAnimated: Bool, Timestamp?, replaced: (any ItemView)?)
  /// Runs a command that needs an up-to-date layout.
  case scroll(ScrollCommand, Timestamp?)
  /// Compares the data source's count with an open batch, and closes it.
  case closeBatch(isAsked: Bool, Timestamp?)
  /// Carries out changes of content.
  indirect case edit(EditTask)
  /// Tells of a long press if a finger has lain still for long enough.
  case longPress(LongPressTask)
  /// Goes on with a contact that has moved.
  case moveContact(id: Int, Point, Timestamp)
  /// Finds the item that a swipe across the axis has begun on.
  case beginSwipe(start: Point, velocity: Point, isAsked: Bool)
  /// Goes on with a contact that is lifted.
  case endContact(id: Int, Point, Timestamp)
  /// Takes a tap.
  indirect case tap(TapTask)
  /// Moves on to where the carousel is at a frame's time.
  case advance(Timestamp)
  /// Goes on to the next item by itself, if it is time; `arrival` is when a motion ended since the last frame.
  case autoplay(Timestamp, arrival: Timestamp?)
  /// Calls what waits for the end of a change.
  case complete(Timestamp)
  /// Goes at once to where the carousel is on its way to.
  case arriveAtOnce(Timestamp?)
  /// Begins a change of looks.
  indirect case beginAnimations(AnimationTask)
  /// Ends the block of a change of looks.
  case endAnimations

  /// How far counting has come.
  struct CountTask: Sendable {
    enum Phase: Sendable {
      case items, placeholders
      /// The last round, whatever the data source changes meanwhile.
      case lastPlaceholders, lastItems
    }
    var phase = Phase.items
    var rounds = 0
    var sources = 0
    /// The data source that was asked.
    var source: ObjectIdentifier?

    /// How often a data source that changes its content while it is asked is asked again.
    static let mostRounds = 4
  }

  struct LayoutTask: Sendable {
    enum Phase: Sendable { case wrap, resolve, align, commit }
    var phase = Phase.wrap
    let time: Timestamp?
  }

  enum UpdateTask: Sendable { case resolve, load }

  /// How far changes of content have come, and what their animation needs to know.
  struct EditTask: Sendable {
    enum Phase: Sendable { case wrap, load, resolve, update, reload, animate }
    var phase = Phase.wrap
    let edits: ContentEdits
    let style: EditStyle
    let time: Timestamp?
    /// The scroller before the changes.
    let before: Scroller
    /// Where the items that stay were seen, by their new indexes.
    let seen: [Int: ItemPosition]
    /// Whether anything was shown before.
    let hadPicture: Bool
    /// The revision of the loader after the changes; another one means that the content has changed again.
    let revision: Int
    /// The loaded items to be asked for anew.
    var reloads: [Int] = []
  }

  struct LongPressTask: Sendable {
    let time: Timestamp
    var contact: Int?
  }

  /// How far a tap has come.
  struct TapTask: Sendable {
    enum Phase: Sendable {
      /// What is hit is to be found.
      case hit
      /// A double tap on the item of the first tap, which had this index, has been notified.
      case doubleTap(Int)
      /// The delegate has been asked whether the item may be selected.
      case select(Int, count: Int, generation: Int)
    }
    var phase = Phase.hit
    let point: Point
    let time: Timestamp
    /// When and where the finger came down; `nil` for a tap that another recognizer has found.
    var start: (point: Point, time: Timestamp)?
    /// Whether this tap may still be a double tap.
    var mayRepeat = true
  }

  struct AnimationTask: Sendable {
    let duration: Double
    let time: Timestamp?
    let block: AnimationBlock
    /// The looks that are seen when the block begins; `nil` if they are not known yet.
    let looks: [(look: LayoutSnapshot, share: Double)]?
  }
}

/// How an edit treats views that come into sight and go out of it.
enum EditStyle: Sendable {
  /// A single insertion, removal or reload, as in iCarousel: the view of an inserted item is asked for at once, what an
  /// animated insertion pushes out of sight stays loaded until the end, and what comes into sight is there at once.
  case single
  /// A batch, or a move: items slide into sight and out of it.
  case batch
}

extension CoreTask {
  /// Whether the task is pointless once all content is new.
  var dependsOnContent: Bool {
    switch self {
    case .count, .layOut, .update, .load, .reload, .edit: true
    default: false
    }
  }
}

/// The tasks of a core, in order.
struct Agenda: Sendable {
  private var tasks: [CoreTask] = []
  private var first = 0
  /// Changes whenever another task comes first.
  private(set) var revision = 0
  /// How many tasks were added since the owner began to answer requests.
  private(set) var addedCount = 0

  /// Begins to count the tasks that are added.
  mutating func beginCounting() { addedCount = 0 }

  var isEmpty: Bool { first == tasks.count }

  /// The task under way; setting it notes how far it has come.
  var current: CoreTask? {
    get { first < tasks.count ? tasks[first] : nil }
    set { if let newValue, first < tasks.count { tasks[first] = newValue } }
  }

  mutating func append(_ task: CoreTask) {
    addedCount &+= 1
    tasks.append(task)
  }

  /// Puts a task before the one under way, which goes on after it.
  mutating func push(_ task: CoreTask) {
    revision &+= 1
    addedCount &+= 1
    if first > 0 {
      first -= 1
      tasks[first] = task
    } else {
      tasks.insert(task, at: 0)
    }
  }

  /// Puts a task right behind the one under way.
  mutating func insertNext(_ task: CoreTask) { tasks.insert(task, at: min(first + 1, tasks.count)) }

  /// Ends the task under way.
  mutating func finishCurrent() {
    revision &+= 1
    first += 1
    if first >= tasks.count { removeAll() }
  }

  /// Drops all tasks that depend on the content.
  mutating func removeContentTasks() {
    revision &+= 1
    tasks = tasks[first...].filter { !$0.dependsOnContent }
    first = 0
  }

  private mutating func removeAll() {
    tasks.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Whether a task waits, or is under way, for which `isWanted` is true.
  func contains(where isWanted: (CoreTask) -> Bool) -> Bool { tasks[first...].contains(where: isWanted) }

  /// Whether the number of items is to be asked for.
  var isCounting: Bool {
    contains { if case .count = $0 { true } else { false } }
  }

  /// Whether the number of items or the layout is being asked for.
  var isLayingOut: Bool {
    guard !isEmpty else { return false }
    return contains {
      switch $0 {
      case .count, .layOut: true
      default: false
      }
    }
  }
}
