// This file shows a text cell: the HTML that the server rendered, or the source while it is edited.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { fragment } from '../sanitise'
import { typeset } from './math'

export function Prose(props: { html: string; empty: string }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const el = host.current!
    if (props.html.trim() === '') {
      el.replaceChildren(Object.assign(document.createElement('p'), { className: 'mut', textContent: props.empty }))
      return
    }
    el.replaceChildren(fragment(props.html))
    for (const wide of el.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0')
    void typeset(el)
  }, [props.html])
  return <div class="md" ref={host} />
}
