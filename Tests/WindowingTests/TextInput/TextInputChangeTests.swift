import Testing
import Windowing

@Suite("Changes of an input method")
struct TextInputChangeTests {
  private func context(_ text: String, _ cursor: Int, _ anchor: Int? = nil) -> TextInputContext {
    var context = TextInputContext(text: text)
    context.cursor = cursor
    context.anchor = anchor ?? cursor
    return context
  }

  private func applied(
    _ context: TextInputContext, before: Int = 0, after: Int = 0, committed: String = ""
  ) -> TextInputContext {
    var change = TextInputChange()
    change.deletedBefore = before
    change.deletedAfter = after
    change.committed = committed
    var result = context
    change.apply(to: &result)
    return result
  }

  @Test("Committed text is inserted at the cursor or replaces the selection")
  func insert() {
    #expect(applied(context("ab", 1), committed: "ü") == context("aüb", 3))
    #expect(applied(context("abcd", 3, 1), committed: "x") == context("axd", 2))
    #expect(applied(context("", 0), committed: "x") == context("x", 1))
    #expect(applied(context("ab", 1)) == context("ab", 1))
  }

  @Test("A change deletes text around the cursor before it inserts text")
  func delete() {
    #expect(applied(context("abcdef", 3), before: 2, after: 1) == context("aef", 1))
    #expect(applied(context("abcdef", 3), before: 1, committed: "XY") == context("abXYdef", 4))
    #expect(applied(context("abcdef", 4, 2), before: 1, after: 1) == context("acdf", 3, 1))
  }

  @Test(
    "Lengths beyond the text are clamped, and no part of a character is deleted",
    arguments: [0, 1, 2, 3, Int.max, Int.min])
  func extremes(length: Int) {
    for text in ["", "ü", "aüb", "👍🏽x"] {
      for cursor in [Int.min, -1, 0, 1, 2, 3, Int.max] {
        for anchor in [Int.min, 0, 2, Int.max] {
          for committed in ["", "é"] {
            let result = applied(
              context(text, cursor, anchor), before: length, after: length, committed: committed)
            #expect(result.text?.unicodeScalars.contains("\u{fffd}") == false)
            if !committed.isEmpty || length > 0 {
              let end = result.text?.utf8.count ?? 0
              #expect(result.cursor >= 0 && result.cursor <= end)
            }
          }
        }
      }
    }
  }

  @Test("At most 4000 bytes of text around the cursor are sent, in whole characters and without NUL")
  func surrounding() throws {
    #expect(TextInputContext().surroundingText == nil)
    let short = try #require(context("a\0ü", 9, 3).surroundingText)
    #expect(short == ("a ü", 4, 2), "an anchor inside of a character moves to its beginning")
    for cursor in [0, 1, 4999, 7500, 15_000] {
      let long = context(String(repeating: "あ", count: 5000), cursor, 0)
      let part = try #require(long.surroundingText)
      #expect(part.text.utf8.count <= 4000 && part.text.utf8.count > 3990)
      #expect(!part.text.unicodeScalars.contains("\u{fffd}"))
      #expect((0...part.text.utf8.count).contains(Int(part.cursor)))
      #expect((0...part.text.utf8.count).contains(Int(part.anchor)))
    }
  }
}
