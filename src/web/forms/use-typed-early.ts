import { useEffect, useEffectEvent, useRef } from 'react'

/** For a field that React controls: what a person typed before scripts were there stays in it, but nobody is told. */
export function useTypedEarly(value: string, onTyped: (text: string) => void) {
  const ref = useRef<HTMLInputElement>(null)
  const tell = useEffectEvent(() => {
    const typed = ref.current?.value
    if (typed && typed !== value) onTyped(typed)
  })
  useEffect(() => tell(), [])
  return ref
}
