import { useState } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { paths } from '../paths.ts'
import { useOrganiserStream } from './use-organiser-stream.ts'

type Contacts = Readonly<Record<TeamId, string>>

/** Phone numbers that came or changed after the list was loaded. */
export function useContacts(since: number): Contacts {
  const [contacts, setContacts] = useState<Contacts>({})
  useOrganiserStream<{ revision: number; contacts: Contacts }>(paths.adminContacts, since, (heard) =>
    setContacts((known) => ({ ...known, ...heard.contacts })),
  )
  return contacts
}
