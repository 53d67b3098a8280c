/** What only newer browsers have: optional, so that the compiler asks for a `?.` where it is called; others ignore a property they do not know. */
interface HTMLElement {
  showPopover?(): void
}

interface RequestInit {
  priority?: 'high' | 'low' | 'auto'
}
