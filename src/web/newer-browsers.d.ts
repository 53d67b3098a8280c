/** APIs of newer browsers: methods are optional, so that the compiler demands `?.`; older browsers ignore unknown properties. */
interface HTMLElement {
  showPopover?(): void
  hidePopover?(): void
}

interface RequestInit {
  priority?: 'high' | 'low' | 'auto'
}
