// The code of the article "Effects".
import CarouselUI

let card = LabelView("Holidays", size: Size(width: 200, height: 150), background: .teal)
card.reflection = Reflection(gap: 4, scale: 0.5, alpha: 0.5)
card.shadowOpacity = 0.4
card.shadowRadius = 12
card.shadowOffset = Size(width: 0, height: 4)
card.borderWidth = 2
card.borderColor = .white
let painted = try ViewPainting.paint(card, scale: 1)
precondition(painted.originX == 12 && painted.image.height == 8 + 150 + 4 + 75)
card.mask = .ellipse
card.filter = { picture, canvas in
  let bounds = Rect(origin: .zero, size: canvas.size)
  canvas.draw(picture, in: bounds)
  canvas.fill(bounds, with: Color.orange.withAlpha(0.3))
}
precondition(!painted.isCurrent(for: card, scale: 1))
