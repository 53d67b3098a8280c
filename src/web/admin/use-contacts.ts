import { useEffect, useState } from 'react'
import type { TeamId } from '../../domain/cup.ts'
import { paths } from '../paths.ts'

const retryMs = 10_000

type Contacts = Readonly<Record<TeamId, string>>

/** Phone numbers that came or changed after the list was loaded. They travel on a stream for organisers only. */
export function useContacts(since: number): Contacts {
  const [contacts, setContacts] = useState<Contacts>({})

  useEffect(() => {
    let latest = since
    let stream: EventSource
    let again: number | undefined
    function open() {
      stream = new EventSource(paths.adminContacts(latest))
      stream.onmessage = ({ data }) => {
        const heard: { revision: number; contacts: Contacts } = JSON.parse(data)
        latest = heard.revision
        setContacts((known) => ({ ...known, ...heard.contacts }))
      }
      // A lost connection comes again by itself; one that the server refused, in a bad moment perhaps, does not.
      stream.onerror = () => {
        if (stream.readyState === EventSource.CLOSED) again = window.setTimeout(open, retryMs)
      }
    }
    open()
    return () => {
      clearTimeout(again)
      stream.close()
    }
  }, [since])

  return contacts
}
