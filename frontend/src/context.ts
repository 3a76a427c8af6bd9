// This file gives components the session they belong to.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Session } from './session'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('a component outside of a session')
  return session
}
