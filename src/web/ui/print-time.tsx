import { asOfNow } from './tell-time-on-paper.ts'

/**
 * Where no script can tell the time on paper, it is the one at which the server made the page; the browser's own would not match it.
 * A script fills it in when somebody prints, perhaps before React has come to this place: what stands there then may differ.
 */
export function PrintTime() {
  return (
    <>
      <noscript>{import.meta.env.SSR && asOfNow()}</noscript>
      <span suppressHydrationWarning>{''}</span>
    </>
  )
}
