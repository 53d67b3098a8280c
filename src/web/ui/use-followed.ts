import { useEffect, useRef } from 'react'

/** A field that follows the page's address, also backwards; the same element stays, and keeps the focus. */
export function useFollowed<Field extends { value: string }>(value: string) {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (field.current) field.current.value = value
  }, [value])
  return { ref: field, defaultValue: value }
}
