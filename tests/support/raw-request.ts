import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends raw bytes; returns the whole answer. */
export async function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may answer and close before it has read everything.
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
