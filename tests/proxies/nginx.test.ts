import { describe, expect, test } from 'vitest'
import { organiserOfTests } from '../support/start-cup.ts'
import { cupBehind, documentedConfig, walkEvening } from './support/evening-behind.ts'
import { runNginx } from './support/run-proxy.ts'

const bare = 'location / { proxy_pass http://127.0.0.1:3000; }'

describe('behind nginx with nothing but proxy_pass, and ORIGIN set', () => {
  walkEvening(
    cupBehind(
      () => runNginx(bare),
      ({ url }) => ({ origin: url }),
    ),
  )
})

describe('behind nginx as docs/operations.md has it', () => {
  const evening = cupBehind(
    () => runNginx(documentedConfig('nginx')),
    ({ url }) => ({ origin: url, trustProxy: 1 }),
  )
  walkEvening(evening)
})

describe('behind nginx as docs/operations.md has it, without ORIGIN', () => {
  walkEvening(
    cupBehind(
      () => runNginx(documentedConfig('nginx')),
      () => ({}),
    ),
  )
})

describe('behind nginx with nothing but proxy_pass, without ORIGIN', () => {
  const evening = cupBehind(
    () => runNginx(bare),
    () => ({}),
  )

  test('a post by plain http is refused: the cup cannot know its own address', async () => {
    const answer = await evening().visitor.ask('/login', { form: organiserOfTests })
    expect(answer.status).toBe(403)
    answer.body.resume()
  })

  test('a post is accepted from a browser that sends Sec-Fetch-Site: same-origin', async () => {
    const answer = await evening().visitor.ask('/login', {
      form: organiserOfTests,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(303)
    answer.body.resume()
  })
})
