// This file puts the page together.
import { useComputed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from './context'
import { keydown } from './keyboard'
import { baseName } from './format'
import { Bar, Bottom } from './shell/bar'
import { Dialogs } from './shell/dialogs'
import { Dock } from './shell/dock'
import { Document } from './shell/document'
import { NoticeBar } from './shell/notice'
import { Rail } from './shell/rail'
import { notebookPath } from './page'
import { unsentEdits } from './outbox'

export function App() {
  const s = useSession()
  useEffect(() => {
    const press = keydown(s)
    const leave = (e: BeforeUnloadEvent) => {
      if (unsentEdits(s.state.peek().box) > 0) e.preventDefault()
    }
    addEventListener('keydown', press)
    addEventListener('beforeunload', leave)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('beforeunload', leave)
    }
  }, [])
  const path = useComputed(() => s.state.value.path || (notebookPath() ?? '')).value
  useEffect(() => void (document.title = `${baseName(path)} · Costate`), [path])
  return (
    <div class={s.panel.value ? 'docked' : ''}>
      <Bar />
      <div class="main">
        <Rail />
        <Document />
        <Dock />
      </div>
      <Bottom />
      <NoticeBar />
      <Dialogs />
      <div class="sr" aria-live="polite">
        {s.said.value}
      </div>
    </div>
  )
}
