// This file applies edits to a list of cells. Cells that an edit leaves alone keep their identity,
// so that only what changed is drawn again.
import type { Cell, Op } from './protocol'

// apply gives the cells after op. An op that does not fit (its cell is gone) leaves them as they are.
export function apply(cells: readonly Cell[], op: Op): Cell[] {
  switch (op.op) {
    case 'insert': {
      if (cells.some((c) => c.id === op.cell.id)) return [...cells]
      const at = clamp(op.at, cells.length)
      return [...cells.slice(0, at), { state: 'not-run', ...op.cell }, ...cells.slice(at)]
    }
    case 'delete':
      return cells.filter((c) => c.id !== op.cell)
    case 'move': {
      const cell = cells.find((c) => c.id === op.cell)
      if (!cell) return [...cells]
      const rest = cells.filter((c) => c !== cell)
      const at = clamp(op.at, rest.length)
      return [...rest.slice(0, at), cell, ...rest.slice(at)]
    }
    case 'kind':
      return change(cells, op.cell, (c) => (c.kind === op.kind ? c : withoutResults({ ...c, kind: op.kind })))
    case 'source':
      return change(cells, op.cell, (c) => (c.source === op.source ? c : { ...c, source: op.source }))
  }
}

// inverse gives the op that takes op back, seen from the cells before op; undefined if op does nothing.
export function inverse(cells: readonly Cell[], op: Op): Op | undefined {
  const at = cells.findIndex((c) => c.id === (op.op === 'insert' ? op.cell.id : op.cell))
  if (op.op === 'insert') return at < 0 ? { op: 'delete', cell: op.cell.id } : undefined
  const cell = cells[at]
  if (!cell) return undefined
  const { id, kind, source } = cell
  switch (op.op) {
    case 'delete':
      return { op: 'insert', at, cell: { id, kind, source } }
    case 'move':
      return { op: 'move', cell: id, at }
    case 'kind':
      return { op: 'kind', cell: id, kind }
    case 'source':
      return { op: 'source', cell: id, source }
  }
}

// settled says whether the cells already are as op would make them.
export function settled(cells: readonly Cell[], op: Op): boolean {
  const id = op.op === 'insert' ? op.cell.id : op.cell
  const at = cells.findIndex((c) => c.id === id)
  const cell = cells[at]
  switch (op.op) {
    case 'insert':
      return cell !== undefined
    case 'delete':
      return cell === undefined
    case 'move':
      return !cell || at === clamp(op.at, cells.length - 1)
    case 'kind':
      return !cell || cell.kind === op.kind
    case 'source':
      return !cell || cell.source === op.source
  }
}

// difference gives the smallest single replacement that makes before into after.
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0
  const max = Math.min(before.length, after.length)
  while (from < max && before[from] === after[from]) from++
  let end = 0
  while (end < max - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

// merge gives mine with what theirs changed, both made from base. Where both changed the same characters mine stays.
export function merge(base: string, theirs: string, mine: string): string {
  const a = difference(base, theirs)
  const b = difference(base, mine)
  if (a.to > b.from && b.to > a.from) return mine
  const [first, second] = a.to <= b.from ? [a, b] : [b, a]
  return base.slice(0, first.from) + first.insert + base.slice(first.to, second.from) + second.insert + base.slice(second.to)
}

// change replaces one cell by f of it.
export function change(cells: readonly Cell[], id: string, f: (c: Cell) => Cell): Cell[] {
  return cells.map((c) => (c.id === id ? f(c) : c))
}

function withoutResults(cell: Cell): Cell {
  const { outputs: _o, diagnostics: _d, html: _h, adjoints: _a, count: _c, ms: _m, note: _n, also: _al, ...rest } = cell
  return { ...rest, state: 'not-run' }
}

function clamp(at: number, max: number): number {
  return Math.max(0, Math.min(at, max))
}
