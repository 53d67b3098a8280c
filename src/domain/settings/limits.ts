// The spec's constants that are not settings. A separate file: public pages need these, but not the settings table.

export const loadTimeoutMs = 10_000
export const statusMessageMs = 5_000
export const creatingWaitMs = 2_000
export const scriptTimeoutMs = 120_000
export const exchangeLimit = 2
export const defaultScheduleStart = '21:15'
/** Backups on disk, of each kind. */
export const keptBackups = 14
