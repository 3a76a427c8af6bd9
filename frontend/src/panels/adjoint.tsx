// This file is the Adjoint panel: the source beside the adjoint that was made of it, with lines linked both ways by
// pointer and by [ and ]. In a narrow panel each line is followed by its adjoint instead.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { pieces, type Piece } from '../cells/highlight'
import { useSession } from '../context'
import type { Adjoint, Cell } from '../protocol'
import type { Session } from '../session'
import { body, gaps, rowKey, step, tie, whole, type Links, type Written } from './links'
import { Threads } from './threads'

interface Chosen {
  cell: Cell
  adjoint: Adjoint
}

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

interface Shown extends Chosen {
  links: Links
  written: readonly Written[]
  code: ReadonlyMap<number, Piece[]> // by line
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
      pinned.value = step(links, pinned.peek(), detail === 'link-next' ? 1 : -1)
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

function split(key: string): [string, number] {
  const at = key.lastIndexOf(':')
  return [key.slice(0, at), Number(key.slice(at + 1))]
}

interface Light {
  rows: ReadonlySet<string>
  lines: ReadonlySet<number>
}

// light gives what shines: the pointer's line and all that is linked to it, else the chosen row and its adjoint.
export function light(links: Links | undefined, over: { row?: string; line?: number } | undefined, pinned: string | undefined): Light {
  if (!links) return { rows: new Set(), lines: new Set() }
  if (over?.line !== undefined && links.toSource.has(over.line)) {
    return { rows: new Set(links.toSource.get(over.line)), lines: new Set([over.line]) }
  }
  const row = over?.row !== undefined && links.toAdjoint.has(over.row) ? over.row : pinned
  if (row === undefined || !links.toAdjoint.has(row)) return { rows: new Set(), lines: new Set() }
  return { rows: new Set([row]), lines: new Set(links.toAdjoint.get(row)) }
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

interface PartProps {
  shown: Shown
  lit: Light
  over: Signal<{ row?: string; line?: number } | undefined>
  pinned: Signal<string | undefined>
}

function SideBySide({ shown, lit, over, pinned }: PartProps) {
  const s = useSession()
  const { links, written, code } = shown
  const left = useRef<HTMLDivElement>(null)
  const right = useRef<HTMLDivElement>(null)
  const before = useMemo(() => gaps(links, written), [links, written])
  const source = useMemo(() => pieces(links.rows.map((r) => r.text).join('\n')), [links])
  const key = [...lit.rows].join() + '|' + [...lit.lines].join()

  // A long pair begins at the function that was asked for.
  useEffect(() => {
    const name = shown.adjoint.func
    for (const [pane, start] of [[left.current, `func ${name}(`], [right.current, `func ${name}VJP`]] as const) {
      const line = [...(pane?.querySelectorAll<HTMLElement>('.l') ?? [])].find((el) => el.lastElementChild?.textContent?.startsWith(start))
      if (pane && line) pane.scrollTop = Math.max(0, line.offsetTop - 3 * line.offsetHeight)
    }
  }, [shown.adjoint, written])

  // What is lit on the other side comes into view; the side under the pointer stays still.
  useEffect(() => {
    const side = over.value?.line !== undefined ? left.current : over.value?.row !== undefined ? right.current : null
    for (const pane of side ? [side] : [left.current, right.current]) {
      if (pane && (lit.rows.size > 0 || lit.lines.size > 0)) reveal(pane)
    }
  }, [key])

  return (
    <div class="pair" onMouseLeave={() => void (over.value = undefined)}>
      <div class="hd f">
        source <kbd>[</kbd> <kbd>]</kbd>
      </div>
      <div class="hd" />
      <div class="hd r">adjoint</div>
      <div class="pane" ref={left} tabIndex={0} role="group" aria-label="Source">
        {links.rows.map((r, i) => {
          const k = rowKey(r.cell, r.line)
          const first = i === 0 || links.rows[i - 1]!.cell !== r.cell
          return (
            <div key={k}>
              {first && <div class="l from">cell {s.numbers.value.get(r.cell)}</div>}
              {Array.from({ length: before[i]! }, (_, j) => (
                <div key={j} class="l gap" />
              ))}
              <Line
                number={r.line}
                text={source[i] ?? []}
                class={lit.rows.has(k) ? 'lit-f' : ''}
                linked={links.toAdjoint.has(k)}
                data={{ 'data-row': k }}
                over={() => void (over.value = { row: k })}
                pick={() => void (pinned.value = pinned.peek() === k ? undefined : k)}
              />
            </div>
          )
        })}
      </div>
      <Threads left={left} right={right} links={links} rows={lit.rows} lines={lit.lines} />
      <div class="pane" ref={right} tabIndex={0} role="group" aria-label="Adjoint">
        <div class="l from">generated</div>
        {written.map((w, i) => (
          <Line
            key={w.line || `gap${i}`}
            number={w.line}
            text={code.get(w.line) ?? []}
            class={lit.lines.has(w.line) ? (links.sweeps.get(w.line) === 'forward' ? 'lit-f' : 'lit-r') : ''}
            linked={links.toSource.has(w.line)}
            data={{ 'data-line': w.line }}
            over={() => void (over.value = { line: w.line })}
            pick={() => void (pinned.value = links.toSource.get(w.line)?.[0])}
          />
        ))}
      </div>
    </div>
  )
}

function reveal(pane: HTMLElement): void {
  const first = pane.querySelector<HTMLElement>('.lit-f, .lit-r')
  if (!first) return
  const top = first.offsetTop
  if (top < pane.scrollTop || top + first.offsetHeight > pane.scrollTop + pane.clientHeight) {
    pane.scrollTop = Math.max(0, top - pane.clientHeight / 3)
  }
}

interface LineProps {
  number: number
  text: readonly Piece[]
  class: string
  linked: boolean
  data: Record<string, string | number>
  over(): void
  pick(): void
}

function Line(p: LineProps) {
  return (
    <div class={`l ${p.class} ${p.linked ? 'linked' : ''}`} {...p.data} onMouseEnter={p.over} onClick={p.pick}>
      <span class="n" aria-hidden="true">
        {p.number || ''}
      </span>
      <Code text={p.text} />
    </div>
  )
}

function Code({ text }: { text: readonly Piece[] }) {
  return (
    <span>
      {text.map((p, i) => (p.class ? <span key={i} class={p.class}>{p.text}</span> : p.text))}
    </span>
  )
}

function Interleaved({ shown, lit, over, pinned }: PartProps) {
  const { links, code } = shown
  const source = useMemo(() => pieces(links.rows.map((r) => r.text).join('\n')), [links])
  return (
    <div class="inter" tabIndex={0} role="group" aria-label="Source with its adjoint" onMouseLeave={() => void (over.value = undefined)}>
      {links.rows.map((r, i) => {
        const k = rowKey(r.cell, r.line)
        const answers = (links.toAdjoint.get(k) ?? []).filter((n) => links.sweeps.get(n) !== 'forward')
        return (
          <div key={k}>
            <Line
              number={r.line}
              text={source[i] ?? []}
              class={lit.rows.has(k) ? 'lit-f' : ''}
              linked={links.toAdjoint.has(k)}
              data={{ 'data-row': k }}
              over={() => void (over.value = { row: k })}
              pick={() => void (pinned.value = k)}
            />
            {answers.map((n) => (
              <div
                key={n}
                class={`l adj ${lit.lines.has(n) ? 'lit-r' : ''}`}
                data-line={n}
                onMouseEnter={() => void (over.value = { line: n })}
                onClick={() => void (pinned.value = k)}
              >
                <span class="n" aria-hidden="true" />
                <Code text={trimmed(code.get(n) ?? [], r.text)} />
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

// trimmed gives a line of the adjoint the indent of the line that it answers.
function trimmed(line: readonly Piece[], source: string): Piece[] {
  const indent = /^\s*/.exec(source)![0]
  return line.map((p, i) => (i === 0 ? { ...p, text: indent + p.text.trimStart() } : p))
}

// Answer lists below the picture what the lit line is answered by.
function Answer({ shown, row }: { shown: Shown; row: string | undefined }) {
  if (row === undefined) {
    return <p class="mut hint">Point at a line, or press ] to go from line to line: its other half lights up.</p>
  }
  const [, line] = split(row)
  const lines = shown.links.toAdjoint.get(row) ?? []
  return (
    <>
      <h3>
        Line {line} <small>{lines.length === 1 ? 'one line of the adjoint' : `${lines.length} lines of the adjoint`}</small>
      </h3>
      <div class="scroll" tabIndex={0} role="group" aria-label={`Adjoint of line ${line}`}>
        <AnswerTable shown={shown} rows={[row]} brief />
      </div>
    </>
  )
}

function AnswerTable({ shown, rows, brief }: { shown: Shown; rows: readonly string[]; brief?: boolean }) {
  const s = useSession()
  const { links, code } = shown
  return (
    <table class="t codes">
      <thead>
        <tr>
          {!brief && (
            <>
              <th class="num">cell</th>
              <th class="num">line</th>
              <th>source</th>
            </>
          )}
          <th class="num">adjoint line</th>
          <th>sweep</th>
          <th>adjoint</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) => {
          const [cell, line] = split(row)
          const source = links.rows.find((r) => rowKey(r.cell, r.line) === row)
          return (links.toAdjoint.get(row) ?? []).map((n, i) => (
            <tr key={`${row}-${n}`}>
              {!brief && (
                <>
                  <td class="num">{i === 0 ? s.numbers.value.get(cell) : ''}</td>
                  <td class="num">{i === 0 ? line : ''}</td>
                  <td>{i === 0 && <code>{source?.text.trim()}</code>}</td>
                </>
              )}
              <td class="num">{n}</td>
              <td class={links.sweeps.get(n) === 'forward' ? 'f' : 'r'}>{links.sweeps.get(n)}</td>
              <td>
                <code>{(code.get(n) ?? []).map((p) => p.text).join('').trim()}</code>
              </td>
            </tr>
          ))
        })}
      </tbody>
    </table>
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
