// This file is what stands above the cells of a notebook that was written for another kernel: what becomes of them here.
import { useComputed } from '@preact/signals'
import { useSession } from '../context'
import type { Foreign } from '../protocol'

export function ForeignNote() {
  const s = useSession()
  const foreign = useComputed(() => s.state.value.foreign).value
  return foreign ? <Told foreign={foreign} /> : null
}

// Told is the note itself. The sentences are text of the notebook as well, and stay text.
export function Told({ foreign }: { foreign: Foreign }) {
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
    </aside>
  )
}
