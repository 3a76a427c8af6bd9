// This file is what stands above the cells of a notebook that was written for another kernel: what becomes of them here, and whether
// its shell commands are run.
import { useComputed } from '@preact/signals'
import { useSession } from '../context'
import type { Foreign } from '../protocol'

export function ForeignNote() {
  const s = useSession()
  const foreign = useComputed(() => s.state.value.foreign).value
  const off = useComputed(() => s.state.value.link !== 'open' || s.state.value.readOnly !== undefined).value
  return foreign ? <Told foreign={foreign} off={off} setShell={(run) => s.setShell(run)} /> : null
}

// Told is the note itself. The sentences are text of the notebook as well, and stay text.
export function Told({ foreign, off = false, setShell }: { foreign: Foreign; off?: boolean; setShell?: (run: boolean) => void }) {
  const list = foreign.list ?? []
  return (
    <aside class="foreign" aria-label={`Written for ${foreign.kernel}`}>
      <p>{foreign.text}</p>
      {list.length > 0 && (
        <details>
          <summary>What becomes of its commands</summary>
          <ul>
            {list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {foreign.why && <p class="why">{foreign.why}</p>}
      {foreign.shell && (
        <button
          class="b"
          aria-pressed={foreign.shell === 'run'}
          disabled={off}
          title="Lines for a shell start programs on this computer when their cell runs. The notebook remembers it."
          onClick={() => setShell?.(foreign.shell !== 'run')}
        >
          Run shell commands
        </button>
      )}
    </aside>
  )
}
