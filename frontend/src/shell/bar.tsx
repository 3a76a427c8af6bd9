// This file is the top bar: mark, file, save state, run and stop, kernel, and at the right the panels.
import { useComputed } from '@preact/signals'
import { execute } from '../commands'
import { useSession } from '../context'
import { baseName, clock, count } from '../format'
import { unsentEdits } from '../outbox'
import { panels } from '../panels/registry'
import type { Session } from '../session'
import { Mark } from './mark'

export function Bar() {
  const s = useSession()
  const path = useComputed(() => s.state.value.path).value
  return (
    <header class="top" id="bar">
      <a class="mark" href="/" aria-label="Costate, all notebooks">
        <Mark />
        <span class="hide-m">Costate</span>
      </a>
      <span class="file" title={path}>
        {baseName(path)}
      </span>
      <SaveState />
      <RunButtons />
      <Reactive />
      <KernelState />
      <span class="sp" />
      <PanelTabs />
      <button class="b hide-t hide-m" onClick={() => execute(s, 'commands')}>
        Commands <kbd>Ctrl K</kbd>
      </button>
      <button class="b" title="Keys" aria-label="Keyboard map" onClick={() => execute(s, 'keys')}>
        ?
      </button>
    </header>
  )
}

// saveWords says how the file stands.
export function saveWords(s: Session): string {
  const st = s.state.value
  const waiting = unsentEdits(st.box)
  if (st.readOnly) return 'Read only'
  if (st.link === 'lost' && waiting > 0) return `${count(waiting, 'edit')} kept here`
  if (s.unsaved.value) return 'Not saved yet'
  return st.savedAt === undefined ? 'Saved' : `Saved ${clock(st.savedAt)}`
}

function SaveState() {
  const s = useSession()
  const words = useComputed(() => saveWords(s)).value
  const can = useComputed(() => s.unsaved.value && s.state.value.link === 'open' && !s.state.value.readOnly).value
  return can ? (
    <button class="b save" title="Save (Ctrl S)" onClick={() => execute(s, 'save')}>
      <span class="hide-m hide-t">{words} · </span>
      <span class="u">Save</span>
    </button>
  ) : (
    <span class="mut hide-m save">{words}</span>
  )
}

function RunButtons() {
  const s = useSession()
  const lost = useComputed(() => s.state.value.link !== 'open').value
  const ended = useComputed(() => s.state.value.kernel.state === 'ended').value
  const busy = useComputed(() => s.cells.value.some((c) => c.state === 'running' || c.state === 'queued')).value
  if (ended) {
    return (
      <button class="b line" disabled={lost} onClick={() => execute(s, 'restart')}>
        Restart
      </button>
    )
  }
  return (
    <>
      <button class={`b line ${busy ? 'hide-m' : ''}`} disabled={lost || busy} onClick={() => execute(s, 'run-all')}>
        Run all
      </button>
      <button class={`b ${busy ? 'ink' : 'hide-m'}`} disabled={lost || !busy} onClick={() => execute(s, 'interrupt')}>
        Stop all{busy && <kbd class="hide-m">I I</kbd>}
      </button>
    </>
  )
}

// Reactive is the switch of the reactive mode.
function Reactive() {
  const s = useSession()
  const on = useComputed(() => s.state.value.reactive).value
  const off = useComputed(() => s.state.value.link !== 'open' || s.state.value.readOnly !== undefined).value
  return (
    <button
      class="b hide-m hide-t"
      aria-pressed={on}
      disabled={off}
      title="Cells run when what they use has run (G R)"
      onClick={() => execute(s, 'reactive')}
    >
      Reactive
    </button>
  )
}

// kernelWords gives the class of the dot and the words beside it.
export function kernelWords(s: Session): [string, string] {
  const st = s.state.value
  if (st.link === 'lost') return ['off', 'Disconnected']
  if (st.link === 'refused') return ['off', 'Not open']
  if (st.link === 'connecting' || !st.loaded) return ['none', 'Connecting']
  switch (st.kernel.state) {
    case 'none':
      return ['none', 'Starts with the first run']
    case 'starting':
      return ['none', 'Starting Go']
    case 'busy': {
      const running = s.cells.value.find((c) => c.state === 'running')
      const n = running && s.numbers.value.get(running.id)
      return ['run', n ? `Running cell ${n}` : 'Running']
    }
    case 'ended':
      return ['off', 'Kernel stopped']
    default:
      return ['', 'Ready']
  }
}

function KernelState() {
  const s = useSession()
  const [dot, words] = useComputed(() => kernelWords(s)).value
  return (
    <span class="kern" role="status">
      <span class={`dot ${dot}`} />
      <span>{words}</span>
    </span>
  )
}

export function PanelTabs() {
  const s = useSession()
  const open = s.panel.value
  return (
    <nav class="tabs" aria-label="Panels">
      {panels.map((p) => (
        <button
          key={p.id}
          aria-expanded={open === p.id}
          aria-controls="panel"
          title={`${p.title} (${p.key})`}
          onClick={() => s.open(open === p.id ? undefined : p.id)}
        >
          {p.title}
        </button>
      ))}
    </nav>
  )
}

// Bottom is the bar of the narrow page: the notebook or one panel.
export function Bottom() {
  const s = useSession()
  const open = s.panel.value
  return (
    <nav class="bot" aria-label="Notebook and panels">
      <button aria-current={open === undefined ? 'true' : undefined} onClick={() => s.open(undefined)}>
        Notebook
      </button>
      {panels.map((p) => (
        <button key={p.id} aria-current={open === p.id ? 'true' : undefined} onClick={() => s.open(p.id)}>
          {p.title}
        </button>
      ))}
    </nav>
  )
}
