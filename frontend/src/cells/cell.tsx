// This file is a cell: gutter, spine, editor or prose, faults, outputs and the line of badges.
import { useComputed } from '@preact/signals'
import { memo } from 'preact/compat'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useSession } from '../context'
import { bytes } from '../format'
import type { Cell, RunState } from '../protocol'
import { reversed } from '../tape'
import type { Help } from './assist'
import { Editor } from './editor'
import { Faults } from './error'
import { Gutter } from './gutter'
import { Prose } from './markdown'
import { Outputs } from './output'

const none: readonly never[] = []

// ghost is what an empty notebook says in its first cell.
export const ghost = 'Write Go. Shift+Enter runs it; no package line, no main.'

const stateClass: Record<RunState, string> = {
  'not-run': 'new',
  queued: 'queue',
  running: 'run',
  ok: 'ok',
  error: 'err',
  stale: 'stale',
}

const stateWords: Record<RunState, string> = {
  'not-run': 'not run',
  queued: 'queued',
  running: 'running',
  ok: 'ran',
  error: 'ended with an error',
  stale: 'stale',
}

interface Props {
  cell: Cell
  number: number // of code cells; 0 for text
  old: boolean
  queuedAt: number
  stopped: boolean
}

export const CellView = memo(function CellView({ cell, number, old, queuedAt, stopped }: Props) {
  const s = useSession()
  const here = useRef<HTMLElement>(null)
  const selected = useComputed(() => s.selected.value === cell.id).value
  const editing = useComputed(() => s.selected.value === cell.id && s.editing.value).value
  const code = cell.kind === 'code'

  useLayoutEffect(() => {
    const el = here.current
    if (!selected || editing || !el) return
    const focus = document.activeElement
    if (focus === document.body || focus?.closest('#document')) {
      el.focus({ preventScroll: true })
      el.scrollIntoView({ block: 'nearest' })
    }
  }, [selected, editing])

  const classes = ['c', code ? stateClass[cell.state] : 'mdc']
  if (stopped) classes.push('err')
  if (cell.shell === 'cell') classes.push('shell')
  if (selected) classes.push(editing ? 'edit' : 'sel')
  const label = code ? `Cell ${number}, ${cell.shell === 'cell' ? shellWords.cell : 'code'}, ${stopped ? 'stopped with the kernel' : stateWords[cell.state]}` : 'Text cell'
  const pick = (e: MouseEvent) => {
    if (!(e.target as Element).closest('button, a, summary, .cm-editor')) s.select(cell.id)
  }
  return (
    <section
      ref={here}
      id={`cell-${cell.id}`}
      class={classes.join(' ')}
      aria-label={label}
      aria-current={selected ? 'true' : undefined}
      tabIndex={selected && !editing ? 0 : -1}
      onClick={pick}
    >
      {code ? <CodeGutter cell={cell} number={number} queuedAt={queuedAt} stopped={stopped} /> : <div class="gu" />}
      {code ? (
        <CodeBody cell={cell} number={number} editing={editing} old={old} stopped={stopped} />
      ) : (
        <TextBody cell={cell} editing={editing} />
      )}
      {selected && <Tools cell={cell} />}
    </section>
  )
})

// shellWords say what is not run.
const shellWords = { cell: 'shell cell, not run', lines: 'shell lines, not run' }

function CodeGutter({ cell, number, queuedAt, stopped }: { cell: Cell; number: number; queuedAt: number; stopped: boolean }) {
  const s = useSession()
  const disabled = useComputed(() => s.state.value.link !== 'open').value
  return (
    <Gutter
      cell={cell}
      number={number}
      queuedAt={queuedAt}
      stopped={stopped}
      disabled={disabled}
      run={() => s.run([cell.id])}
      stop={() => s.ask({ type: 'interrupt' })}
    />
  )
}

function useEditorProps(cell: Cell) {
  const s = useSession()
  const readOnly = useComputed(() => s.state.value.readOnly !== undefined).value
  return {
    source: cell.source,
    current: () => s.cell(cell.id)?.source ?? cell.source,
    readOnly,
    onChange: (source: string) => s.edit({ op: 'source', cell: cell.id, source }),
    onFocus: () => s.select(cell.id, true),
    onLeaveUp: () => s.step(-1),
    onLeaveDown: () => s.step(1),
  }
}

