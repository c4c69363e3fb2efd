package import Geometry

/// An event for a carousel: a call of the program, a gesture or a frame.
package enum CarouselInput: Codable, Sendable {
  // Settings.
  indirect case setLook(LookSettings)
  case setLayout(NamedLayout)
  case setEffects([ItemEffect])
  indirect case setScrolling(ScrollSettings)
  case setGestures(GestureSettings)
  case setReducesMotion(Bool)

  // Content.
  /// The delegate was set or removed.
  case setDelegate(isPresent: Bool)
  /// The data source was set or removed.
  case setDataSource(DataSourceID?)
  case reloadData
  /// One change of content. An index out of range is replaced by the nearest valid index. As an exception,
  /// the removal of an item that does not exist reloads all content.
  case edit(ContentEdit, completion: CompletionID?)
  case beginUpdates(completion: CompletionID?)
  case endUpdates
  /// Several changes of content that apply in order. The indexes of each change refer to the content after
  /// the preceding changes.
  indirect case editBatch(ContentBatch)
  /// An item's width must be requested again.
  case itemSizeDidChange(index: Int)
  /// The properties of an item's view have changed.
  case viewDidChange(index: Int, ViewProperties)
  /// The properties of a view in ``ItemLoader/fadingViews`` have changed.
  case fadingViewDidChange(number: Int, ViewProperties)
  case purgeReusableViews

  // Layout and frames.
  case setNeedsLayout
  /// Performs the work that otherwise waits for the next frame.
  case layoutIfNeeded
  case advance

  // Scrolling.
  case scroll(ScrollCommand)

  // Gestures. Points and translations are in the carousel's points.
  case contactBegan(id: Int, at: Point)
  /// `earlier` has the positions between the last input and this one, the oldest first; `nil` if there are none.
  case contactMoved(id: Int, to: Point, earlier: [ContactSample]? = nil)
  case contactEnded(id: Int, at: Point)
  case contactCanceled(id: Int)
  case measuredDrag(MeasuredDrag)
  case wheel(notches: Double)
  case touchpadScroll(by: Double)
  case touchpadScrollEnded

  case feature(NamedInput)
}

/// An input of a feature. A recording contains the name of its type.
package struct NamedInput: Sendable {
  let input: any FeatureInput
}

/// A custom layout. A recording contains only the name of its type, except for layouts that can be encoded.
package struct NamedLayout: Sendable {
  package let layout: any CarouselLayout

  /// The name of the layout's type.
  package var name: String { String(describing: type(of: layout)) }
}

/// The identity of a data source.
package struct DataSourceID: Hashable, Codable, Sendable {
  private let number: UInt

  init(_ dataSource: AnyObject) { number = UInt(bitPattern: ObjectIdentifier(dataSource)) }
}

/// A scroll by the program; offsets are in items, durations in seconds.
package enum ScrollCommand: Codable, Sendable {
  case jumpToOffset(Double)
  case jumpToItem(Int)
  case toItem(Int, ScrollDirection, duration: Double)
  case byItems(Int, duration: Double)
  case toOffset(Double, duration: Double)
  case byOffset(Double, duration: Double)
  case toPage(Int, duration: Double)
  case step(Int)
}
