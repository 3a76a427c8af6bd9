// This file ties the lines of an adjoint to the lines of the source that they answer, both ways.
import type { Adjoint, Cell, Link } from '../protocol'

export interface Row {
  cell: string
  line: number // from 1
  text: string
}

export interface Links {
  rows: readonly Row[] // of the source, cell after cell
  toAdjoint: ReadonlyMap<string, readonly number[]> // by rowKey; lines from 1
  toSource: ReadonlyMap<number, readonly string[]>
  sweeps: ReadonlyMap<number, string>
}

export const rowKey = (cell: string, line: number): string => `${cell}:${line}`

// Written is a line of the generated text that is shown.
export interface Written {
  line: number // from 1, in the whole text
  text: string
}

// body gives the lines of an adjoint that a reader wants first: the functions with their pullbacks, without package line,
// imports and the entries that only call them, and without the comments that say which line is answered, since the panel
// shows that. They come in the order of the functions that they are made of. If there is no such function it gives all.
export function body(adjoint: Adjoint, cells: readonly Cell[]): Written[] {
  const all = whole(adjoint.text)
  const blocks: Written[][] = []
  for (let i = 0; i < all.length; i++) {
    if (!/^func \w+VJP\d*\(/.test(all[i]!.text)) continue
    let from = i
    while (from > 0 && all[from - 1]!.text.startsWith('//')) from--
    let to = i
    while (to < all.length - 1 && all[to]!.text !== '}') to++
    blocks.push(all.slice(from, to + 1).map((w) => ({ ...w, text: w.text.replace(/\s*\/\/ \d+: .*$/, '') })))
    i = to
  }
  const sorted = blocks.map((b) => ({ b, at: origin(b, adjoint.lines ?? [], cells) })).sort((x, y) => x.at - y.at)
  const shown = sorted.flatMap(({ b }, i) => (i === 0 ? b : [{ line: 0, text: '' }, ...b]))
  return shown.length > 0 ? shown : all
}

// origin gives a number for the place in the source that a block of the adjoint is made of.
function origin(block: readonly Written[], links: readonly Link[], cells: readonly Cell[]): number {
  const lines = new Set(block.map((w) => w.line))
  const places = links
    .filter((l) => lines.has(l.adjoint))
    .map((l) => cells.findIndex((c) => c.id === l.cell) * 1e6 + l.line)
  return Math.min(...places, Number.MAX_SAFE_INTEGER)
}

// whole gives all lines of an adjoint.
export function whole(text: string): Written[] {
  return text.replace(/\n$/, '').split('\n').map((t, i) => ({ line: i + 1, text: t }))
}

// tie reads the map of an adjoint over the cells as they are now. Links to lines that are no longer there, or not shown, are
// left out.
export function tie(adjoint: Adjoint, cells: readonly Cell[], written: readonly Written[] = whole(adjoint.text)): Links {
  const there = new Set(written.map((w) => w.line))
  const links = (adjoint.lines ?? []).filter((l) => there.has(l.adjoint))
  const shown = cells.filter((c) => links.some((l) => l.cell === c.id))
  const rows = shown.flatMap((c) => extent(c, links).map((n) => ({ cell: c.id, line: n, text: lineOf(c.source, n) })))
  const known = new Set(rows.map((r) => rowKey(r.cell, r.line)))
  const toAdjoint = new Map<string, number[]>()
  const toSource = new Map<number, string[]>()
  const sweeps = new Map<number, string>()
  for (const l of links) {
    const key = rowKey(l.cell, l.line)
    if (!known.has(key)) continue
    put(toAdjoint, key, l.adjoint)
    put(toSource, l.adjoint, key)
    sweeps.set(l.adjoint, l.sweep)
  }
  for (const lines of toAdjoint.values()) lines.sort((a, b) => a - b)
  return { rows, toAdjoint, toSource, sweeps }
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (!list) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

function lineOf(source: string, n: number): string {
  return source.split('\n')[n - 1] ?? ''
}

// extent gives the lines of a cell to show: the declarations and statements of the top level that hold linked lines,
// from their first line to the line before the next one.
export function extent(cell: Cell, links: readonly Link[]): number[] {
  const lines = cell.source.split('\n')
  const linked = new Set(links.filter((l) => l.cell === cell.id).map((l) => l.line))
  const starts = lines.flatMap((text, i) => (/^[^\s})]/.test(text) && !continues(lines, i) ? [i] : []))
  const shown: number[] = []
  starts.forEach((start, i) => {
    const end = starts[i + 1] ?? lines.length
    const block = Array.from({ length: end - start }, (_, j) => start + j + 1)
    if (block.some((n) => linked.has(n))) shown.push(...block)
  })
  while (shown.length > 0 && lines[shown.at(-1)! - 1]!.trim() === '') shown.pop()
  return shown
}

// continues says whether a line belongs to the comment over it.
function continues(lines: readonly string[], i: number): boolean {
  return i > 0 && lines[i - 1]!.startsWith('//')
}

// step gives the next linked row of the source after the one chosen, around the ends; with none chosen the first one of the
// function that was asked for.
export function step(links: Links, from: string | undefined, by: number, func = ''): string | undefined {
  const keys = links.rows.map((r) => rowKey(r.cell, r.line)).filter((k) => links.toAdjoint.has(k))
  if (keys.length === 0) return undefined
  const at = from === undefined ? -1 : keys.indexOf(from)
  if (at >= 0) return keys[(at + by + keys.length) % keys.length]
  if (by < 0) return keys.at(-1)
  const head = links.rows.findIndex((r) => r.text.startsWith(`func ${func}(`))
  const first = links.rows.slice(Math.max(0, head)).find((r) => links.toAdjoint.has(rowKey(r.cell, r.line)))
  return first ? rowKey(first.cell, first.line) : keys[0]
}

// gaps gives for each row of the source how many empty rows stand before it, so that it is level with the first line of the
// forward sweep that it became. Long texts are scrolled side by side instead and have none.
export function gaps(links: Links, written: readonly Written[]): number[] {
  const none = links.rows.map(() => 0)
  if (written.length > 60) return none
  let level = 0
  return links.rows.map((r) => {
    const lines = links.toAdjoint.get(rowKey(r.cell, r.line)) ?? []
    const goal = written.findIndex((w) => lines.includes(w.line) && links.sweeps.get(w.line) === 'forward')
    const gap = goal < 0 ? 0 : Math.max(0, goal - level)
    level += gap + 1
    return gap
  })
}
