// This file finds the headings of a notebook and the code cells that stand under each.
import type { Cell } from '../protocol'

export interface Section {
  cell: string // the text cell of the heading; empty for code before any heading
  title: string
  level: number
  code: Cell[]
}

const heading = /^(#{1,3})\s+(.+?)\s*#*\s*$/

export function sections(cells: readonly Cell[]): Section[] {
  const list: Section[] = []
  for (const cell of cells) {
    if (cell.kind === 'code') {
      if (list.length === 0) list.push({ cell: cell.id, title: '', level: 1, code: [] })
      list.at(-1)!.code.push(cell)
      continue
    }
    if (cell.kind !== 'markdown') continue
    let fenced = false
    for (const line of cell.source.split('\n')) {
      if (line.startsWith('```')) fenced = !fenced
      const m = fenced ? null : heading.exec(line)
      if (m) list.push({ cell: cell.id, title: plain(m[2]!), level: m[1]!.length, code: [] })
    }
  }
  return list
}

// plain takes the marks of Markdown out of a heading.
function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '')
}
