public import Drawing

/// A closure that paints a view's content. It may run on any thread, so it captures copies of the content.
public typealias Painter = @Sendable (Canvas) -> Void
