// This file is the table of commands: what keys, the palette and buttons call. A command says when it can be used.
import { remember, type Session } from './session'

export interface Command {
  id: string
  title: string
  group: 'Everywhere' | 'On a cell' | 'Panels' | 'Inside a panel'
  run(s: Session): void | boolean // false: the key is left to the browser
  can?(s: Session): boolean
}

const connected = (s: Session) => s.state.value.link === 'open'
const idle = (s: Session) => connected(s) && s.state.value.kernel.state !== 'ended'
const writable = (s: Session) => s.state.value.readOnly === undefined && s.state.value.loaded

function selected(s: Session, act: (id: string) => void): void {
  const id = s.selected.peek() ?? s.cells.peek()[0]?.id
  if (id !== undefined) act(id)
}

function runSelected(s: Session, then: 'stay' | 'next'): void {
  selected(s, (id) => {
    s.run([id])
    const at = s.index(id)
    if (then === 'stay') s.select(id)
    else if (at === s.cells.peek().length - 1) s.insert(at + 1, 'code', true)
    else s.select(s.cells.peek()[at + 1]?.id)
  })
}

export const commands: readonly Command[] = [
  { id: 'commands', title: 'All commands', group: 'Everywhere', run: (s) => void (s.dialog.value = 'commands') },
  { id: 'keys', title: 'Keyboard map', group: 'Everywhere', run: (s) => void (s.dialog.value = 'keys') },
  { id: 'save', title: 'Save', group: 'Everywhere', run: (s) => s.ask({ type: 'save' }), can: connected },
  { id: 'next-part', title: 'Next part: bar, contents, document, panel', group: 'Everywhere', run: () => part(1) },
  { id: 'previous-part', title: 'Previous part', group: 'Everywhere', run: () => part(-1) },
  { id: 'run-all', title: 'Run all', group: 'Everywhere', run: (s) => s.runAll(), can: idle },
  {
    id: 'restart-run-all',
    title: 'Restart the kernel and run all',
    group: 'Everywhere',
    run: (s) => s.ask({ type: 'runAll', restart: true }),
    can: connected,
  },
  {
    id: 'reactive',
    title: 'Cells run when what they use has run: on or off',
    group: 'Everywhere',
    run: (s) => s.setReactive(!s.state.peek().reactive),
    can: (s) => connected(s) && writable(s),
  },
  { id: 'run-next', title: 'Run cell, go on', group: 'On a cell', run: (s) => runSelected(s, 'next'), can: connected },
  { id: 'run', title: 'Run cell, stay', group: 'On a cell', run: (s) => runSelected(s, 'stay'), can: connected },
  { id: 'run-stale', title: 'Run all stale', group: 'On a cell', run: (s) => s.runStale(), can: idle },
  {
    id: 'autorun',
    title: 'Cell runs by itself in a reactive notebook: yes or no',
    group: 'On a cell',
    run: (s) => selected(s, (id) => s.setAutorun(id, s.cell(id)?.autorun === 'off')),
    can: (s) => connected(s) && writable(s),
  },
  { id: 'edit', title: 'Edit', group: 'On a cell', run: (s) => selected(s, (id) => s.select(id, true)) },
  { id: 'leave', title: 'Leave the cell', group: 'On a cell', run: (s) => selected(s, (id) => s.select(id)) },
  { id: 'complete', title: 'What may stand here', group: 'On a cell', run: (s) => toEditor(s, 'complete'), can: connected },
  { id: 'describe', title: 'What this name means', group: 'On a cell', run: (s) => toEditor(s, 'describe'), can: connected },
  { id: 'previous', title: 'Previous cell', group: 'On a cell', run: (s) => s.step(-1) },
  { id: 'next', title: 'Next cell', group: 'On a cell', run: (s) => s.step(1) },
  {
    id: 'insert-above',
    title: 'New cell above',
    group: 'On a cell',
    run: (s) => s.insert(Math.max(0, s.index(s.selected.peek())), 'code'),
    can: writable,
  },
  {
    id: 'insert-below',
    title: 'New cell below',
    group: 'On a cell',
    run: (s) => s.insert(s.selected.peek() ? s.index(s.selected.peek()) + 1 : s.cells.peek().length, 'code'),
    can: writable,
  },
  { id: 'to-text', title: 'Make it text', group: 'On a cell', run: (s) => kind(s, 'markdown'), can: writable },
  { id: 'to-code', title: 'Make it code', group: 'On a cell', run: (s) => kind(s, 'code'), can: writable },
  { id: 'move-up', title: 'Move up', group: 'On a cell', run: (s) => selected(s, (id) => s.move(id, -1)), can: writable },
  { id: 'move-down', title: 'Move down', group: 'On a cell', run: (s) => selected(s, (id) => s.move(id, 1)), can: writable },
  { id: 'delete', title: 'Delete cell', group: 'On a cell', run: (s) => selected(s, (id) => s.remove(id)), can: writable },
  { id: 'undo', title: 'Undo: deleted, new, moved', group: 'On a cell', run: (s) => s.undo(), can: (s) => s.state.value.undo.length > 0 },
  { id: 'redo', title: 'Redo', group: 'On a cell', run: (s) => s.redo(), can: (s) => s.state.value.redo.length > 0 },
  { id: 'interrupt', title: 'Stop all', group: 'Everywhere', run: (s) => s.ask({ type: 'interrupt' }), can: connected },
  { id: 'restart', title: 'Restart the kernel', group: 'Everywhere', run: (s) => s.ask({ type: 'restart' }), can: connected },
  { id: 'panel-adjoint', title: 'Adjoint', group: 'Panels', run: (s) => openPanel(s, 'adjoint') },
  { id: 'panel-tape', title: 'Tape memory', group: 'Panels', run: (s) => openPanel(s, 'tape') },
  { id: 'panel-close', title: 'Close panel', group: 'Panels', run: closePanel },
  { id: 'dock', title: 'Dock at the side or below', group: 'Panels', run: () => dock() },
  { id: 'back-to-cell', title: 'Back to the cell', group: 'Inside a panel', run: focusCell },
  { id: 'link-previous', title: 'Previous linked line', group: 'Inside a panel', run: () => toPanel('link-previous') },
  { id: 'link-next', title: 'Next linked line', group: 'Inside a panel', run: () => toPanel('link-next') },
  {
    id: 'table',
    title: 'Picture or table',
    group: 'Inside a panel',
    run: (s) => void (s.asTable.value = !s.asTable.value),
  },
]

