import type { Settings } from '../cup.ts'

type Creation = Pick<Settings, 'drawCreation' | 'registration'>

/** Opening the draw page makes the draw while registration is closed; while it is open, teams may still come. */
export function isMadeByOpening({ drawCreation, registration }: Creation): boolean {
  return drawCreation === 'anyone' && registration === 'closed'
}

/** Who can make the draw now, for the organisers. */
export function whoMakesDraw(settings: Creation): string {
  if (settings.drawCreation === 'admin') return 'Only organisers can make the draw.'
  if (isMadeByOpening(settings)) return 'Anyone who opens the draw page makes the draw now.'
  return 'Anyone can make the draw now, with the button on the draw page.'
}
