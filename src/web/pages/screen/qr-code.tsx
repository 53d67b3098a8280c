import { useMemo } from 'react'
import { qrCode, qrPath } from './qr.ts'

/** Four modules of quiet around it, as readers want it. */
const quiet = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrCode(text), [text])
  if (!code) return null
  const size = code.length + quiet * 2
  return (
    <svg
      className="qr"
      viewBox={`${-quiet} ${-quiet} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={qrPath(code)} />
    </svg>
  )
}
