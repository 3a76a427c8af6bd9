// This file is the left side: contents with a tick for each code cell, and variables; beside a panel it folds to a
// strip of cell numbers.
import { useComputed } from '@preact/signals'
import { nameClass } from '../cells/highlight'
import { useSession } from '../context'
import { bytes } from '../format'
import type { Cell, Variable } from '../protocol'
import type { Session } from '../session'
import { sections } from './contents'

const tick: Record<Cell['state'], string> = { 'not-run': 'n', queued: 'n', running: 'g', ok: '', error: 'x', stale: 's' }

function go(s: Session, id: string) {
  return (e: Event) => {
    e.preventDefault()
    s.select(id)
    document.getElementById(`cell-${id}`)?.scrollIntoView({ block: 'start' })
  }
}

export function Rail() {
  const s = useSession()
  return s.panel.value ? <Strip /> : <Full />
}

function Full() {
  const s = useSession()
  const cells = s.cells.value
  const list = sections(cells)
  const current = currentSection(cells, s.selected.value)
  return (
    <nav class="rail" id="contents" aria-label="Contents">
      <h2>Contents</h2>
      {list.length === 0 || list.every((x) => x.title === '') ? (
        <p class="mut hint">Headings from your text cells appear here.</p>
      ) : (
        <ul class="toc">
          {list.map((x, i) => (
            <li key={i} class={`lv${x.level}`}>
              <a href={`#cell-${x.cell}`} aria-current={current === i ? 'true' : undefined} onClick={go(s, x.cell)}>
                <span>{x.title || 'Start'}</span>
                <span class="tk" aria-hidden="true">
                  {x.code.slice(0, 12).map((c) => (
                    <i key={c.id} class={tick[c.state]} />
                  ))}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Variables />
    </nav>
  )
}

function currentSection(cells: readonly Cell[], selected: string | undefined): number {
  const at = cells.findIndex((c) => c.id === selected)
  return at < 0 ? -1 : sections(cells.slice(0, at + 1)).length - 1
}

const worthSaying = 100 // bytes; numbers need not say what they hold

// holds says how many elements a variable has, and how much memory.
function holds(v: Variable): string {
  const size = v.size?.includes('×') || !v.size ? v.size : `${v.size} long`
  const memory = v.bytes ? `${v.more ? 'over ' : ''}${bytes(v.bytes)}` : ''
  return [size, memory].filter(Boolean).join(', ')
}

function Variables() {
  const s = useSession()
  const list = useComputed(() => s.state.value.variables).value
  const kernel = useComputed(() => s.state.value.kernel.state).value
  return (
    <>
      <h2>Variables</h2>
      {list.length === 0 ? (
        <p class="mut hint">
          {kernel === 'ended'
            ? 'None. They went with the kernel; run the cells to make them again.'
            : kernel === 'starting'
              ? 'Names appear when the kernel is up.'
              : 'Names appear after the first run.'}
        </p>
      ) : (
        <table class="vars">
          <tbody>
            {list.map((v) => (
              <tr key={v.name}>
                <th scope="row" class={nameClass(v.name)}>
                  {v.name}
                </th>
                <td title={`${v.type}${holds(v) && `, ${holds(v)}`}`}>
                  {v.type.replace(/(?:[\w.-]+\/)+/g, '')}
                  {(v.size || (v.bytes ?? 0) >= worthSaying) && <small>{holds(v)}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.some((v) => nameClass(v.name)) && (
        <p class="mut hint">
          <span class="z">Orange</span> names are adjoints.
        </p>
      )}
    </>
  )
}

const stripClass: Record<Cell['state'], string> = { 'not-run': 'n', queued: 'n', running: 'g', ok: '', error: 'x', stale: 's' }

function Strip() {
  const s = useSession()
  const code = s.cells.value.filter((c) => c.kind === 'code')
  return (
    <nav class="strip" id="contents" aria-label="Cells">
      {code.map((c, i) => (
        <a
          key={c.id}
          href={`#cell-${c.id}`}
          class={stripClass[c.state]}
          aria-label={`cell ${i + 1}`}
          aria-current={s.selected.value === c.id ? 'true' : undefined}
          onClick={go(s, c.id)}
        >
          {i + 1}
        </a>
      ))}
    </nav>
  )
}
