// This file reads the colours of terminal text (SGR sequences); all else of a terminal's language is dropped.

export interface Run {
  text: string
  class: string
}

// controls do nothing on a page, or worse: they are not shown.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

const sequence = /\u001b\[([0-9;]*)m|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001b./g

export function runs(text: string): Run[] {
  const out: Run[] = []
  let at = 0
  let bold = false
  let colour = ''
  const put = (raw: string) => {
    const part = raw.replace(controls, '')
    if (part) out.push({ text: part, class: [bold ? 'ansi-b' : '', colour].filter(Boolean).join(' ') })
  }
  for (const m of text.matchAll(sequence)) {
    put(text.slice(at, m.index))
    at = m.index + m[0].length
    if (m[1] === undefined) continue
    for (const code of (m[1] || '0').split(';').map(Number)) {
      if (code === 0) {
        bold = false
        colour = ''
      } else if (code === 1) bold = true
      else if (code === 22) bold = false
      else if (code === 39) colour = ''
      else if (code >= 30 && code <= 37) colour = `ansi-${code - 30}`
      else if (code >= 90 && code <= 97) colour = `ansi-${code - 90}`
    }
  }
  put(text.slice(at))
  return out
}
