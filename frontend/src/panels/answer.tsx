// This file lists what a line of the source is answered by: under the picture for the lit line, and for all as its twin.
import { useSession } from '../context'
import { rowKey } from './links'
import { split, type Shown } from './shown'

// Answer lists below the picture what the lit line is answered by.
export function Answer({ shown, row }: { shown: Shown; row: string | undefined }) {
  if (row === undefined) {
    return <p class="mut hint">Point at a line, or press ] to go from line to line: its other half lights up.</p>
  }
  const [, line] = split(row)
  const lines = shown.links.toAdjoint.get(row) ?? []
  return (
    <>
      <h3>
        Line {line} <small>{lines.length === 1 ? 'one line of the adjoint' : `${lines.length} lines of the adjoint`}</small>
      </h3>
      <div class="scroll" tabIndex={0} role="group" aria-label={`Adjoint of line ${line}`}>
        <AnswerTable shown={shown} rows={[row]} brief />
      </div>
    </>
  )
}

export function AnswerTable({ shown, rows, brief }: { shown: Shown; rows: readonly string[]; brief?: boolean }) {
  const s = useSession()
  const { links, code } = shown
  return (
    <table class="t codes">
      <thead>
        <tr>
          {!brief && (
            <>
              <th class="num">cell</th>
              <th class="num">line</th>
              <th class="src">source</th>
            </>
          )}
          <th class="num">adjoint line</th>
          <th>sweep</th>
          <th>adjoint</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) => {
          const [cell, line] = split(row)
          const source = links.rows.find((r) => rowKey(r.cell, r.line) === row)
          return (links.toAdjoint.get(row) ?? []).map((n, i) => (
            <tr key={`${row}-${n}`}>
              {!brief && (
                <>
                  <td class="num">{i === 0 ? s.numbers.value.get(cell) : ''}</td>
                  <td class="num">{i === 0 ? line : ''}</td>
                  <td>{i === 0 && <code>{source?.text.trim()}</code>}</td>
                </>
              )}
              <td class="num">{n}</td>
              <td class={links.sweeps.get(n) === 'forward' ? 'f' : 'r'}>{links.sweeps.get(n)}</td>
              <td>
                <code>{(code.get(n) ?? []).map((p) => p.text).join('').trim()}</code>
              </td>
            </tr>
          ))
        })}
      </tbody>
    </table>
  )
}
