import { Component, createRef, type ReactNode } from 'react'

/** Scroll anchoring: when its content grows or shrinks, what was touched below keeps its place, by scrolling or by keeping the height. */
export class ScrollAnchor extends Component<{ children: ReactNode }> {
  private readonly box = createRef<HTMLDivElement>()
  private isTouchedBelow = false

  private readonly noticeTouch = ({ target }: PointerEvent) => {
    const place = this.box.current?.compareDocumentPosition(target as Node) ?? 0
    if (place & Node.DOCUMENT_POSITION_CONTAINED_BY) this.isTouchedBelow = false
    else if (place & Node.DOCUMENT_POSITION_FOLLOWING) this.isTouchedBelow = true
  }

  override componentDidMount() {
    addEventListener('pointerdown', this.noticeTouch, { capture: true, passive: true })
    // The browser's own scroll anchoring would compensate twice.
    document.documentElement.style.overflowAnchor = 'none'
  }

  override componentWillUnmount() {
    removeEventListener('pointerdown', this.noticeTouch, { capture: true })
    document.documentElement.style.overflowAnchor = ''
  }

  override getSnapshotBeforeUpdate(): number {
    return this.end()
  }

  override componentDidUpdate(_props: unknown, _state: unknown, endBefore: number) {
    const box = this.box.current
    if (!box) return
    box.style.minHeight = ''
    const isTouchedInView = this.isTouchedBelow && endBefore < innerHeight
    if (!isTouchedInView && endBefore > 0) return
    scrollBy({ top: this.end() - endBefore, behavior: 'instant' })
    const missing = endBefore - this.end()
    if (missing > 0) box.style.minHeight = `${box.offsetHeight + missing}px`
  }

  private end(): number {
    return this.box.current?.getBoundingClientRect().bottom ?? 0
  }

  override render() {
    return (
      <div ref={this.box} className="flow-root">
        {this.props.children}
      </div>
    )
  }
}