interface BodyProps {
  cell: Cell
  number: number
  editing: boolean
  old: boolean
  stopped: boolean
}

function CodeBody({ cell, number, editing, old, stopped }: BodyProps) {
  const s = useSession()
  const common = useEditorProps(cell)
  const lit = useComputed(() => s.lit.value.find((l) => l.cell === cell.id)?.lines ?? none).value
  const alone = useComputed(() => s.cells.value.length === 1 && s.cells.value[0]?.source === '').value
  const diagnostics = cell.diagnostics ?? none
  const jump = useComputed(() => (s.jump.value?.cell === cell.id ? s.jump.value : undefined)).value
  const goTo = (line: number, col: number) => s.goTo(cell.id, line, col)
  const help = useMemo<Help>(
    () => ({
      ask: (want, source, at) => s.asker.ask(want, cell.id, source, at),
      say: (text) => s.tell(text),
      onChange: (f) => s.version.subscribe(f),
    }),
    [s, cell.id],
  )
  return (
    <div class="bd">
      {cell.state === 'running' && <Sweep id={cell.id} />}
      <Editor
        kind="code"
        {...common}
        label={`Code of cell ${number}`}
        diagnostics={diagnostics}
        lit={lit}
        focused={editing}
        jump={jump}
        help={help}
        {...(alone ? { ghost } : {})}
      />
      {cell.shell && <p class="note quiet">{shellWords[cell.shell]}</p>}
      {diagnostics.length > 0 && <Faults list={diagnostics} number={number} goTo={goTo} />}
      {stopped && <Stopped />}
      {cell.state === 'stale' && (
        <p class="note">
          <span>
            <b>Stale:</b> {cell.note ?? 'something that it uses has changed since it ran.'}
          </span>
          <button class="b line" onClick={() => s.run([cell.id])}>
            Run cell {number}
          </button>
        </p>
      )}
      {cell.state !== 'stale' && cell.note && <p class="note quiet">{cell.note}</p>}
      <Outputs list={cell.outputs ?? none} old={old || cell.state === 'stale'} errorsShown={diagnostics.length > 0 || stopped} />
      <Badges cell={cell} />
    </div>
  )
}

// Sweep is the spine of a running cell: blue while the tape of a gradient grows, orange from below as the reverse sweep
// takes it back.
function Sweep({ id }: { id: string }) {
  const s = useSession()
  const back = useComputed(() => {
    const tape = s.state.value.tapes[id]
    return tape ? reversed(tape) : 0
  }).value
  return <i class="sweep" aria-hidden="true" style={{ '--back': `${Math.round(100 * back)}%` }} />
}

// Stopped says under the cell that ran when the kernel ended what is kept, what is lost and what can be done.
function Stopped() {
  const s = useSession()
  const message = useComputed(() => s.state.value.kernel.message).value
  return (
    <div class="msg" role="alert">
      <p class="what">The kernel stopped here</p>
      <p>{message ?? 'All outputs are kept, all variables are gone.'}</p>
      <button class="b line" onClick={() => s.ask({ type: 'restart' })}>
        Restart the kernel
      </button>{' '}
      <button class="b" onClick={() => s.ask({ type: 'runAll', restart: true })}>
        Restart and run all
      </button>
    </div>
  )
}

