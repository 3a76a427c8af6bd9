// This file is the list of files: the page without a notebook.
import { useEffect, useState } from 'preact/hooks'
import { csrf, notebookURL, root } from '../page'
import { Mark } from './mark'

interface Entry {
  name: string
  path: string
  kind: 'dir' | 'notebook' | 'image' | 'file'
}

async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  const body = (await answer.json()) as T & { error?: string }
  if (!answer.ok) throw new Error(body.error ?? `the server answered ${answer.status}`)
  return body
}

export function Files() {
  const [dir, setDir] = useState(new URLSearchParams(location.search).get('dir') ?? '')
  const [entries, setEntries] = useState<Entry[]>()
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    setTrouble('')
    call<{ entries?: Entry[] }>(`/api/files?dir=${encodeURIComponent(dir)}`).then(
      (list) => setEntries(list.entries ?? []),
      (e: Error) => setTrouble(e.message),
    )
  }, [dir])
  const create = () => {
    const headers = { 'Content-Type': 'application/json', 'X-Costate-Token': csrf() }
    call<{ path: string }>('/api/files', { method: 'POST', headers, body: JSON.stringify({ dir }) }).then(
      ({ path }) => location.assign(notebookURL(path)),
      (e: Error) => setTrouble(e.message),
    )
  }
  const up = dir.includes('/') ? dir.slice(0, dir.lastIndexOf('/')) : ''
  return (
    <>
      <header class="top" id="bar">
        <a class="mark" href="/" aria-label="Costate, all notebooks">
          <Mark />
          <span>Costate</span>
        </a>
        <span class="file">{root()}</span>
        <span class="mut">{dir}</span>
        <span class="sp" />
        <button class="b line" onClick={create}>
          New notebook
        </button>
      </header>
      <main class="doc files" id="document">
        <div class="col">
          <h1>Notebooks</h1>
          {trouble && <p class="msg" role="alert">{trouble}</p>}
          <ul>
            {dir !== '' && (
              <li>
                <button class="place" onClick={() => setDir(up)}>
                  ..
                </button>
              </li>
            )}
            {entries?.map((e) => (
              <li key={e.path}>
                {e.kind === 'dir' ? (
                  <button class="place" onClick={() => setDir(e.path)}>
                    {e.name}/
                  </button>
                ) : e.kind === 'notebook' ? (
                  <a href={notebookURL(e.path)}>{e.name}</a>
                ) : (
                  <span class="mut">{e.name}</span>
                )}
              </li>
            ))}
          </ul>
          {entries?.length === 0 && <p class="mut">Nothing here yet. A new notebook is a file in this folder.</p>}
        </div>
      </main>
    </>
  )
}
