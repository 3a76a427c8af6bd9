// This file collects what the tape events say over one run of a cell: the total over time, and for each
// recording site its bytes now and at its peak.
import type { Region } from './protocol'

export interface Site extends Region {
  peak: number
}

export interface Tape {
  readonly ms: readonly number[]
  readonly bytes: readonly number[]
  readonly sites: readonly Site[]
  readonly peak: number
  readonly base: number // ms of the calls before this one: a cell may call several gradients
  readonly last: number // ms of the last event, as it came
}

export const emptyTape: Tape = { ms: [], bytes: [], sites: [], peak: 0, base: 0, last: 0 }

const most = 2000

export function total(regions: readonly Region[]): number {
  return regions.reduce((sum, r) => sum + r.bytes, 0)
}

const same = (a: Region, b: Region) =>
  a.func === b.func && a.name === b.name && a.cell === b.cell && a.line === b.line

// add takes an event in.
export function add(tape: Tape, ms: number, regions: readonly Region[]): Tape {
  const base = ms < tape.last ? tape.base + tape.last : tape.base
  const now = total(regions)
  const sites: Site[] = tape.sites.map((s) => {
    const r = regions.find((x) => same(x, s))
    return r ? { ...r, peak: Math.max(s.peak, r.bytes) } : { ...s, bytes: 0 }
  })
  for (const r of regions) {
    if (!tape.sites.some((s) => same(s, r))) sites.push({ ...r, peak: r.bytes })
  }
  const [times, bytes] = thin([...tape.ms, base + ms], [...tape.bytes, now])
  return { ms: times, bytes, sites, peak: Math.max(tape.peak, now), base, last: ms }
}

// reversed gives the share of the tape that the reverse sweep has taken back: 0 while it grows. The peak that counts is the
// last one, since a cell may run several gradients.
export function reversed(tape: Tape): number {
  const { bytes } = tape
  let i = bytes.length - 1
  while (i > 0 && bytes[i - 1]! >= bytes[i]!) i--
  const peak = bytes[i] ?? 0
  return peak > 0 ? 1 - bytes.at(-1)! / peak : 0
}

// thin halves a series that has grown long: of each four points the lowest and the highest stay, in their order.
export function thin(ms: number[], bytes: number[]): [number[], number[]] {
  if (ms.length <= most) return [ms, bytes]
  const outMs: number[] = []
  const outBytes: number[] = []
  for (let i = 0; i < ms.length; i += 4) {
    const end = Math.min(i + 4, ms.length)
    let low = i
    let high = i
    for (let j = i + 1; j < end; j++) {
      if (bytes[j]! < bytes[low]!) low = j
      if (bytes[j]! > bytes[high]!) high = j
    }
    for (const j of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      outMs.push(ms[j]!)
      outBytes.push(bytes[j]!)
    }
  }
  return [outMs, outBytes]
}
