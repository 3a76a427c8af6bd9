// This file is the table of keys. A key belongs to a command and to the place where it counts; Jupyter's habits
// hold, but the browser keeps Alt with arrows and Ctrl with digits, and nothing destroys without an undo.

export type Where = 'any' | 'cell' | 'editor' | 'panel'

export interface Key {
  keys: string // "Shift+Enter"; parts of a sequence are apart: "G A"
  where: Where
  command: string
}

export const keys: readonly Key[] = [
  { keys: 'Mod+K', where: 'any', command: 'commands' },
  { keys: 'Mod+S', where: 'any', command: 'save' },
  { keys: 'F6', where: 'any', command: 'next-part' },
  { keys: 'Shift+F6', where: 'any', command: 'previous-part' },
  { keys: 'Shift+Enter', where: 'editor', command: 'run-next' },
  { keys: 'Mod+Enter', where: 'editor', command: 'run' },
  { keys: 'Escape', where: 'editor', command: 'leave' },
  { keys: 'Mod+Space', where: 'editor', command: 'complete' },
  { keys: 'F1', where: 'editor', command: 'describe' },
  { keys: 'Shift+Enter', where: 'cell', command: 'run-next' },
  { keys: 'Mod+Enter', where: 'cell', command: 'run' },
  { keys: 'Enter', where: 'cell', command: 'edit' },
  { keys: 'ArrowUp', where: 'cell', command: 'previous' },
  { keys: 'ArrowDown', where: 'cell', command: 'next' },
  { keys: 'K', where: 'cell', command: 'previous' },
  { keys: 'J', where: 'cell', command: 'next' },
  { keys: 'Shift+K', where: 'cell', command: 'move-up' },
  { keys: 'Shift+J', where: 'cell', command: 'move-down' },
  { keys: 'A', where: 'cell', command: 'insert-above' },
  { keys: 'B', where: 'cell', command: 'insert-below' },
  { keys: 'M', where: 'cell', command: 'to-text' },
  { keys: 'Y', where: 'cell', command: 'to-code' },
  { keys: 'X', where: 'cell', command: 'delete' },
  { keys: 'Z', where: 'cell', command: 'undo' },
  { keys: 'Shift+Z', where: 'cell', command: 'redo' },
  { keys: 'E', where: 'cell', command: 'run-stale' },
  { keys: 'I I', where: 'cell', command: 'interrupt' },
  { keys: '0 0', where: 'cell', command: 'restart' },
  { keys: '?', where: 'cell', command: 'keys' },
  { keys: 'D', where: 'cell', command: 'dock' },
  { keys: 'G R', where: 'cell', command: 'reactive' },
  { keys: 'G N', where: 'cell', command: 'autorun' },
  { keys: 'G A', where: 'cell', command: 'panel-adjoint' },
  { keys: 'G M', where: 'cell', command: 'panel-tape' },
  { keys: 'G G', where: 'cell', command: 'panel-close' },
  { keys: 'G G', where: 'panel', command: 'panel-close' },
  { keys: 'G A', where: 'panel', command: 'panel-adjoint' },
  { keys: 'G M', where: 'panel', command: 'panel-tape' },
  { keys: 'D', where: 'panel', command: 'dock' },
  { keys: '?', where: 'panel', command: 'keys' },
  { keys: 'Escape', where: 'panel', command: 'back-to-cell' },
  { keys: '[', where: 'panel', command: 'link-previous' },
  { keys: ']', where: 'panel', command: 'link-next' },
  { keys: 'T', where: 'panel', command: 'table' },
  { keys: 'I I', where: 'panel', command: 'interrupt' },
]

// Pressed is the part of a keyboard event that counts.
export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

// name writes a pressed key as the table does: letters in capitals, Mod for Ctrl or Command.
export function name(e: Pressed): string {
  const letter = /^[a-z]$/i.test(e.key)
  const key = letter ? e.key.toUpperCase() : e.key === ' ' ? 'Space' : e.key
  const shift = e.shiftKey && (letter || key.length > 1)
  return `${e.ctrlKey || e.metaKey ? 'Mod+' : ''}${e.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`
}

// isLetter says whether keys are without Ctrl and so could be meant as text: these can be turned off.
export function isLetter(written: string): boolean {
  return written.split(' ').every((k) => /^(Shift\+)?.$/u.test(k))
}

export type Match = { command: string } | { pending: string } | undefined

// match finds the command of a key at a place, after the keys that wait for more.
export function match(table: readonly Key[], where: Where, pending: string, pressed: string, letters: boolean): Match {
  const here = table.filter((k) => (k.where === where || k.where === 'any') && (letters || !isLetter(k.keys)))
  for (const written of pending ? [`${pending} ${pressed}`, pressed] : [pressed]) {
    const exact = here.find((k) => k.keys === written)
    if (exact) return { command: exact.command }
    if (here.some((k) => k.keys.startsWith(`${written} `))) return { pending: written }
  }
  return undefined
}

// shown writes keys for people.
export function shown(written: string, mac: boolean): string[] {
  return written
    .split(/[ +]/)
    .map((k) => ({ Mod: mac ? '⌘' : 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' })[k] ?? k)
}
