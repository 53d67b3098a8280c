import { Window } from 'happy-dom'

/** happy-dom's nodes accept only its own classes, not Node's. */
const domsOwn = new Set([
  'Event',
  'EventTarget',
  'CustomEvent',
  'FormData',
  'navigator',
  'localStorage',
  'sessionStorage',
])

// Setup files run before each file of tests; the window is that of the process.
if (!('document' in globalThis)) installWindow()

/** The window of component tests: happy-dom's document, events and forms over Node's own fetch, URLs, signals and timers, which Vitest can fake. */
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
    // With Node's timers, which the tests' clock replaces.
    window: globalThis,
    self: globalThis,
    // Plain http, as in most bars.
    isSecureContext: false,
    // The table of scripts that a built page carries.
    __reactRouterManifest: { routes: {} },
  })
}

const unseen = '[hidden], .hidden, dialog:not([open]), details:not([open]) > :not(summary), noscript'

/** Visibility without stylesheets: by the attributes, tags and the two classes that hide an element. Faster than a cascade. */
function styleOf(element: Element) {
  const style: Readonly<Record<string, string>> = {
    display: element.matches(unseen) ? 'none' : 'block',
    visibility: element.closest('.invisible') ? 'hidden' : 'visible',
  }
  return { ...style, getPropertyValue: (name: string) => style[name] ?? '' }
}
