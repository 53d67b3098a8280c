import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startLive } from './live/start-live.ts'
import { tellTimeOnPaper } from './ui/tell-time-on-paper.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
startLive()
tellTimeOnPaper()
