// This file says what is wrong with a cell: a sentence, its place as a button that leads there, and the
// stack folded.
import type { Diagnostic, Output } from '../protocol'

type ErrorOutput = Extract<Output, { output_type: 'error' }>

export function Faults(props: { list: readonly Diagnostic[]; number: number; goTo(line: number, col: number): void }) {
  return (
    <div class="msg" role="group" aria-label={`Errors of cell ${props.number}`}>
      <ul>
        {props.list.map((d) => (
          <li key={`${d.line}:${d.col}:${d.message}`}>
            {d.line > 0 && (
              <button class="place" onClick={() => props.goTo(d.line, d.col)}>
                line {d.line}
              </button>
            )}{' '}
            <span>{sentence(d.message)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Failure(props: { output: ErrorOutput }) {
  const { ename, evalue, traceback } = props.output
  const rest = (traceback ?? []).filter((line) => line !== evalue)
  return (
    <div class="msg">
      <p class="what">{sentence(evalue || ename)}</p>
      {rest.length > 0 && (
        <details>
          <summary>Stack</summary>
          <pre tabIndex={0}>{rest.join('\n')}</pre>
        </details>
      )}
    </div>
  )
}

// sentence begins a message with a capital, unless it begins with a name of the program.
export function sentence(text: string): string {
  const first = /^[a-z]+(?=[ ,:])/.exec(text)?.[0]
  return first && first.length > 2 ? text[0]!.toUpperCase() + text.slice(1) : text
}
