import type { Draw, Settings } from '../../../domain/cup.ts'
import { editionOver } from '../../../domain/entry-messages.ts'
import type { EntryState } from '../../../domain/night/entry-state.ts'
import { callWords, outlookWords } from '../../../domain/night/follow-words.ts'

type StateWords = { readonly title: string; readonly words: string }

/** During the show the team's own page must not reveal what the screens have not shown yet. */
export const lotsAreFalling: StateWords = {
  title: 'In the draw',
  words: 'Teams are being drawn right now: watch for yours on the draw page.',
}

type Now = { readonly draw: Draw | undefined; readonly settings: Settings; readonly now: Date | undefined }

/** The state of an entry in words. For drawn teams the same as for a followed team. */
export function stateWords(entry: EntryState, { draw, settings, now }: Now): StateWords {
  switch (entry.state) {
    case 'pending':
      return {
        title: 'Pending approval',
        words: 'An organiser reviews every entry. This page tells you as soon as yours is approved.',
      }
    case 'waiting':
      return {
        title: `On the waiting list: place ${entry.place}`,
        words: 'The draw is full. The organisers call you when a place is free.',
      }
    case 'approved':
      return {
        title: 'Approved',
        words:
          'You are in. Once the draw is made, this page tells you when, where and against whom you play.',
      }
    case 'late':
      if (entry.isOver) return editionOver
      return {
        title: entry.approved ? 'Approved, not in the draw' : 'Pending approval',
        words:
          'The draw was made without you. Please come to the organisers: they can give you the place of a bye or of a team that does not come.',
      }
    case 'absent':
      return {
        title: 'Marked as not here',
        words: `${entry.isReplaced ? 'Another team has your place.' : 'Your opponents go through without playing.'} If you are here, please come to the organisers at once.`,
      }
    case 'withdrawn':
      if (!entry.isDrawn)
        return {
          title: 'Withdrawn',
          words: 'The draw is made without you. If you want to play after all, please tell the organisers.',
        }
      return {
        title: 'Withdrawn',
        words: entry.isConfirmed
          ? 'Your opponents go through without playing. Thanks for letting us know.'
          : 'The organisers know. If you come after all, please tell them.',
      }
    case 'drawn': {
      if (!draw) return { title: 'In the draw', words: '' }
      if (entry.outlook.state === 'out') return { title: 'Out this time', words: 'Thanks for playing.' }
      const words = outlookWords(draw, settings, entry.outlook, now)
      const title = entry.outlook.state === 'champion' ? 'Champions' : 'In the draw'
      return { title: callWords(draw, settings, entry.outlook, now) ?? title, words }
    }
  }
}
