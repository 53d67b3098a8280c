/** APIs of newer browsers: methods are optional, so that the compiler demands `?.`; older browsers ignore unknown properties. */
interface HTMLElement {
  showPopover?(): void
}

interface RequestInit {
  priority?: 'high' | 'low' | 'auto'
}
