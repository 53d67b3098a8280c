const most = 15_000
/** Pages, the database and everybody who is not listening need open files too. */
const spare = 500

let known: number | undefined

/** How many may listen: each takes one of the files the system lets this process open, and the pages must not go without. */
export function listenerLimit(): number {
  known ??= Math.max(spare, Math.min(most, openFiles() - spare))
  return known
}

function openFiles(): number {
  // Without the network part, for which it would look up the name of every visitor; its type does not know the switch.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}
