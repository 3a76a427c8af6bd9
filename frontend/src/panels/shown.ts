// This file says what the Adjoint panel shows and what of it is lit.
import type { Piece } from '../cells/highlight'
import type { Adjoint, Cell } from '../protocol'
import type { Links, Written } from './links'

export interface Chosen {
  cell: Cell
  adjoint: Adjoint
}

export interface Shown extends Chosen {
  links: Links
  written: readonly Written[]
  code: ReadonlyMap<number, Piece[]> // by line
}

// split takes a rowKey apart.
export function split(key: string): [string, number] {
  const at = key.lastIndexOf(':')
  return [key.slice(0, at), Number(key.slice(at + 1))]
}

export interface Light {
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
