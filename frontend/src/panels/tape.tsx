// This file is the Tape panel: the bytes that a gradient keeps, over the time of the call, while it runs and after;
// below it the places that record, each with its line.
import { useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useSession } from '../context'
import { bytes, duration } from '../format'
import type { Session } from '../session'
import type { Site, Tape } from '../tape'

interface Shown {
  cell: string
  tape: Tape
  running: boolean
}

// choose finds the tape to show: of the running cell, else of the selected one, else of the last that has one.
export function choose(s: Session): Shown | undefined {
  const { tapes } = s.state.value
  const cells = s.cells.value
  const with_ = cells.filter((c) => tapes[c.id])
  const cell = with_.find((c) => c.state === 'running') ?? with_.find((c) => c.id === s.selected.value) ?? with_.at(-1)
  return cell && { cell: cell.id, tape: tapes[cell.id]!, running: cell.state === 'running' }
}

function Nothing() {
  return (
    <div class="pb plain">
      <p>The bytes that a gradient keeps for its reverse sweep appear here, over time, while it runs.</p>
      <p class="mut">
        Run a cell that calls a gradient, as <code>ad.Grad(f)(x)</code>. A call that is over at once may show nothing.
      </p>
    </div>
  )
}

export function TapeView() {
  const s = useSession()
  const shown = choose(s)
  if (!shown) return <Nothing />
  return (
    <div class="pb">
      <Summary shown={shown} />
      <Chart tape={shown.tape} />
      <Sites shown={shown} />
    </div>
  )
}

function Summary({ shown }: { shown: Shown }) {
  const s = useSession()
  const n = s.numbers.value.get(shown.cell)
  const { tape, running } = shown
  const peak = largest(tape)
  return (
    <p class="sub">
      <span>
        Cell {n}: {running && <><b>{bytes(tape.bytes.at(-1) ?? 0)}</b> now, </>}
        <b>{bytes(tape.peak)}</b> at its peak
        {peak && (
          <>
            ; the largest part is <code>{peak.name}</code> of line {peak.line}
          </>
        )}
      </span>
    </p>
  )
}

function largest(tape: Tape): Site | undefined {
  return tape.sites.reduce<Site | undefined>((a, b) => (a && a.peak >= b.peak ? a : b), undefined)
}

// ceiling gives the end of an axis that holds a value: 1, 2 or 5 times a power of ten, so that a chart that
// grows changes its scale seldom.
export function ceiling(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((m) => m * power).find((m) => m >= value) ?? 10 * power
}

// short takes a zero after the point away, for the ticks of an axis.
function short(text: string): string {
  return text.replace(/\.0(?= )/, '')
}

function ink(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}

function options(width: number, height: number): uPlot.Options {
  const font = '11px Inter, system-ui, sans-serif'
  const axis = { stroke: ink('--ink-3'), font, ticks: { show: false }, border: { show: true, stroke: ink('--edge'), width: 1 } }
  return {
    width,
    height,
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    legend: { show: false },
    scales: {
      x: { time: false, range: (_u, _min, max) => [0, ceiling(max || 1)] },
      y: { range: (_u, _min, max) => [0, ceiling(max || 1)] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_u, ticks) => ticks.map((t) => (t === 0 ? '0' : short(duration(t)))), space: 80, size: 28 },
      { ...axis, grid: { stroke: ink('--line'), width: 1 }, values: (_u, ticks) => ticks.map((t) => (t === 0 ? '0' : short(bytes(t)))), size: 60, space: 40 },
    ],
    series: [
      {},
      { stroke: ink('--keep'), width: 1.75, fill: ink('--keep-tint'), paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } },
    ],
  }
}

function Chart({ tape }: { tape: Tape }) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const latest = useRef(tape)
  latest.current = tape
  useEffect(() => {
    const el = host.current!
    const data = (): uPlot.AlignedData => [[...latest.current.ms], [...latest.current.bytes]]
    const size = () => Math.max(240, el.clientWidth)
    const make = () => {
      plot.current?.destroy()
      plot.current = new uPlot(options(size(), 240), data(), el)
    }
    make()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: size(), height: 240 }))
    dark.addEventListener('change', make)
    sizes.observe(el)
    return () => {
      dark.removeEventListener('change', make)
      sizes.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => plot.current?.setData([[...tape.ms], [...tape.bytes]]))
    return () => cancelAnimationFrame(frame)
  }, [tape])
  const words = `Tape over ${duration(tape.ms.at(-1) ?? 0)}: ${bytes(tape.peak)} at its peak.`
  return (
    <figure>
      <p class="charttitle" aria-hidden="true">
        tape, bytes kept
      </p>
      <div class="chart" ref={host} role="img" aria-label={words} tabIndex={0} />
      <p class="mut hint">
        <kbd>T</kbd> shows the numbers.
      </p>
    </figure>
  )
}

function Sites({ shown: { tape, running } }: { shown: Shown }) {
  const s = useSession()
  const numbers = s.numbers.value
  const sites = useMemo(() => [...tape.sites].sort((a, b) => b.peak - a.peak), [tape])
  const light = (site: Site | undefined) => () => void (s.lit.value = site ? [{ cell: site.cell, lines: [site.line] }] : [])
  return (
    <>
      <h3>
        Where it is recorded <small>{sites.length === 1 ? 'one place' : `${sites.length} places`}</small>
      </h3>
      <div class="scroll" tabIndex={0} role="group" aria-label="Places that record">
        <table class="t">
          <thead>
            <tr>
              <th>value</th>
              <th>function</th>
              <th>line</th>
              <th class="num">rows</th>
              {running && <th class="num">now</th>}
              <th class="num">peak</th>
            </tr>
          </thead>
          <tbody>
            {sites.map((x) => (
              <tr key={`${x.func} ${x.name} ${x.cell} ${x.line}`} onMouseEnter={light(x)} onMouseLeave={light(undefined)}>
                <td>
                  <code class="kp">{x.name}</code>
                </td>
                <td>
                  <code>{x.func}</code>
                </td>
                <td>
                  <button class="place" onClick={() => s.goTo(x.cell, x.line)}>
                    cell {numbers.get(x.cell) ?? '?'}, line {x.line}
                  </button>
                </td>
                <td class="num">{x.rows ?? ''}</td>
                {running && <td class="num">{bytes(x.bytes)}</td>}
                <td class="num">{bytes(x.peak)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

// sample takes at most n of the points, the last one among them.
export function sample(tape: Tape, n: number): { ms: number; bytes: number }[] {
  const all = tape.ms.map((ms, i) => ({ ms, bytes: tape.bytes[i]! }))
  if (all.length <= n) return all
  return Array.from({ length: n }, (_, i) => all[Math.round((i * (all.length - 1)) / (n - 1))]!)
}

export function TapeTable() {
  const s = useSession()
  const shown = useComputed(() => choose(s)).value
  if (!shown) return <Nothing />
  return (
    <div class="pb">
      <Summary shown={shown} />
      <Sites shown={shown} />
      <h3>Over time</h3>
      <table class="t short">
        <thead>
          <tr>
            <th class="num">time</th>
            <th class="num">tape</th>
          </tr>
        </thead>
        <tbody>
          {sample(shown.tape, 24).map((p, i) => (
            <tr key={i}>
              <td class="num">{duration(p.ms)}</td>
              <td class="num">{bytes(p.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
