/** What only newer browsers have: optional, so that the compiler asks for a `?.` where it is called. */
interface HTMLElement {
  showPopover?(): void
}
