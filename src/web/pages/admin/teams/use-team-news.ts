import { useMemo, useState } from 'react'
import type { TeamId } from '../../../../domain/cup.ts'
import type { OrganiserTeam, TeamNews } from '../../../app-context.ts'
import { useOrganiserStream } from '../../../live/use-organiser-stream.ts'
import { paths } from '../../../paths.ts'

type Teams = readonly OrganiserTeam[]
type Contacts = Readonly<Record<TeamId, string>>
type List = { readonly revision: number; readonly edition: number; readonly teams: Teams }
type Loaded = {
  readonly revision: number
  readonly settings: { readonly editionNumber: number }
  readonly teams: Teams
}

/** The list as loaded, or as told since, when it became another edition's; and the phone numbers that came or changed after that. */
export function useTeamNews({ revision, settings, teams }: Loaded): { list: List; contacts: Contacts } {
  const edition = settings.editionNumber
  const loaded = useMemo<List>(() => ({ revision, edition, teams }), [revision, edition, teams])
  const [told, setTold] = useState<List>()
  const [contacts, setContacts] = useState<Contacts>({})
  useOrganiserStream<TeamNews>(paths.adminContacts(edition), revision, (heard) => {
    if (heard.teams) setTold({ ...heard, teams: heard.teams })
    setContacts((known) => ({ ...known, ...heard.contacts }))
  })
  return { list: told && told.revision > revision ? told : loaded, contacts }
}
