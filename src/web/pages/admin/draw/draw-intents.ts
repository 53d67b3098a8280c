import type { Intents } from '../../../forms/intents.ts'
import { drawAgainIntents } from '../admin-notes.tsx'
import { attendanceIntents } from './attendance-lists.tsx'
import { exchangeIntents } from './exchange-dialog.tsx'
import { nowIntents } from './now-list.tsx'
import { showIntents } from './show-bar.tsx'
import { toolIntents } from './tools.tsx'
import { winnerIntents } from './winner-bracket.tsx'

/** What the parts of draw management can ask for. */
export const drawIntents: Intents = {
  ...winnerIntents,
  ...nowIntents,
  ...attendanceIntents,
  ...exchangeIntents,
  ...showIntents,
  ...toolIntents,
  ...drawAgainIntents,
}
