import { useEffect, useEffectEvent } from 'react'

const retryMs = 10_000

type Heard = { readonly revision: number }

/** What travels on a stream for organisers only; nothing is listened to without an address. */
export function useOrganiserStream<News extends Heard>(
  address: string | undefined,
  since: number,
  hear: (heard: News) => void,
) {
  const onHeard = useEffectEvent(hear)

  useEffect(() => {
    if (!address) return
    let latest = since
    let stream: EventSource
    let again: number | undefined
    function open() {
      const url = new URL(address ?? '', location.origin)
      url.searchParams.set('since', String(latest))
      stream = new EventSource(url)
      stream.onmessage = ({ data }) => {
        const heard: News = JSON.parse(data)
        latest = heard.revision
        onHeard(heard)
      }
      // A lost connection comes again by itself; one that the server refused, in a bad moment perhaps, does not.
      stream.onerror = () => {
        if (stream.readyState === EventSource.CLOSED) again = window.setTimeout(open, retryMs)
      }
    }
    open()
    return () => {
      clearTimeout(again)
      stream.close()
    }
  }, [address, since])
}
