import { useEffect } from 'react'

/** Keeps the current tournament's id in the browser, as the spec asks. */
export function useTournamentId(id: string) {
  useEffect(() => {
    try {
      localStorage.setItem('currentTournamentID', id)
    } catch {
      // A private window may forbid it; nothing depends on it.
    }
  }, [id])
}
