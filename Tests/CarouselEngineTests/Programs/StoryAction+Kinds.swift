extension StoryAction {
  /// Whether the action is a setting that can be applied to a carousel without a data source.
  var isSetting: Bool {
    switch self {
    case .on(_, let action): action.isSetting
    case .items, .type, .layout, .wrap, .vertical, .rightToLeft, .axisAngle, .bounds, .paging, .itemsPerPage,
      .truncatesFinalPage, .bounces, .bounceDistance, .decelerationRate, .scrollSpeed, .stopAtItemBoundary,
      .scrollToItemBoundary, .containsEnds, .alignment, .motionStyle, .individualSizes, .widths, .option,
      .placeholders, .kinds, .keepsViews, .effects, .visibleItems, .prefetch, .reducesMotion, .scrollEnabled,
      .centersSelection,
      .ignoresPerpendicularSwipes, .reordering:
      true
    default: false
    }
  }

  /// Returns whether the action changes content or layout, so that the same position may have another offset.
  ///
  /// - Parameter isLifted: Whether an item is lifted, so that the end of a contact moves the item.
  func shiftsContent(isLifted: Bool) -> Bool {
    switch self {
    case .insert, .remove, .moveItem, .reloadItem, .reloadData, .batch, .setItems, .itemSize, .animate,
      .delegate,
      .dataSource, .needsLayout, .link, .unlink:
      true
    case .endReordering, .cancelReordering, .dismiss, .undo: true
    case .up, .cancel: isLifted
    default: isSetting
    }
  }

  /// Whether the action sets the offset.
  var setsOffset: Bool {
    switch self {
    case .scrollOffset, .anyOffset: true
    default: false
    }
  }

  /// Whether the action is a setting of autoplay or autoscroll.
  var isAutomatic: Bool {
    switch self {
    case .autoscroll, .autoscrollEnd, .autoplay, .presence, .pauses, .paused: true
    default: false
    }
  }

  /// Whether the action links carousels.
  var isLink: Bool { if case .link = self { true } else { false } }

  /// Whether the action consists of several actions.
  var hasParts: Bool {
    switch self {
    case .batch, .animate: true
    default: false
    }
  }

  /// Whether the action inserts, removes or moves one item.
  var isIndexEdit: Bool {
    switch self {
    case .insert, .remove, .moveItem: true
    default: false
    }
  }

  var isAnimated: Bool {
    switch self {
    case .insert(_, let animated), .remove(_, let animated), .moveItem(_, _, let animated),
      .reloadItem(_, let animated), .setItems(_, let animated):
      animated
    default: false
    }
  }

  /// The highest number of a carousel that the action names.
  var highestNumber: Int {
    switch self {
    case .on(let number, let action): max(number, action.highestNumber)
    case .link(let number): number
    case .during(_, let actions), .batch(let actions), .animate(_, let actions):
      actions.map(\.highestNumber).max() ?? 0
    default: 0
    }
  }
}
