// This file shows outputs, one function for each kind. Pictures become images of their own (no script of an SVG runs
// there), HTML lives in a frame without scripts, text may be coloured.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { nonce } from '../page'
import type { Output } from '../protocol'
import { fragment, trusted } from '../sanitise'
import { runs } from './ansi'
import { Failure } from './error'
import { Prose } from './markdown'

export function Outputs(props: { list: readonly Output[]; old: boolean; errorsShown: boolean }) {
  const list = props.errorsShown ? props.list.filter((o) => o.output_type !== 'error') : props.list
  if (list.length === 0) return null
  return (
    <div class={`out ${props.old ? 'was' : ''}`}>
      {list.map((o, i) => (
        <OneOutput key={`${i}-${o.output_type}`} output={o} />
      ))}
    </div>
  )
}

function OneOutput({ output }: { output: Output }) {
  switch (output.output_type) {
    case 'stream':
      return <Terminal text={output.text} error={output.name === 'stderr'} />
    case 'error':
      return <Failure output={output} />
    default:
      return <Shown show={output.show} data={output.data} />
  }
}

function Shown({ show, data }: { show: string; data: Record<string, string> }) {
  const body = data[show] ?? ''
  const words = data['text/plain'] ?? ''
  switch (show) {
    case 'image/svg+xml':
      return <Picture type={show} content={body} words={words} />
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
      return <Picture type={show} content={body} words={words} base64 />
    case 'text/html':
      return 'text/markdown' in data ? <Prose html={body} empty="" /> : <Frame html={body} />
    case 'text/latex':
      return <Prose html={escape(body)} empty="" />
    case 'application/json':
      return <Terminal text={pretty(body)} error={false} />
    default:
      return <Terminal text={data['text/plain'] ?? body} error={false} value />
  }
}

function Terminal(props: { text: string; error: boolean; value?: boolean }) {
  const parts = useMemo(() => runs(props.text.replace(/\n$/, '')), [props.text])
  const scrolls = props.text.length > 1500 || props.text.split('\n').length > 20
  const el = useRef<HTMLPreElement>(null)
  const before = useRef(0)
  useLayoutEffect(() => {
    // Text that grows stays at its end if the reader is there; text that was there is read from its beginning.
    const pre = el.current!
    const grew = before.current > 0 && pre.scrollHeight > before.current
    if (grew && pre.scrollTop + pre.clientHeight >= before.current - 4) pre.scrollTop = pre.scrollHeight
    before.current = pre.scrollHeight
  }, [props.text])
  return (
    <pre ref={el} class={`text ${props.error ? 'stderr' : ''} ${props.value ? 'value' : ''}`} tabIndex={scrolls ? 0 : undefined}>
      {props.error && <span class="sr">standard error: </span>}
      {parts.map((p, i) => (p.class ? <span key={i} class={p.class}>{p.text}</span> : p.text))}
    </pre>
  )
}

// Picture shows an image by a blob, with its words as the alternative and as a twin to read.
function Picture(props: { type: string; content: string; words: string; base64?: boolean }) {
  const [url, setURL] = useState<string>()
  useEffect(() => {
    const bytes = props.base64 ? fromBase64(props.content) : props.content
    if (bytes === undefined) return
    const made = URL.createObjectURL(new Blob([bytes], { type: props.type }))
    setURL(made)
    return () => URL.revokeObjectURL(made)
  }, [props.type, props.content, props.base64])
  const alt = props.words.split('\n')[0] || 'picture without a description'
  return (
    <figure class="fig">
      {url && <img src={url} alt={alt} class={props.type === 'image/svg+xml' ? 'svg' : ''} />}
      {props.words.trim() !== '' && (
        <details class="words">
          <summary>In words</summary>
          <pre tabIndex={0}>{props.words}</pre>
        </details>
      )}
    </figure>
  )
}

// Frame shows HTML where no script runs. Such a frame tells nobody how high it is, so the same nodes are measured
// once, out of sight.
function Frame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  const dark = useDark()
  useEffect(() => {
    const el = frame.current!
    const probe = document.createElement('div')
    probe.className = 'probe'
    probe.append(fragment(html))
    el.parentElement!.append(probe)
    setHeight(Math.min(Math.ceil(probe.getBoundingClientRect().height) + 16, 640))
    probe.remove()
    const page = getComputedStyle(el)
    const style = `html{color-scheme:${page.colorScheme};font:13px/1.5 system-ui,sans-serif;color:${page.color};background:transparent}body{margin:0}table{border-collapse:collapse}td,th{padding:2px 8px}th:not([align]){text-align:left}caption{text-align:left;font-size:12px}`
    const policy = trustedStyle(style)
    el.srcdoc = policy(trusted(html))
  }, [html, dark])
  return <iframe ref={frame} class="html" sandbox="" title="HTML output" style={{ height: `${height}px` }} />
}

// useDark says whether the page is dark; a frame takes its colours from the page when it is written.
function useDark(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [dark, setDark] = useState(query.matches)
  useEffect(() => {
    const change = () => setDark(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [query])
  return dark
}

type Policy = { createHTML(s: string): string }

// trustedStyle puts the page's own style before HTML that DOMPurify has passed.
function trustedStyle(style: string): (html: string) => string {
  const make = (html: string) => `<!doctype html><style nonce="${nonce()}">${style}</style>${html}`
  const factory = (globalThis as { trustedTypes?: { createPolicy(n: string, p: Policy): Policy } }).trustedTypes
  if (!factory) return make
  const policy = factory.createPolicy('costate', { createHTML: make })
  return (html) => policy.createHTML(String(html))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (c) => c.charCodeAt(0))
  } catch {
    return undefined
  }
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]!)
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