function Badges({ cell }: { cell: Cell }) {
  const s = useSession()
  const tape = useComputed(() => s.state.value.tapes[cell.id]).value
  const adjoints = cell.adjoints ?? none
  const traced = adjoints.filter((a) => a.engine_form === 'traced').map((a) => a.func)
  const numbers = useComputed(() => s.numbers.value).value
  const manual = useComputed(() => s.state.value.reactive).value && cell.autorun === 'off'
  const also = Object.entries(cell.also ?? {}).map(([name, ids]) => ({ name, ids: ids.filter((id) => numbers.has(id)) }))
  const double = also.filter((a) => a.ids.length > 0)
  if (adjoints.length === 0 && !tape && !manual && double.length === 0) return null
  const show = (panel: string) => () => {
    s.select(cell.id)
    s.open(panel)
  }
  return (
    <ul class="badges">
      {double.map((a) => (
        <li key={a.name} class="also" title={`${a.name} is defined in more than one cell. The definition that ran last counts.`}>
          <code>{a.name}</code> is also defined in{' '}
          {a.ids.map((id, i) => (
            <span key={id}>
              {i > 0 && ', '}
              <button onClick={() => s.select(id)}>cell {numbers.get(id)}</button>
            </span>
          ))}
          <span class="sr">. The definition that ran last counts.</span>
        </li>
      ))}
      {manual && <li title="The notebook is reactive; this cell waits until you run it (G N).">never runs by itself</li>}
      {tape && (
        <li>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect x="2" y="2" width="10" height="10" class="fg" />
          </svg>
          tape{' '}
          {cell.state === 'running' ? (
            <>
              <b>{bytes(tape.bytes.at(-1) ?? 0)}</b> now
            </>
          ) : (
            <>
              <b>{bytes(tape.peak)}</b> at its peak
            </>
          )}
          , <button onClick={show('tape')}>see it over time</button>
        </li>
      )}
      {adjoints.length > 0 && (
        <li>
          <svg viewBox="0 0 24 20" aria-hidden="true" class="wideicon">
            <path d="M2 8.2H22L15.5 2.6" class="sf" />
            <path d="M22 11.8H2L8.5 17.4" class="sr1" />
          </svg>
          <button onClick={show('adjoint')}>Read the adjoint</button>
        </li>
      )}
      {traced.length > 0 && (
        <li class="traced" title={`No adjoint covers ${traced.join(', ')} yet. The gradient comes from a trace: it is right, but slower.`}>
          <b>traced</b>
          <span class="sr">. No adjoint covers {traced.join(', ')} yet. The gradient comes from a trace: it is right, but slower.</span>
        </li>
      )}
    </ul>
  )
}

function TextBody({ cell, editing }: { cell: Cell; editing: boolean }) {
  const s = useSession()
  const common = useEditorProps(cell)
  if (!editing && cell.kind === 'markdown') {
    return (
      <div class="tx" onDblClick={() => s.select(cell.id, true)}>
        <Prose html={cell.html ?? ''} empty="Empty text. Enter begins to write." />
      </div>
    )
  }
  return (
    <div class="tx">
      <Editor kind={cell.kind} {...common} label="Text, in Markdown" diagnostics={none} lit={none} focused={editing} ghost="Write text: # heads a section, $x^2$ is mathematics." />
    </div>
  )
}

// Tools are the acts on the selected cell for those who point.
function Tools({ cell }: { cell: Cell }) {
  const s = useSession()
  const readOnly = useComputed(() => s.state.value.readOnly !== undefined).value
  if (readOnly) return null
  const other = cell.kind === 'code' ? ('markdown' as const) : ('code' as const)
  return (
    <div class="tools" role="group" aria-label="Act on this cell">
      <button class="b" title="Move up (Shift K)" aria-label="Move up" onClick={() => s.move(cell.id, -1)}>
        ↑
      </button>
      <button class="b" title="Move down (Shift J)" aria-label="Move down" onClick={() => s.move(cell.id, 1)}>
        ↓
      </button>
      <button class="b" title={`Make it ${other === 'code' ? 'code (Y)' : 'text (M)'}`} onClick={() => s.edit({ op: 'kind', cell: cell.id, kind: other })}>
        {other === 'code' ? 'Code' : 'Text'}
      </button>
      {cell.kind === 'code' && (
        <button
          class="b"
          aria-pressed={cell.autorun !== 'off'}
          title="In a reactive notebook this cell runs when what it uses has run (G N)"
          onClick={() => s.setAutorun(cell.id, cell.autorun === 'off')}
        >
          By itself
        </button>
      )}
      <button class="b" title="Delete (X); Z brings it back" onClick={() => s.remove(cell.id)}>
        Delete
      </button>
    </div>
  )
}
