import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asks the page's loader again every so often while somebody looks at it: for what no event tells. */
export function useReloadEvery(ms: number | undefined) {
  const { revalidate } = useRevalidator()

  useEffect(() => {
    if (ms === undefined) return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, revalidate])
}
