import { Window } from 'happy-dom'

/** happy-dom's nodes accept only happy-dom's own classes. */
const domsOwn = new Set([
  'Event',
  'EventTarget',
  'CustomEvent',
  'FormData',
  'navigator',
  'localStorage',
  'sessionStorage',
])

// Setup files run before each test file; the window is installed once per process.
if (!('document' in globalThis)) installWindow()

/** happy-dom's document, events and forms with Node's own fetch, URLs, signals and timers, which Vitest can fake. */
function installWindow() {
  const dom = new Window({
    url: 'http://cup.test/',
    width: 390,
    height: 844,
    settings: {
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
    },
  })
  Object.assign(dom, { getComputedStyle: styleOf })
  for (const key of Object.getOwnPropertyNames(dom)) {
    if (key in globalThis && !domsOwn.has(key)) continue
    const value = dom[key as keyof Window] as unknown
    const isFunction = typeof value === 'function' && !/^[A-Z]/.test(key)
    Object.defineProperty(globalThis, key, {
      value: isFunction ? value.bind(dom) : value,
      configurable: true,
      writable: true,
    })
  }
  Object.assign(globalThis, {
    // So that `window` has Node's timers, which tests replace.
    window: globalThis,
    self: globalThis,
    // Plain http, as in most bars.
    isSecureContext: false,
    // The script manifest of a built page.
    __reactRouterManifest: { routes: {} },
  })
}

const unseen = '[hidden], .hidden, dialog:not([open]), details:not([open]) > :not(summary), noscript'

/** Visibility by attributes, tags and the two classes that hide an element: faster than a CSS cascade. */
function styleOf(element: Element) {
  const style: Readonly<Record<string, string>> = {
    display: element.matches(unseen) ? 'none' : 'block',
    visibility: element.closest('.invisible') ? 'hidden' : 'visible',
  }
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' }
}
