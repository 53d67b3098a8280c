import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asks the page's loader again every so often while somebody looks at it: for what no event tells. */
export function useReloadEvery(ms: number) {
  const { revalidate } = useRevalidator()

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, revalidate])
}
