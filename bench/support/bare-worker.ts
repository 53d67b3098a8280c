import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answer } from './worker.ts'

/** Baseline: broadcasts the body of a post to every listener. */
const listeners = new Set<Socket>()

const questions = {
  async start() {
    const server = createServer((req, res) => {
      if (req.method === 'GET') {
        res.useChunkedEncodingByDefault = false
        res.shouldKeepAlive = false
        res.writeHead(200, { 'content-type': 'text/event-stream' })
        res.flushHeaders()
        const { socket } = res
        if (!socket) return
        listeners.add(socket)
        socket.on('close', () => listeners.delete(socket))
        return
      }
      const parts: Buffer[] = []
      req.on('data', (part: Buffer) => parts.push(part))
      req.on('end', () => {
        const bytes = Buffer.concat(parts)
        for (const socket of listeners) socket.write(bytes)
        res.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port }
  },
}

export type BareQuestions = typeof questions

answer(questions)
