import CarouselEngine
import TestSupport
import Testing

/// Tests of data sources that change their content while they are asked for the number of items.
@MainActor
struct CountingTests {
  /// Changes of the model and the carousel together. The third change keeps the number of items.
  nonisolated private static let changes: [@MainActor @Sendable (ModelRig) -> Void] = [
    { $0.insert(at: 0, animated: true, completion: $0.completion()) },
    { $0.remove(at: 0, animated: false, completion: $0.completion()) },
    { rig in
      rig.carousel.performBatchUpdates(
        {
          rig.insert(at: 0, animated: true)
          rig.remove(at: rig.model.count - 1, animated: false)
        }, completion: rig.completion())
    },
    { $0.move(from: 6, to: 0, animated: true, completion: $0.completion()) },
    { $0.reloadItem(at: 1, animated: true, completion: $0.completion()) },
  ]

  /// Checks that the carousel shows the model's content, both now and after it has settled.
  private func expectWhole(_ rig: ModelRig) {
    rig.check()
    rig.run(0.2)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.problems == [])
  }

  @Test(
    "If the data source changes its content while it is asked for the count at the end of a batch, the change joins the batch",
    .proves("D014"),
    arguments: changes.indices)
  func batch(change: Int) {
    let rig = ModelRig(items: 8)
    let (label, view) = (rig.model[2], rig.carousel.itemView(at: 2))
    _ = rig.takeRequests()
    rig.onCount = { [unowned rig] _ in
      rig.onCount = { _ in }
      Self.changes[change](rig)
    }
    rig.insertAndRemove()
    // Remaining items are not requested again.
    let index = rig.model.firstIndex(of: label) ?? -1
    #expect(view != nil && rig.carousel.itemView(at: index) === view)
    expectWhole(rig)
  }

  @Test(
    "If the data source changes its content while it is asked for a count, both counts are requested again",
    .proves("D014", "S02"),
    arguments: changes.indices, [false, true])
  func reload(change: Int, ofPlaceholders: Bool) {
    let rig = ModelRig(items: 8) { $0.placeholderCount = 2 }
    var counts: [Bool] = []
    rig.onCount = { [unowned rig] in
      counts.append($0)
      if counts == (ofPlaceholders ? [false, true] : [false]) { Self.changes[change](rig) }
    }
    _ = rig.takeRequests()
    rig.carousel.reloadData()
    #expect(counts == (ofPlaceholders ? [false, true, false, true] : [false, false, true]))
    expectWhole(rig)
  }

  @Test(
    "If the data source changes its content at each request for a count, the number of requests is limited",
    .proves("D014"),
    arguments: [false, true], [false, true])
  func always(ofPlaceholders: Bool, batch: Bool) {
    let rig = ModelRig(items: 8) { $0.placeholderCount = 2 }
    var counts = 0
    rig.onCount = { [unowned rig] in
      counts += 1
      if $0 == ofPlaceholders { rig.insert(at: 0, animated: true, completion: rig.completion()) }
    }
    _ = rig.takeRequests()
    if batch {
      rig.insertAndRemove()
    } else {
      rig.carousel.reloadData()
    }
    #expect(counts <= 11)
    expectWhole(rig)
  }

  @Test(
    "If a data source is replaced while it is asked for a count, the old data source is not asked again",
    .proves("S02"))
  func replaced() {
    let (rig, other) = (ModelRig(items: 8), ModelRig(items: 3))
    var counts = 0
    rig.onCount = { [unowned rig] _ in
      counts += 1
      rig.carousel.dataSource = other
    }
    _ = (rig.takeRequests(), other.takeRequests())
    rig.carousel.reloadData()
    rig.frame()
    #expect(counts == 1 && rig.carousel.numberOfItems == 3)
    #expect(rig.takeRequests() == [] && Set(other.takeRequests()) == Set(other.model))
    rig.carousel.dataSource = rig
    #expect(rig.carousel.numberOfItems == 3)
    rig.onCount = { _ in }
    rig.carousel.dataSource = rig
    #expect(rig.carousel.numberOfItems == 8)
  }

  @Test(
    "If a data source changes its content at each request for a count and is then replaced, the counts of the new data source apply",
    .proves("S02"),
    arguments: 1...6)
  func replacedLater(question: Int) {
    let (rig, other) = (ModelRig(items: 8) { $0.placeholderCount = 2 }, ModelRig(items: 3))
    var counts = 0
    rig.onCount = { [unowned rig] _ in
      counts += 1
      if counts == question {
        rig.carousel.dataSource = other
      } else {
        rig.insert(at: 0, animated: true)
      }
    }
    _ = (rig.takeRequests(), other.takeRequests())
    rig.carousel.reloadData()
    rig.frame()
    #expect(counts == question)
    #expect(rig.carousel.numberOfItems == 3 && rig.carousel.numberOfPlaceholders == 0)
    #expect(rig.takeRequests() == [] && Set(other.takeRequests()) == Set(other.model))
    #expect(rig.problems == [] && other.problems == [])
  }

  @Test(
    "If two data sources replace each other whenever they are asked for a count, the requests end, and no view is requested",
    .proves("S02")
  )
  func replacedForEver() {
    let (rig, other) = (ModelRig(items: 8), ModelRig(items: 3))
    var counts = 0
    for (asked, next) in [(rig, other), (other, rig)] {
      asked.onCount = { [unowned rig, unowned next] _ in
        counts += 1
        rig.carousel.dataSource = next
      }
    }
    _ = (rig.takeRequests(), other.takeRequests())
    rig.carousel.reloadData()
    rig.frame()
    #expect(counts <= 24 && rig.carousel.numberOfItems == 0)
    #expect(rig.takeRequests() == [] && other.takeRequests() == [])
    #expect(rig.problems == [] && other.problems == [])
    rig.onCount = { _ in }
    other.onCount = { _ in }
    rig.carousel.reloadData()
    rig.frame()
    #expect([8, 3].contains(rig.carousel.numberOfItems))
  }
}

extension ModelRig {
  /// Runs a batch that asks for the number of items at its end.
  fileprivate func insertAndRemove() {
    carousel.performBatchUpdates(
      {
        insert(at: 2, animated: true)
        remove(at: 0, animated: true)
      }, completion: completion())
  }
}
