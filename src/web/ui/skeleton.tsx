/** Grey shapes where lines will come. */
export function Skeleton({ lines = 6, className = 'h-14' }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={line} className={`skeleton ${className}`} />
      ))}
    </div>
  )
}
