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

/** By the name of its text area: when React comes to life it puts the server's text back, so this is read before. */
const areasTypedInto = new Map(
  import.meta.env.SSR
    ? []
    : [...document.querySelectorAll('textarea')]
        .filter(({ value, defaultValue }) => value !== defaultValue)
        .map(({ name, value }) => [name, value]),
)

/** The same for a text area. */
export function useAreaTypedEarly(name: string, onTyped: (text: string) => void) {
  const tell = useEffectEvent(() => {
    const typed = areasTypedInto.get(name)
    areasTypedInto.delete(name)
    if (typed !== undefined) onTyped(typed)
  })
  useEffect(() => tell(), [])
}
