// This file keeps what the page wants to say until the server has taken it. One edit is under way at
// a time, since an edit names the version that it was made for; what is asked for after an edit (a
// run, a save) waits until the edit is in. Source edits of one cell that still wait are joined.
import { apply, merge, settled } from './document'
import type { Cell, ClientMessage, Op } from './protocol'

export type Item =
  | { ref: string; ops: Op[] } // an edit
  | { ref: string; revert: number }
  | { message: ClientMessage } // anything else

export interface Outbox {
  readonly waiting: readonly Item[]
  readonly underWay: Item | undefined
  readonly next: number // number of the next ref
}

export const emptyOutbox: Outbox = { waiting: [], underWay: undefined, next: 1 }

const isEdit = (item: Item | undefined): item is { ref: string; ops: Op[] } => item !== undefined && 'ops' in item

function soleSource(item: Item | undefined): Extract<Op, { op: 'source' }> | undefined {
  const op = isEdit(item) && item.ops.length === 1 ? item.ops[0] : undefined
  return op?.op === 'source' ? op : undefined
}

// edit puts an edit at the end.
export function edit(box: Outbox, ops: Op[]): Outbox {
  const ref = String(box.next)
  const last = box.waiting.at(-1)
  const waits = soleSource(last)
  const comes = soleSource({ ref, ops })
  if (last && 'ref' in last && waits && comes && waits.cell === comes.cell) {
    return { ...box, waiting: [...box.waiting.slice(0, -1), { ref: last.ref, ops }] }
  }
  return { ...box, next: box.next + 1, waiting: [...box.waiting, { ref, ops }] }
}

// revert puts the undoing of an edit at the end.
export function revert(box: Outbox, version: number): Outbox {
  return { ...box, next: box.next + 1, waiting: [...box.waiting, { ref: String(box.next), revert: version }] }
}

// ask puts a message that is not an edit at the end.
export function ask(box: Outbox, message: ClientMessage): Outbox {
  return { ...box, waiting: [...box.waiting, { message }] }
}

// take gives what can be sent now, for a document of this version.
export function take(box: Outbox, version: number): [Outbox, ClientMessage[]] {
  const messages: ClientMessage[] = []
  let { underWay } = box
  let i = 0
  for (; i < box.waiting.length && !underWay; i++) {
    const item = box.waiting[i]!
    if ('message' in item) {
      messages.push(item.message)
      continue
    }
    underWay = item
    messages.push(
      'ops' in item
        ? { type: 'edit', ref: item.ref, base: version, ops: item.ops }
        : { type: 'revert', ref: item.ref, edit: item.revert },
    )
  }
  return [{ ...box, underWay, waiting: box.waiting.slice(i) }, messages]
}

// done takes away the edit under way if ref is its name.
export function done(box: Outbox, ref: string | undefined): Outbox {
  const { underWay } = box
  if (!underWay || !('ref' in underWay) || underWay.ref !== ref) return box
  return { ...box, underWay: undefined }
}

// again puts the edit under way back at the front, to be made for a newer version.
export function again(box: Outbox): Outbox {
  return box.underWay ? { ...box, underWay: undefined, waiting: [box.underWay, ...box.waiting] } : box
}

// rebase puts what another page changed in a text into the edits of that text that the server has not taken: an edit
// holds the whole text, and would take the other's words away when it is made anew.
export function rebase(box: Outbox, cell: string, base: string, theirs: string): Outbox {
  const op = (o: Op): Op => (o.op === 'source' && o.cell === cell ? { ...o, source: merge(base, theirs, o.source) } : o)
  const item = <T extends Item>(i: T): T => (isEdit(i) ? { ...i, ops: i.ops.map(op) } : i)
  return { ...box, underWay: box.underWay && item(box.underWay), waiting: box.waiting.map(item) }
}

// afterSnapshot is for a connection that came back with a whole document: an edit under way may or may not
// have arrived. It is sent anew unless the document already is as it would make it. A revert is given up,
// and so is all that was asked besides edits, which was meant for a moment that has passed.
export function afterSnapshot(box: Outbox, cells: readonly Cell[]): Outbox {
  const all = [...(box.underWay ? [box.underWay] : []), ...box.waiting]
  let now = cells // with the edits before: a text may be that of a cell which waits itself
  const waiting = all.filter((item) => {
    if (!isEdit(item) || item.ops.every((op) => settled(now, op))) return false
    now = item.ops.reduce<readonly Cell[]>(apply, now)
    return true
  })
  return { ...box, underWay: undefined, waiting }
}

// unsent are the ops that the server has not confirmed, in order.
export function unsent(box: Outbox): Op[] {
  return [box.underWay, ...box.waiting].flatMap((item) => (isEdit(item) ? item.ops : []))
}

// unsentEdits counts edits that wait, for the words "3 edits kept here".
export function unsentEdits(box: Outbox): number {
  return [box.underWay, ...box.waiting].filter(isEdit).length
}
