// This file draws the lines of an adjoint and of its source: side by side with threads between, or interleaved.
import type { Signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { pieces, type Piece } from '../cells/highlight'
import { useSession } from '../context'
import { gaps, rowKey } from './links'
import type { Light, Shown } from './shown'
import { Threads } from './threads'

export interface PartProps {
  shown: Shown
  lit: Light
  over: Signal<{ row?: string; line?: number } | undefined>
  pinned: Signal<string | undefined>
}

export function SideBySide({ shown, lit, over, pinned }: PartProps) {
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

export function Interleaved({ shown, lit, over, pinned }: PartProps) {
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
