// This file is the sheet: the cells in their order, the buttons that add one, and the words of an empty or loading
// notebook.
import { useComputed } from '@preact/signals'
import { CellView, ghost } from '../cells/cell'
import { useSession } from '../context'
import { ForeignNote } from './foreign'
import { Mark } from './mark'

export function Document() {
  const s = useSession()
  const loaded = useComputed(() => s.state.value.loaded).value
  const old = useComputed(() => s.state.value.old).value
  const stoppedIn = useComputed(() => (s.state.value.kernel.state === 'ended' ? s.state.value.stoppedIn : undefined)).value
  const cells = s.cells.value
  const numbers = s.numbers.value
  let queued = 0
  return (
    <main class="doc" id="document" tabIndex={-1} aria-busy={!loaded} aria-label="Notebook">
      <div class="col">
        {loaded && <ForeignNote />}
        {cells.map((cell) => (
          <CellView
            key={cell.id}
            cell={cell}
            number={numbers.get(cell.id) ?? 0}
            old={old.has(cell.id)}
            stopped={cell.id === stoppedIn}
            queuedAt={cell.state === 'queued' ? queued++ : -1}
          />
        ))}
        {loaded && cells.length === 0 && <First />}
        {loaded && <Add />}
        {loaded && (cells.length === 0 || (cells.length === 1 && cells[0]!.source === '')) && <Empty />}
      </div>
    </main>
  )
}

// First stands where the first cell will be. It is no cell yet, so that opening a file changes nothing.
function First() {
  const s = useSession()
  const readOnly = useComputed(() => s.state.value.readOnly).value
  if (readOnly) return null
  // What is typed on a new notebook is its first text. After a deletion Z is a key again.
  const type = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || !/^[\p{L}_/({[]$/u.test(e.key) || s.state.peek().undo.length > 0) return
    e.preventDefault()
    e.stopPropagation()
    s.insert(0, 'code', true, e.key)
  }
  return (
    <div class="c new first">
      <div class="gu">
        <b>1</b>
      </div>
      <div class="bd">
        <button class="ghost" autofocus onKeyDown={type} onClick={() => s.insert(0, 'code', true)}>
          {ghost}
        </button>
      </div>
    </div>
  )
}

function Add() {
  const s = useSession()
  const readOnly = useComputed(() => s.state.value.readOnly).value
  if (readOnly) return null
  const end = s.cells.value.length
  return (
    <div class="add">
      <button class="b" onClick={() => s.insert(end, 'code', true)}>
        + Code
      </button>
      <button class="b" onClick={() => s.insert(end, 'markdown', true)}>
        + Text
      </button>
    </div>
  )
}

const beginnings = [
  {
    title: 'Differentiate a function',
    words: 'Write f, ask for ad.Grad(f), read the adjoint beside it.',
    cells: [
      ['markdown', '# The slope of a function\n\nThe adjoint of `f` is written by reading `f` backwards.'],
      ['code', 'import "math"\n\nfunc f(x float64) float64 {\n\treturn x * math.Sin(x)\n}'],
      ['code', 'import "github.com/costate/costate/ad"\n\nslope := ad.Grad(f)(1.5)\nslope'],
    ],
  },
  {
    title: 'Differentiate a loop over points',
    words: 'A loss over data, and its slope in every weight.',
    cells: [
      ['markdown', '# A loss and its gradient\n\nOne reverse sweep gives the slope in all weights.'],
      [
        'code',
        'var xs = []float64{0, 1, 2, 3}\nvar ys = []float64{1, 3, 5, 7}\n\nfunc loss(w []float64) float64 {\n\tsum := 0.0\n\tfor i := range xs {\n\t\tr := w[0] + w[1]*xs[i] - ys[i]\n\t\tsum += r * r\n\t}\n\treturn sum\n}',
      ],
      ['code', 'import "github.com/costate/costate/ad"\n\nad.Grad(loss)([]float64{0, 0})'],
    ],
  },
] as const

function Empty() {
  const s = useSession()
  const begin = (cells: (typeof beginnings)[number]['cells']) => () => {
    const only = s.cells.peek()[0]
    const ids = cells.map(() => crypto.randomUUID().slice(0, 8))
    s.edit(
      ...(only ? [{ op: 'delete' as const, cell: only.id }] : []),
      ...cells.map(([kind, source], i) => ({ op: 'insert' as const, at: i, cell: { id: ids[i]!, kind, source } })),
    )
    s.select(ids[0])
  }
  return (
    <div class="c mdc">
      <div class="gu" />
      <div>
        <p class="begin">Or begin from a few cells</p>
        <ul class="start">
          {beginnings.map((b) => (
            <li key={b.title}>
              <button onClick={begin(b.cells)}>
                <Mark />
                <span>
                  <b>{b.title}</b>
                  {b.words}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <p class="mut">
          <kbd>Esc</kbd> leaves the cell, <kbd>M</kbd> makes it text, <kbd>?</kbd> shows every key.
        </p>
      </div>
    </div>
  )
}
