// This file listens for keys and finds their commands. A key that is typed into a field is text.
import { execute } from './commands'
import { isLetter, keys, match, name, type Where } from './keys'
import type { Session } from './session'

const patience = 900 // ms that the first key of a sequence waits for the second
const pause = 1500 // ms without a letter after which letters are commands again

export function keydown(s: Session): (e: KeyboardEvent) => void {
  let pending = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  return (e) => {
    if (e.isComposing || s.dialog.peek() !== 'none' || ['Shift', 'Control', 'Alt', 'Meta'].includes(e.key)) return
    const where = place(e.target, e.key)
    if (!where) return
    if (where === 'editor' && e.key === 'Escape' && e.defaultPrevented) return // it has closed a list or a tip of the editor
    if (where === 'cell' && isLetter(name(e)) && Date.now() - s.displaced < pause) {
      s.displaced = Date.now() // the rest of a word whose cell is gone is no command
      return
    }
    const found = match(keys, where, pending, name(e), s.letters.peek())
    clearTimeout(timer)
    pending = ''
    if (!found) return
    if ('pending' in found) {
      pending = found.pending
      timer = setTimeout(() => (pending = ''), patience)
      e.preventDefault()
    } else if (execute(s, found.command)) {
      e.preventDefault()
    }
  }
}

// place says where a key was pressed. Enter and space on a control are the control's.
function place(target: EventTarget | null, key: string): Where | undefined {
  if (!(target instanceof Element)) return 'any'
  if (target.closest('.cm-search, .cm-panel')) return undefined
  if (target.closest('.cm-editor')) return 'editor'
  if (target.closest('input, select, textarea')) return 'any'
  if ((key === 'Enter' || key === ' ') && target.closest('button, a, summary')) return 'any'
  if (target.closest('[role=separator]')) return 'any'
  if (target.closest('#panel')) return key.startsWith('Arrow') ? undefined : 'panel'
  return 'cell'
}
