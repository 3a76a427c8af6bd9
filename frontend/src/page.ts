// This file reads what the server wrote into index.html. Unreplaced marks mean that the page was not
// served by it (a development server): then there is none.

function meta(name: string): string {
  const value = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return value.startsWith('__') ? '' : value
}

export const nonce = (): string => meta('costate-nonce')
export const csrf = (): string => meta('costate-csrf')
export const root = (): string => meta('costate-root')

// notebookPath gives the notebook that the address names.
export function notebookPath(): string | undefined {
  return new URLSearchParams(location.search).get('notebook') ?? undefined
}

export function notebookURL(path: string): string {
  return `/?notebook=${encodeURIComponent(path)}`
}

export function socketURL(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws?notebook=${encodeURIComponent(path)}`
}