// execute runs a command by its name if it can be used now, and says whether it did.
export function execute(s: Session, id: string): boolean {
  const command = commands.find((c) => c.id === id)
  if (!command || command.can?.(s) === false) return false
  return command.run(s) !== false
}

function kind(s: Session, to: 'markdown' | 'code'): void {
  selected(s, (id) => s.edit({ op: 'kind', cell: id, kind: to }))
}

function openPanel(s: Session, id: string): void {
  s.open(id)
  requestAnimationFrame(() => document.getElementById('panel')?.focus())
}

function closePanel(s: Session): void {
  s.open(undefined)
  focusCell(s)
}

function focusCell(s: Session): void {
  s.editing.value = false
  requestAnimationFrame(() => document.getElementById(`cell-${s.selected.peek()}`)?.focus())
}

// toPanel hands a command to the open panel, which alone knows its lines.
function toPanel(command: string): void {
  document.getElementById('panel')?.dispatchEvent(new CustomEvent('costate-command', { detail: command }))
}

// toEditor hands a command to the editor of the selected cell.
function toEditor(s: Session, command: string): void {
  const editor = document.querySelector(`#cell-${CSS.escape(s.selected.peek() ?? '')} .cm-content`)
  editor?.dispatchEvent(new CustomEvent('costate-command', { detail: command, bubbles: true }))
}

// dock moves the panel between the side and below.
function dock(): void {
  const { dataset } = document.documentElement
  dataset['dock'] = dataset['dock'] === 'bottom' ? 'side' : 'bottom'
  remember('side', dataset['dock'])
  dispatchEvent(new Event('resize'))
}

// part walks the focus through bar, contents, document and panel; past an end the browser has the next turn.
function part(by: number): boolean {
  const parts = ['bar', 'contents', 'document', 'panel'].flatMap((id) => document.getElementById(id) ?? [])
  const visible = parts.filter((p) => p.offsetParent !== null || getComputedStyle(p).position !== 'static')
  const at = visible.findIndex((p) => p.contains(document.activeElement))
  const next = visible[at + by]
  if (!next) return false
  const inner = next.querySelector<HTMLElement>('.c.sel') ?? next.querySelector<HTMLElement>('a[href], button:not([disabled])')
  ;(next.id === 'panel' ? next : (inner ?? next)).focus()
  return true
}
