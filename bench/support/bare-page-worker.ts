import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from './worker.ts'

const questions = {
  /** Baseline: the same headers and bytes for every request. */
  async start({ headers, base64 }: { headers: string[]; base64: string }) {
    const body = Buffer.from(base64, 'base64')
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port }
  },
}

export type BarePageQuestions = typeof questions

answer(questions)
