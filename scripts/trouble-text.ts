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
