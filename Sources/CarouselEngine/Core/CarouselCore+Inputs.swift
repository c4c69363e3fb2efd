package import Geometry

/// The dispatch of each input to the method that handles it.
extension CarouselCore {
  /// Handles an input.
  ///
  /// When this method returns, the state has changed, except for work that needs an answer from the data
  /// source or the delegate. For such work ``nextRequest()`` returns a request.
  ///
  /// - Parameter time: The time of the input; `nil` or NaN means the time of the next frame.
  package mutating func handle(_ input: CarouselInput, at time: Timestamp?) {
    switch input {
    case .advance: if timeline.beginFrame(at: time) { advance(to: timeline.now) }
    case .contactMoved(let id, let point, let earlier):
      for sample in earlier ?? [] {
        contactMoved(id: id, to: sample.point, isLast: false, at: moment(ofInputAt: sample.time))
      }
      contactMoved(id: id, to: point, isLast: true, at: moment(ofInputAt: time))
    default: handle(input, at: moment(ofInputAt: time))
    }
  }

  private mutating func moment(ofInputAt time: Timestamp?) -> Moment {
    timeline.moment(ofInputAt: time, isMoving: isMoving)
  }

  private mutating func handle(_ input: CarouselInput, at moment: Moment) {
    switch input {
    case .setLook(let settings): setLook(settings, at: moment)
    case .setLayout(let newLayout): setLayout(newLayout.layout, at: moment)
    case .setEffects(let list): setEffects(list)
    case .setScrolling(let settings): setScrolling(settings, at: moment)
    case .setGestures(let settings): gestures = settings
    case .setReducesMotion(let reducesMotion): setReducesMotion(reducesMotion, at: moment)

    case .setDelegate:
      layout.invalidate()
      layout.invalidateSizes()
      staleness.setNeedsLayout()
    case .setDataSource:
      if hasDataSource {
        reloadData()
      } else if staleness.needsLayout {
        // The layout that would report the offset waits for another data source.
        scroller.moveInside(at: moment)
      }
    case .reloadData: reloadData()
    case .edit(let edit, let completion): self.edit(edit, completion: completion, at: moment)
    case .beginUpdates(let completion): content.beginBatch(completion)
    case .endUpdates: endUpdates(at: moment)
    case .editBatch(let batch): edit(batch, at: moment)
    case .itemSizeDidChange(let index): itemSizeDidChange(at: index)
    case .viewDidChange(let index, let properties): viewDidChange(at: index, properties)
    case .fadingViewDidChange(let number, let properties): fadingViewDidChange(at: number, properties)
    case .purgeReusableViews: loader.purge()

    case .setNeedsLayout:
      layout.invalidateSizes()
      staleness.setNeedsLayout()
    case .layoutIfNeeded: catchUp(at: moment)
    case .advance, .contactMoved: break  // They are not handled at one moment.

    case .scroll(let command): scroll(command, at: moment)

    case .contactBegan(let id, let point): contactBegan(id: id, at: point, moment)
    case .contactEnded(let id, let point): contactEnded(id: id, at: point, moment)
    case .contactCanceled(let id): contactCanceled(id: id, at: moment)
    case .measuredDrag(.touch): touchDown(at: moment)
    case .measuredDrag(.begin(let translation)): beginDrag(translation: translation, at: moment)
    case .measuredDrag(.move(let translation, let velocity)):
      moveDrag(translation: translation, velocity: velocity, at: moment)
    case .measuredDrag(.end): endDrag(at: moment)
    case .wheel(let notches): wheel(notches: notches, at: moment)
    case .touchpadScroll(let points): touchpadScroll(by: points, at: moment)
    case .touchpadScrollEnded: touchpadScrollEnded(at: moment)

    case .feature(let named): named.input.apply(to: &self, at: moment)
    }
  }
}
