import { useEffect, useRef } from 'react'

/**
 * A field that shows what the page's address says: also when the address goes back. It stays the same element, so that
 * whoever is in it by keyboard stays there.
 */
export function useFollowed<Field extends { value: string }>(value: string) {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (field.current) field.current.value = value
  }, [value])
  return { ref: field, defaultValue: value }
}
