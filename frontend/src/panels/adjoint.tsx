// This file is the Adjoint panel: the source beside the adjoint that was made of it, with lines linked both ways by
// pointer and by [ and ]. In a narrow panel each line is followed by its adjoint instead.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { pieces } from '../cells/highlight'
import { useSession } from '../context'
import type { Cell } from '../protocol'
import type { Session } from '../session'
import { body, rowKey, step, tie, whole, type Links } from './links'
import { Answer, AnswerTable } from './answer'
import { Interleaved, SideBySide } from './lines'
import { light, split, type Chosen, type Shown } from './shown'

// choose finds what to show: the adjoint of the selected cell, else of the last cell that has one.
export function choose(s: Session, name: string | undefined): Chosen | undefined {
  const cells = s.cells.value
  const has = (c: Cell | undefined): c is Cell => (c?.adjoints?.length ?? 0) > 0
  const selected = cells.find((c) => c.id === s.selected.value)
  const cell = has(selected) ? selected : cells.findLast((c) => has(c))
  if (!cell) return undefined
  const adjoint = cell.adjoints!.find((a) => a.func === name) ?? cell.adjoints![0]!
  return { cell, adjoint }
}

function Nothing() {
  return (
    <div class="pb plain">
      <p>The adjoint of a function appears here, beside its source.</p>
      <p class="mut">
        Run a cell that asks for one: <code>ad.Grad(f)</code>, <code>ad.ValueAndGrad(f)</code> or <code>ad.Adjoint(f)</code>.
      </p>
    </div>
  )
}

function useShown(s: Session, name: Signal<string | undefined>, all: boolean): Shown | undefined {
  const chosen = choose(s, name.value)
  const cells = s.cells.value
  const adjoint = chosen?.adjoint
  const sources = cells.filter((c) => adjoint?.lines?.some((l) => l.cell === c.id))
  const written = useMemo(() => (adjoint ? (all ? whole(adjoint.text) : body(adjoint, sources)) : []), [adjoint, all, sources.map((c) => c.id).join()])
  const links = useMemo(() => (adjoint ? tie(adjoint, sources, written) : undefined), [written, sources.map((c) => c.source).join('\0')])
  const code = useMemo(() => {
    const lines = pieces(written.map((w) => w.text).join('\n'))
    return new Map(written.map((w, i) => [w.line, lines[i] ?? []]))
  }, [written])
  return chosen && links ? { ...chosen, links, written, code } : undefined
}

export function AdjointView() {
  const s = useSession()
  const name = useSignal<string | undefined>(undefined)
  const interleaved = useSignal(false)
  const pinned = useSignal<string | undefined>(undefined) // the row chosen by key or click
  const over = useSignal<{ row?: string; line?: number } | undefined>(undefined)
  const all = useSignal(false)
  const shown = useShown(s, name, all.value)
  const latest = useRef(shown)
  latest.current = shown

  useEffect(() => {
    const panel = document.getElementById('panel')
    const act = (e: globalThis.Event) => {
      const links = latest.current?.links
      const detail = (e as CustomEvent<string>).detail
      if (!links || !detail.startsWith('link-')) return
      over.value = undefined
      pinned.value = step(links, pinned.peek(), detail === 'link-next' ? 1 : -1, latest.current?.adjoint.func)
      say(s, links, pinned.peek())
    }
    panel?.addEventListener('costate-command', act)
    return () => panel?.removeEventListener('costate-command', act)
  }, [])

  const lit = light(shown?.links, over.value, pinned.value)
  useEffect(() => {
    const byCell = new Map<string, number[]>()
    for (const key of lit.rows) {
      const [cell, line] = split(key)
      byCell.set(cell, [...(byCell.get(cell) ?? []), line])
    }
    s.lit.value = [...byCell].map(([cell, lines]) => ({ cell, lines }))
  }, [[...lit.rows].join()])
  useEffect(() => () => void (s.lit.value = []), [])

  if (!shown) return <Nothing />
  const common = { shown, lit, over, pinned }
  return (
    <div class="pb">
      <Head shown={shown} name={name} interleaved={interleaved} all={all} />
      {shown.cell.state === 'stale' && <p class="note">The source has changed since this adjoint was made. Run the cell to make it anew.</p>}
      <div class={interleaved.value ? 'only-inter' : ''}>
        <SideBySide {...common} />
        <Interleaved {...common} />
      </div>
      <Answer shown={shown} row={[...lit.rows][0]} />
    </div>
  )
}

function say(s: Session, links: Links, row: string | undefined): void {
  if (row === undefined) return
  const [, line] = split(row)
  const text = links.rows.find((r) => rowKey(r.cell, r.line) === row)?.text.trim() ?? ''
  s.tell(`Line ${line}, ${text}, is answered by adjoint lines ${links.toAdjoint.get(row)?.join(', ')}.`)
}

function Head(props: { shown: Shown; name: Signal<string | undefined>; interleaved: Signal<boolean>; all: Signal<boolean> }) {
  const s = useSession()
  const { cell, adjoint } = props.shown
  const many = cell.adjoints!.length > 1
  return (
    <div class="sub">
      {many ? (
        <select aria-label="Function" value={adjoint.func} onChange={(e) => void (props.name.value = e.currentTarget.value)}>
          {cell.adjoints!.map((a) => (
            <option key={a.func}>{a.func}</option>
          ))}
        </select>
      ) : (
        <code>{adjoint.func}</code>
      )}
      <span class="mut">asked for in cell {s.numbers.value.get(cell.id)}</span>
      <span class="sp" />
      <label class="wide-dock">
        <input type="checkbox" checked={props.all.value} onChange={(e) => void (props.all.value = e.currentTarget.checked)} /> whole file
      </label>
      <span class="seg wide-dock" role="group" aria-label="Layout">
        <button aria-pressed={!props.interleaved.value} onClick={() => void (props.interleaved.value = false)}>
          Side by side
        </button>
        <button aria-pressed={props.interleaved.value} onClick={() => void (props.interleaved.value = true)}>
          Interleaved
        </button>
      </span>
    </div>
  )
}

export function AdjointTable() {
  const s = useSession()
  const name = useSignal<string | undefined>(undefined)
  const shown = useShown(s, name, false)
  if (!shown) return <Nothing />
  const rows = shown.links.rows.map((r) => rowKey(r.cell, r.line)).filter((k) => shown.links.toAdjoint.has(k))
  return (
    <div class="pb">
      <p class="mut hint">
        Each line of <code>{shown.adjoint.func}</code> and what answers it.
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label="Lines and their adjoints">
        <AnswerTable shown={shown} rows={rows} />
      </div>
    </div>
  )
}
