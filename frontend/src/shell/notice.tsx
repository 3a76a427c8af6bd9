// This file is the bar at the foot: one notice at a time, the gravest first, with what can be done about it. It lies over
// the page and never pushes it.
import { useComputed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../context'
import { baseName, clockSeconds } from '../format'
import { notebookPath } from '../page'

export function NoticeBar() {
  const s = useSession()
  const link = useComputed(() => s.state.value.link).value
  const loaded = useComputed(() => s.state.value.loaded).value
  const ended = useComputed(() => s.state.value.kernel.state === 'ended' && !s.state.value.stoppedIn).value
  const message = useComputed(() => s.state.value.kernel.message).value
  const notice = useComputed(() => s.state.value.notices.at(-1)).value
  const readOnly = useComputed(() => s.state.value.readOnly).value
  if (link === 'lost') return <Lost />
  if (link === 'refused') {
    return (
      <div class="notice" role="alert">
        <b>{baseName(notebookPath() ?? '')} is not open.</b>
        <span>{notice?.text}</span>
        <span class="sp" />
        <a class="b line" href="/">
          All notebooks
        </a>
      </div>
    )
  }
  if (!loaded) return <div class="notice quiet" role="status">Opening {baseName(notebookPath() ?? '')}</div>
  if (ended) {
    return (
      <div class="notice" role="alert">
        <b>The kernel stopped.</b>
        <span>{message ?? 'All outputs are kept, all variables are gone.'}</span>
        <span class="sp" />
        <button class="b line" onClick={() => s.ask({ type: 'restart' })}>
          Restart
        </button>
      </div>
    )
  }
  if (notice) {
    return (
      <div class={`notice ${notice.level === 'info' ? 'quiet' : ''}`} role={notice.level === 'info' ? 'status' : 'alert'}>
        <span>{notice.text}</span>
        <span class="sp" />
        {notice.code === 'changed-on-disk' && (
          <>
            <button class="b line" onClick={() => s.ask({ type: 'save', overwrite: true })}>
              Save anyway
            </button>
            <button
              class="b line"
              onClick={() => {
                s.dispatch({ type: 'dismiss', id: notice.id })
                s.ask({ type: 'reload' })
              }}
            >
              Take the file as it is
            </button>
          </>
        )}
        <button class="b" onClick={() => s.dispatch({ type: 'dismiss', id: notice.id })}>
          Close
        </button>
      </div>
    )
  }
  return readOnly ? <ReadOnly why={readOnly} /> : null
}

function ReadOnly({ why }: { why: string }) {
  const s = useSession()
  const copy = s.state.value.path.replace(/(\.ipynb)?$/, '-copy.ipynb')
  return (
    <div class="notice quiet" role="status">
      <span>{why}</span>
      <span class="sp" />
      <button class="b line" onClick={() => s.ask({ type: 'save', as: copy })}>
        Save a copy as {baseName(copy)}
      </button>
    </div>
  )
}

function Lost() {
  const s = useSession()
  const { lostAt, retryAt, loaded, wantsToken } = s.state.value
  const running = s.cells.value.find((c) => c.state === 'running')
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const wait = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000))
  return (
    <div class="notice" role="alert">
      <b>
        {wantsToken
          ? 'The server was started anew and wants its token: open the address that it has printed.'
          : `No connection to the server since ${clockSeconds(lostAt ?? now)}.`}
      </b>
      <span>
        {loaded && 'Go on typing: edits are kept in this page. '}
        {running && !wantsToken && `Cell ${s.numbers.value.get(running.id)} goes on running over there. `}
      </span>
      <span aria-live="off">{wait > 0 ? `Next try in ${wait} s.` : 'Trying now.'}</span>
      <span class="sp" />
      <button class="b line" onClick={() => s.retry()}>
        Try now
      </button>
    </div>
  )
}
