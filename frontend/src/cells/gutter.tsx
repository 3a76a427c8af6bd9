// This file is what stands left of a cell: its number, how it stands, and the button that runs or stops it.
import { useEffect, useState } from 'preact/hooks'
import { duration } from '../format'
import type { Cell } from '../protocol'

interface Props {
  cell: Cell
  number: number
  queuedAt: number // 0: runs next
  stopped: boolean
  disabled: boolean
  run(): void
  stop(): void
}

export function Gutter({ cell, number, queuedAt, stopped, disabled, run, stop }: Props) {
  const busy = cell.state === 'running' || cell.state === 'queued'
  return (
    <div class="gu">
      <b>{number}</b>
      <span class="t">{cell.state === 'running' ? <Ticker /> : word(cell, queuedAt, stopped)}</span>
      <button
        class="go"
        aria-label={busy ? `Stop cell ${number}` : `Run cell ${number}`}
        disabled={disabled}
        onClick={busy ? stop : run}
      >
        {busy ? '■' : '▸'}
      </button>
    </div>
  )
}

function word(cell: Cell, queuedAt: number, stopped: boolean): string {
  if (stopped) return 'stopped'
  switch (cell.state) {
    case 'queued':
      return queuedAt === 0 ? 'next' : 'then'
    case 'stale':
      return 'stale'
    case 'error':
      return 'error'
    default:
      return cell.ms === undefined ? '' : duration(cell.ms)
  }
}

// Ticker counts the seconds of a running cell.
function Ticker() {
  const [start] = useState(() => Date.now())
  const [now, setNow] = useState(start)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">{((now - start) / 1000).toFixed(1)} s</span>
}
