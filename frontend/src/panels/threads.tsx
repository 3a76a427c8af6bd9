// This file draws the threads between two panes of lines: a hairline for each linked pair in view, and a band from
// blue to orange for what is lit. The panes scroll apart, so it draws anew when either moves.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RefObject } from 'preact'
import type { Links } from './links'

interface Props {
  left: RefObject<HTMLElement | null>
  right: RefObject<HTMLElement | null>
  links: Links
  rows: ReadonlySet<string>
  lines: ReadonlySet<number>
}

interface Thread {
  y1: number
  y2: number
  lit: boolean
  forward: boolean
}

// place gives the middle of a line within its pane's window, held at the pane's edges so that a band can point out of view.
function place(pane: HTMLElement, el: HTMLElement): { y: number; inView: boolean } {
  const y = el.offsetTop - pane.scrollTop + el.offsetHeight / 2
  const h = pane.clientHeight
  return { y: Math.max(0, Math.min(h, y)), inView: y >= 0 && y <= h }
}

export function Threads({ left, right, links, rows, lines }: Props) {
  const [, again] = useState(0)
  const svg = useRef<SVGSVGElement>(null)
  useEffect(() => {
    let asked = 0
    const draw = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => again((n) => n + 1))
    }
    const panes = [left.current, right.current].filter((p) => p !== null)
    const sizes = new ResizeObserver(draw)
    for (const p of panes) {
      p.addEventListener('scroll', draw, { passive: true })
      sizes.observe(p)
    }
    draw()
    return () => {
      cancelAnimationFrame(asked)
      sizes.disconnect()
      for (const p of panes) p.removeEventListener('scroll', draw)
    }
  }, [links])

  const threads: Thread[] = []
  if (left.current && right.current) {
    for (const [row, answers] of links.toAdjoint) {
      const from = left.current.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
      if (!from) continue
      const a = place(left.current, from)
      for (const n of answers) {
        const to = right.current.querySelector<HTMLElement>(`[data-line="${n}"]`)
        if (!to) continue
        const b = place(right.current, to)
        const lit = rows.has(row) && lines.has(n)
        if (lit || (a.inView && b.inView)) threads.push({ y1: a.y, y2: b.y, lit, forward: links.sweeps.get(n) === 'forward' })
      }
    }
  }
  const h = left.current?.clientHeight ?? 0
  return (
    <svg ref={svg} class="threads" viewBox={`0 0 64 ${Math.max(1, h)}`} preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <linearGradient id="band">
          <stop offset="0" class="stop-f" />
          <stop offset="1" class="stop-r" />
        </linearGradient>
      </defs>
      {threads.filter((t) => !t.lit).map((t, i) => (
        <path key={i} class="thread" d={`M0 ${t.y1}C32 ${t.y1} 32 ${t.y2} 64 ${t.y2}`} />
      ))}
      {threads.filter((t) => t.lit).map((t, i) => (
        <path
          key={`lit${i}`}
          class={t.forward ? 'band forward' : 'band'}
          d={`M0 ${t.y1 - 10}C32 ${t.y1 - 10} 32 ${t.y2 - 10} 64 ${t.y2 - 10}V${t.y2 + 10}C32 ${t.y2 + 10} 32 ${t.y1 + 10} 0 ${t.y1 + 10}Z`}
        />
      ))}
    </svg>
  )
}
