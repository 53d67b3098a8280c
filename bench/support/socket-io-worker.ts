import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { answer } from './worker.ts'

type SocketIo = {
  Server: new (server: unknown, options: object) => { emit(name: string, value: unknown): void }
}

const questions = {
  async start() {
    // Installed for the bench only; not a dependency of the cup.
    const { Server } = createRequire(new URL('../package.json', import.meta.url))('socket.io') as SocketIo
    const server = createServer()
    const io = new Server(server, { transports: ['websocket'], serveClient: false })
    server.prependListener('request', (req, res) => {
      if (req.url !== '/tap') return
      const parts: Buffer[] = []
      req.on('data', (part: Buffer) => parts.push(part))
      req.on('end', () => {
        io.emit('revision', JSON.parse(Buffer.concat(parts).toString()))
        res.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { port: (server.address() as AddressInfo).port }
  },
}

export type SocketIoQuestions = typeof questions

answer(questions)
