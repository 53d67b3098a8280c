import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes as they are, as no proper client would, and answers with everything that came back. */
export async function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // The server may close before it has read all; what it answered counts.
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}
