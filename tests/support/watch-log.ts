import { inspect } from 'node:util'
import { atTestEnd } from './at-test-end.ts'

/**
 * What the cup logs from now on, until the end of the test. Problems that the test expects are not printed; all others are, so that
 * nobody overlooks one among the expected. Called before the cup starts, it hears how it stops, too.
 */
export function watchLog(expected?: RegExp): string[] {
  const logged: string[] = []
  const print = console.error
  console.error = (...said: unknown[]) => {
    const text = said.map((one) => (typeof one === 'string' ? one : inspect(one))).join(' ')
    logged.push(text)
    if (!expected?.test(text)) print(...said)
  }
  atTestEnd(() => {
    console.error = print
  })
  return logged
}
