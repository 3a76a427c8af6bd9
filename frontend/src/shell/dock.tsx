// This file is the place of the open panel: its head, and the divider that sets its width by pointer and by keys.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../context'
import { execute } from '../commands'
import { panels } from '../panels/registry'
import { recall, remember } from '../session'

const least = 360

function setWidth(px: number | undefined): void {
  const root = document.documentElement.style
  if (px === undefined) root.removeProperty('--dock')
  else root.setProperty('--dock', `${Math.round(px)}px`)
  remember('dock', px === undefined ? '' : String(Math.round(px)))
}

export function Dock() {
  const s = useSession()
  const panel = panels.find((p) => p.id === s.panel.value)
  if (!panel) return null
  const Body = s.asTable.value ? panel.Table : panel.View
  return (
    <>
      <Divider />
      <aside class="dock" id="panel" tabIndex={-1} aria-label={`${panel.title} panel`}>
        <div class="ph">
          <h2>{panel.title}</h2>
          <span class="sp" />
          <span class="seg" role="group" aria-label="Shown as">
            <button aria-pressed={!s.asTable.value} onClick={() => void (s.asTable.value = false)}>
              Picture
            </button>
            <button aria-pressed={s.asTable.value} onClick={() => void (s.asTable.value = true)}>
              Table
            </button>
          </span>
          <button class="b" onClick={() => execute(s, 'panel-close')}>
            Close
          </button>
        </div>
        <Body />
      </aside>
    </>
  )
}

function Divider() {
  const el = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(0.5)
  useEffect(() => {
    const width = Number(recall('dock'))
    if (width >= least) setWidth(width)
    document.documentElement.dataset['dock'] = recall('side') ?? 'side'
    setShare(now() / innerWidth)
  }, [])
  const dock = () => document.getElementById('panel')
  const most = () => Math.max(least, innerWidth - 480)
  const clamp = (px: number) => Math.max(least, Math.min(most(), px))
  const now = () => dock()?.getBoundingClientRect().width ?? least
  const key = (e: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: now() + 16, ArrowRight: now() - 16, Home: least, End: most() }
    const px = to[e.key]
    if (px === undefined) return
    setWidth(clamp(px))
    setShare(clamp(px) / innerWidth)
    e.preventDefault()
  }
  const drag = (e: PointerEvent) => {
    el.current?.setPointerCapture(e.pointerId)
    const move = (m: PointerEvent) => setWidth(clamp(innerWidth - m.clientX))
    el.current?.addEventListener('pointermove', move)
    el.current?.addEventListener('pointerup', () => el.current?.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <div
      ref={el}
      class="split"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={Math.round(100 * share)}
      aria-controls="panel"
      onKeyDown={key}
      onPointerDown={drag}
      onDblClick={() => setWidth(undefined)}
    >
      <i />
    </div>
  )
}
