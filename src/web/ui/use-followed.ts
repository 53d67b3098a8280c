import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * A field that follows the page's address, also backwards; the same element stays, and keeps the focus. What a
 * person put in before scripts were there stays and goes to `onEarly`; browsers fill in nothing on the way back.
 */
export function useFollowed<Field extends { value: string }>(
  value: string,
  onEarly?: (field: Field) => void,
) {
  const ref = useRef<Field>(null)
  const isNew = useRef(true)
  const tellEarly = useEffectEvent((field: Field) => onEarly?.(field))
  useEffect(() => {
    const field = ref.current
    if (!field) return
    if (!isNew.current) field.value = value
    else if (field.value !== value) tellEarly(field)
    isNew.current = false
  }, [value])
  return { ref, defaultValue: value, autoComplete: 'off' }
}
