const most = 15_000
/** Pages and the database need open files too. */
const spare = 500

let known: number | undefined

/** How many may listen at once: each listener takes one of the files this process may open. */
export function listenerLimit(): number {
  known ??= listenersWithin(openFiles())
  return known
}

/** Where few files may be open, half of them are for listeners. */
export function listenersWithin(files: number): number {
  return Math.min(most, Math.max(files - spare, Math.floor(files / 2)))
}

function openFiles(): number {
  // Without the network part, which would look up every visitor's name; its type does not know the switch.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}
