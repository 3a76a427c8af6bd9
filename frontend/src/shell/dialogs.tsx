// This file holds the two dialogs: all commands, found by typing, and the map of keys. Both are drawn from the tables.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { commands, execute, type Command } from '../commands'
import { useSession } from '../context'
import { keys, shown } from '../keys'

const mac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function Dialogs() {
  const s = useSession()
  switch (s.dialog.value) {
    case 'keys':
      return <KeyMap />
    case 'commands':
      return <Palette />
    default:
      return null
  }
}

function Modal(props: { label: string; children: ComponentChildren }) {
  const s = useSession()
  const el = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    el.current?.showModal()
    return () => (before instanceof HTMLElement ? before.focus() : undefined)
  }, [])
  const close = () => void (s.dialog.value = 'none')
  return (
    <dialog
      ref={el}
      class="dlg"
      aria-label={props.label}
      onClose={close}
      onClick={(e) => {
        if (e.target === el.current) close()
      }}
    >
      {props.children}
    </dialog>
  )
}

function Chord({ written }: { written: string }) {
  return (
    <>
      {shown(written, mac).map((k, i) => (
        <kbd key={i}>{k}</kbd>
      ))}
    </>
  )
}

function keysOf(id: string): string[] {
  return [...new Set(keys.filter((k) => k.command === id).map((k) => k.keys))]
}

function KeyMap() {
  const s = useSession()
  const groups = ['Everywhere', 'On a cell', 'Panels', 'Inside a panel'] as const
  return (
    <Modal label="Keys">
      <h2>Keys</h2>
      <div class="kg">
        {groups.map((g) => (
          <div key={g}>
            <h3>{g}</h3>
            <dl>
              {commands
                .filter((c) => c.group === g && keysOf(c.id).length > 0)
                .map((c) => (
                  <div key={c.id}>
                    <dt>
                      {keysOf(c.id).map((k) => (
                        <Chord key={k} written={k} />
                      ))}
                    </dt>
                    <dd>{c.title}</dd>
                  </div>
                ))}
            </dl>
          </div>
        ))}
      </div>
      <p class="mut">
        Single letters act on a cell, never while you type.{' '}
        <button class="place" onClick={() => s.setLetters(!s.letters.peek())}>
          Turn single letters {s.letters.value ? 'off' : 'on'}
        </button>
        . <a href="/assets/licences.txt">Licences of what is inside</a>.
      </p>
      <form method="dialog">
        <button class="b line" autofocus>
          Close
        </button>
      </form>
    </Modal>
  )
}

// found gives the commands that a search means: each of its words occurs in the title.
export function found(list: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return list.filter((c) => words.every((w) => c.title.toLowerCase().includes(w)))
}

function Palette() {
  const s = useSession()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = found(commands, text).filter((c) => c.id !== 'commands' && c.can?.(s) !== false)
  const chosen = list[Math.min(at, list.length - 1)]
  const run = (c: Command | undefined) => {
    s.dialog.value = 'none'
    if (c) setTimeout(() => execute(s, c.id))
  }
  const key = (e: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (by) setAt((at + by + list.length) % Math.max(1, list.length))
    else if (e.key === 'Enter') run(chosen)
    else return
    e.preventDefault()
  }
  return (
    <Modal label="All commands">
      <input
        class="find"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={chosen ? `command-${chosen.id}` : undefined}
        aria-label="Find a command"
        placeholder="Find a command"
        value={text}
        autofocus
        onInput={(e) => {
          setText(e.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={key}
      />
      <ul class="cmds" id="commands" role="listbox" aria-label="Commands">
        {list.map((c) => (
          <li key={c.id} id={`command-${c.id}`} role="option" aria-selected={c === chosen} onClick={() => run(c)}>
            <span>{c.title}</span>
            <span>
              {keysOf(c.id)
                .slice(0, 1)
                .map((k) => (
                  <Chord key={k} written={k} />
                ))}
            </span>
          </li>
        ))}
      </ul>
      {list.length === 0 && <p class="mut">No command has these words in its name.</p>}
    </Modal>
  )
}
