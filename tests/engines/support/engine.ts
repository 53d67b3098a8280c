import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'

/** A protocol that drives a browser. */
export type Driver = {
  readonly name: 'WebKit' | 'Firefox'
  navigate(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Calls a function, given as source, in the page; its result comes back as JSON. */
  call(source: string, args: readonly unknown[]): Promise<string | undefined>
  /** Takes WebDriver input sources, which both protocols share. */
  act(sources: readonly object[]): Promise<void>
  stop(): Promise<void>
}

export type Engine = Driver & {
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Taps the first visible element that matches the selector and has these words, once it is enabled. */
  tap(selector: string, words?: string): Promise<void>
  /** Taps a field by its label, and types into it. */
  fill(label: string, text: string): Promise<void>
  /** Opens an address and waits until the page's scripts have taken over. */
  open(url: string): Promise<void>
  /** The visible text of the first element that matches; '' without one. */
  text(selector: string): Promise<string>
}

/** Adds tapping, typing and reading to a driver. */
export function engineOf(driver: Driver): Engine {
  async function evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const json = await driver.call(String(run), args)
    return JSON.parse(json ?? 'null')
  }

  async function tap(selector: string, words = '') {
    const spot = await seen(() => evaluate(centreOf, selector, words), `${selector} ${words}`)
    const actions = [
      { type: 'pointerMove', ...spot },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.act([{ type: 'pointer', id: 'pointer', actions }])
  }

  return {
    ...driver,
    evaluate,
    tap,
    async fill(label, text) {
      await tap('label', label)
      const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await driver.act([{ type: 'key', id: 'keys', actions }])
    },
    async open(url) {
      await driver.navigate(url)
      await expect.poll(() => evaluate(isHydrated), { message: url }).toBe(true)
    },
    text: (selector) => evaluate(visibleText, selector),
  }
}

/** Polls until something is found. */
async function seen<Found>(look: () => Promise<Found | null | undefined>, what: string): Promise<Found> {
  let found: Found | null | undefined
  const isThere = async () => {
    found = await look()
    return Boolean(found)
  }
  await expect.poll(isThere, { message: what }).toBe(true)
  return found as Found
}

export async function endProcess(process: ChildProcess) {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}

// These run in the page.

function isHydrated(): boolean {
  return Object.keys(document.body ?? {}).some((key) => key.startsWith('__react'))
}

function visibleText(selector: string): string {
  return document.querySelector<HTMLElement>(selector)?.innerText ?? ''
}

/** Scrolls to the element and returns its centre, once it is at rest and uncovered. */
async function centreOf(selector: string, words: string): Promise<{ x: number; y: number } | undefined> {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility() && !element.matches(':disabled') && element.innerText.includes(words),
  )
  if (!found) return undefined
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const centre = () => {
    const { left, top, width, height } = found.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }
  const before = centre()
  await new Promise((done) => setTimeout(done, 100))
  const { x, y } = centre()
  const isAtRest = before.x === x && before.y === y
  return isAtRest && found.contains(document.elementFromPoint(x, y)) ? { x, y } : undefined
}
