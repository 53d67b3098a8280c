import type { CupView } from '../../../src/domain/cup.ts'
import { systemClock } from '../../../src/server/clock.ts'
import { eventSourceAt } from '../../../src/web/live/live-connection.ts'
import { createLiveStore } from '../../../src/web/live/live-store.ts'
import { listen } from '../../live/support/listen.ts'

/** The view of a fresh load. Retries, because thousands of open pages in this process may delay the request. */
export async function freshLoad(url: string, triesLeft = 5): Promise<CupView> {
  const listener = await listen(`${url}/events`)
  try {
    const [view] = await listener.caughtUp()
    return view?.data as unknown as CupView
  } catch (error) {
    if (triesLeft === 0) throw error
    return await freshLoad(url, triesLeft - 1)
  } finally {
    listener.close()
  }
}

/** An open page: the app's own client, on the real clock. */
export function openPage(url: string, loaded: CupView) {
  const store = createLiveStore({ openStream: eventSourceAt(`${url}/events`), clock: systemClock })
  store.follow(loaded, () => {})
  store.start()
  return {
    view: () => store.read(loaded),
    isLive: () => store.status().state === 'live',
    leave: store.stop,
    comeBack: () => store.start(),
  }
}

export type OpenPage = ReturnType<typeof openPage>
