import { type ComponentType, lazy } from 'react'

/** Code-split component. If its script cannot be loaded, `Fallback` is shown, by default nothing: an error would replace the page. */
export function lazily<Props = object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = () => null,
) {
  return lazy(async () => ({ default: await load().catch(() => Fallback) }))
}
