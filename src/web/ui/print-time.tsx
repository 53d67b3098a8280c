import { asOfNow } from '../print-time.ts'

/** Where no script can tell the time on paper, it is the one at which the server made the page. */
export function PrintTime() {
  return <noscript>{asOfNow()}</noscript>
}
