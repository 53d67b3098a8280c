import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

/** Deliberately vulnerable pages: a scanner that finds nothing here is blind. */
export async function startPlantedHole() {
  const database = new DatabaseSync(':memory:')
  database.exec("create table teams (id integer, name text); insert into teams values (1, 'Ann'), (2, 'Ben')")
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hole')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (pathname === '/search') return response.end(page(`Nothing is called ${searchParams.get('name')}.`))
    if (pathname !== '/team')
      return response.end(page('<a href="/search?name=Ann">Search</a> <a href="/team?id=1">Team</a>'))
    try {
      const rows = database.prepare(`select name from teams where id = ${searchParams.get('id')}`).all()
      response.end(page(rows.map(({ name }) => `<p>${name}</p>`).join('')))
    } catch (error) {
      response.writeHead(500).end(page(`[SQLITE_ERROR] ${(error as Error).message}`))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      database.close()
    },
  }
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><title>A hole</title></head><body>${body}</body></html>`
}
