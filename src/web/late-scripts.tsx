import { use } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, Scripts, useMatches } from 'react-router'
import { scriptTimeoutMs } from '../domain/settings/settings.ts'

export const scriptTroubleId = 'script-trouble'

/**
 * What the first paint needs: who has the fonts from an earlier page sees them at once (styles/fonts.css has the rest), and of a
 * long draw only the first screen is laid out (draw/bracket.css).
 */
export const firstPaintScript = import.meta.env.DEV
  ? `document.documentElement.dataset.fonts=''`
  : `(function(d){d.firstScreen='';try{if(localStorage.getItem('fonts'))d.fonts=''}catch{}})(document.documentElement.dataset)`

/**
 * The router's own <Scripts/> puts its modules and preloads beside the stylesheet, where they delay the first paint.
 * A page here is readable without script, so the same modules are asked for once it has been painted;
 * one that fails, or takes longer than the spec's 120 s, uncovers the note with Retry. The fonts wait for the paint too.
 */
export function LateScripts() {
  return import.meta.env.DEV ? <Scripts /> : <ScriptsAfterPaint />
}

function ScriptsAfterPaint() {
  // In the browser they have run: hydration finds their elements and leaves their text alone.
  return import.meta.env.SSR ? (
    <StartingScripts />
  ) : (
    <>
      <InlineScript text="" />
      <InlineScript text="" />
    </>
  )
}

function StartingScripts() {
  const framework = use(FrameworkContext)
  const ids = useMatches().map(({ id }) => id)
  if (!framework) return null
  const { manifest, serverHandoffString, renderMeta } = framework
  // Tells the router that the page will take its loader data from the stream.
  if (renderMeta) renderMeta.didRenderScripts = true

  const routes = ids.flatMap((id) => manifest.routes[id] ?? [])
  const modules = routes.map(({ module }) => module)
  const start = {
    ids,
    modules: [manifest.url, ...modules],
    entry: manifest.entry.module,
    preload: [...new Set([...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)])],
    timeout: scriptTimeoutMs,
    font: '"Archivo Variable"',
    trouble: scriptTroubleId,
    // Nobody stands beside the bar's screen to press Retry.
    unattended: ids.includes('screen'),
  }
  return (
    <>
      <InlineScript text={`(${handOver})(window.__reactRouterContext=${serverHandoffString})`} />
      <InlineScript text={`(${startScripts})(${JSON.stringify(start).replaceAll('<', '\\u003c')})`} />
    </>
  )
}

/** A script of our own. The nonce tells the server so, which puts its hash into the security policy and takes the nonce off. */
export function InlineScript({ text }: { text: string }) {
  const nonce = import.meta.env.SSR ? use(FrameworkContext)?.nonce : undefined
  const html = { __html: text }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={html} />
}

/** The page's data as the router reads it; a slow phone takes it apart in a turn of its own, not in that of the router's first look. */
const handOver = `function (context) {
  var inItsTurn = new TransformStream({
    transform: function (text, line) {
      return new Promise(function (done) {
        var turn = new MessageChannel()
        turn.port1.onmessage = function () { done(line.enqueue(text)) }
        turn.port2.postMessage('')
      })
    },
  })
  context.stream = new ReadableStream({
    start: function (controller) { context.streamController = controller },
  }).pipeThrough(new TextEncoderStream()).pipeThrough(inItsTurn)
}`

const startScripts = `function (page) {
  var started = false, root = document.documentElement.dataset
  function trouble() {
    document.getElementById(page.trouble).hidden = false
    if (page.unattended) setInterval(function () {
      fetch('/healthz').then(function (answer) { if (answer.ok) location.reload() }).catch(function () {})
    }, 15000)
  }
  function start() {
    if (started) return
    started = true
    var timer = setTimeout(trouble, page.timeout)
    page.preload.concat(page.entry).forEach(function (href) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: href }))
    })
    if ('fonts' in root) showRest()
    else setTimeout(fetchLetters)
    Promise.all(page.modules.map(function (url) { return import(url) })).then(function (loaded) {
      window.__reactRouterRouteModules = Object.fromEntries(page.ids.map(function (id, i) { return [id, loaded[i + 1]] }))
      return import(page.entry)
    }).catch(trouble).finally(function () { clearTimeout(timer) })
  }
  function showRest() { delete root.firstScreen }
  // The rest of a long draw comes once, in its own letters; at once for whoever goes there, and soon if they keep us waiting.
  function fetchLetters() {
    setTimeout(showRest, 3000)
    ;['scroll', 'wheel', 'touchstart', 'keydown'].forEach(function (move) {
      addEventListener(move, showRest, { capture: true, passive: true, once: true })
    })
    document.fonts.load('1em ' + page.font, document.body.textContent).then(function (faces) {
      if (faces.length > 0) setTimeout(tryOn, 0, cuts())
      else showRest()
    }).catch(showRest)
  }
  // The weights, widths and sizes in sight, or in a dialog about to open; of elements that are alike by name one is looked at.
  function cuts() {
    var seen = new Set(), found = new Set()
    document.body.querySelectorAll('*').forEach(function (element) {
      var parent = element.parentNode
      var kind = [element.localName, element.className, parent.className, parent.getAttribute('data-state')].join()
      var hasText = [element.firstChild, element.lastChild].some(function (node) { return node && node.nodeType === 3 })
      if (!hasText || seen.has(kind)) return
      if (element.checkVisibility?.({ contentVisibilityAuto: true }) === false && !element.closest('dialog')) return
      seen.add(kind)
      var style = getComputedStyle(element)
      found.add('font:' + style.fontWeight + ' ' + style.fontSize + page.font + ';font-stretch:' + style.fontStretch)
    })
    return [...found]
  }
  // A browser cuts each of them out of the variable face when it is first used: one by one and out of sight, or a slow phone would stand still.
  function tryOn(left) {
    if (left.length === 0) return showLetters()
    var sample = document.createElement('span')
    sample.style.cssText = left.pop() + ';position:fixed;visibility:hidden;contain:strict'
    sample.textContent = 'Winner of the Grand Finals 0123456789'
    document.body.append(sample)
    sample.getBoundingClientRect()
    sample.remove()
    setTimeout(tryOn, 0, left)
  }
  // New letters for a whole draw are more than a slow phone does in one go: the styles first, then the first screen, then the rest.
  function showLetters() {
    root.fonts = ''
    getComputedStyle(document.body).color
    requestAnimationFrame(function () { setTimeout(showRest) })
    try { localStorage.setItem('fonts', 'kept') } catch (error) {}
  }
  if (document.hidden || !window.PerformanceObserver) return start()
  // A browser that never tells, or a tab put aside before it was painted, starts all the same.
  setTimeout(start, 2000)
  new PerformanceObserver(function (list) {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
}`
