import { asOfNow } from './tell-time-on-paper.ts'

/** Where no script can tell the time on paper, it is the one at which the server made the page; the browser's own would not match it. */
export function PrintTime() {
  return <noscript>{import.meta.env.SSR && asOfNow()}</noscript>
}
