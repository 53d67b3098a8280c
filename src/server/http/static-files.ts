import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { createResource, type Resource } from './respond.ts'
import { documentHeaders, securityHeaders } from './security-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.ico': 'image/x-icon',
  // Modules and workers are always read as UTF-8.
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}

const forever = 'public, max-age=31536000, immutable'
const aWhile = 'public, max-age=3600'
// A browser must always revalidate the service worker, which decides what it shows.
const eachTime = 'no-cache'

/**
 * Every file of a folder by its address, in memory. Only listed addresses exist, so there is no path traversal. The build puts
 * compressed copies next to each file, as `.br` and `.gz`.
 */
export function loadStaticFiles(folder: string, isSecure: boolean): ReadonlyMap<string, Resource> {
  const found = new Map(
    filesIn(folder).map((path) => [`/${relative(folder, path).split(sep).join('/')}`, path]),
  )
  const files = new Map<string, Resource>()
  for (const [address, path] of found) {
    if (isCompressedCopy(address, found)) continue
    const type = types[extname(path)] ?? 'application/octet-stream'
    // A browser can open it as a page.
    const headersOf = type === types['.svg'] ? documentHeaders : securityHeaders
    files.set(
      encodeURI(address),
      createResource(
        {
          status: 200,
          body: readFileSync(path),
          type,
          headers: { 'cache-control': cacheControl(address), ...headersOf(isSecure) },
        },
        { compressed: { br: copyOf(path, '.br'), gzip: copyOf(path, '.gz') } },
      ),
    )
  }
  return files

  function copyOf(path: string, ending: string): Buffer | undefined {
    const copy = path + ending
    const found = statSync(copy, { throwIfNoEntry: false })
    // An older copy belongs to an earlier version of the file.
    return found && found.mtimeMs >= statSync(path).mtimeMs ? readFileSync(copy) : undefined
  }
}

function isCompressedCopy(address: string, found: ReadonlyMap<string, string>): boolean {
  return /\.(br|gz)$/.test(address) && found.has(address.replace(/\.(br|gz)$/, ''))
}

function cacheControl(address: string): string {
  // The build puts a hash of the content into every name under /static.
  if (address.startsWith('/static/')) return forever
  return address === '/sw.js' || address.endsWith('.webmanifest') ? eachTime : aWhile
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
