import type { OrganisedCup } from './organised-cup.ts'

/** A stream as an organiser's page opens it: what it says next, or undefined once it has ended. */
export async function listenAsOrganiser(cup: OrganisedCup, address: string, cookie = cup.cookie) {
  const response = await fetch(cup.url + address, { headers: { cookie } })
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    response,
    async next(): Promise<unknown> {
      const { done, value = '' } = (await chunks?.read()) ?? { done: true }
      return done ? undefined : JSON.parse(/^data: (.*)$/m.exec(value)?.[1] ?? 'null')
    },
  }
}
