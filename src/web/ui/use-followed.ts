import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * A field that follows the page's address, also backwards; the same element stays, and keeps the focus. What a person
 * put in before scripts were there goes to `onEarly`, and what is typed while a page is on its way stays; browsers fill
 * in nothing on the way back.
 */
export function useFollowed<Field extends { value: string }>(
  value: string,
  onEarly?: (field: Field) => void,
) {
  const ref = useRef<Field>(null)
  const shown = useRef<string>(undefined)
  const followTo = useEffectEvent((field: Field, next: string) => {
    if (shown.current === undefined) {
      if (field.value !== next) onEarly?.(field)
    } else if (field.value === shown.current) field.value = next
    shown.current = next
  })
  useEffect(() => {
    if (ref.current) followTo(ref.current, value)
  }, [value])
  return { ref, defaultValue: value, autoComplete: 'off' }
}
