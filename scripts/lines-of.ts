/** Ended by line feeds alone. Node's `readline` breaks lines at U+2028 and U+2029 too, which may stand inside a line of JSON. */
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
