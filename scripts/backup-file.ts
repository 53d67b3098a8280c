/** Lines, ended by line feeds alone. Node's `readline` breaks lines at U+2028 and U+2029 too, which may stand inside a line of JSON. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = (begun + piece).split('\n')
    begun = lines.pop() ?? ''
    // As a file looks that went through a mail or another system.
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  if (begun) yield begun
}

/** Why a command about a file came to nothing, as one sentence. */
export function troubleText(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no such place: ${file}`
    case 'EISDIR':
      return `${file} is a folder. Name a file in it.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Your account on this machine may not use ${file}`
    case 'ENOSPC':
      return `The disk is full: ${file} was not written.`
    default:
      return error.message
  }
}
