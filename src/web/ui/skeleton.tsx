/** Grey shapes where lines will come. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={line} className="skeleton h-14" />
      ))}
    </div>
  )
}
