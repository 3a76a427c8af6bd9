// This file holds the messages of docs/protocol.md as types, and reads what comes from the server:
// a frame either is a message of a known type with the fields that the page relies on, or it is refused.

export type Kind = 'code' | 'markdown' | 'raw'
export type RunState = 'not-run' | 'queued' | 'running' | 'ok' | 'error' | 'stale'
export type KernelState = 'none' | 'starting' | 'ready' | 'busy' | 'ended'

export type Bundle = Record<string, string>

export type Output =
  | { output_type: 'stream'; name: string; text: string }
  | { output_type: 'display_data'; show: string; data: Bundle }
  | { output_type: 'execute_result'; show: string; data: Bundle; count?: number }
  | { output_type: 'error'; ename: string; evalue: string; traceback?: string[] }

export interface Diagnostic {
  line: number // 0: the whole cell
  col: number
  endCol?: number
  code: string
  message: string
}

export type Sweep = string // 'forward' or 'reverse'

export interface Link {
  adjoint: number
  cell: string
  line: number
  col: number
  sweep: Sweep
}

export interface Adjoint {
  func: string
  engine_form?: string // 'traced' where there is no adjoint yet
  text: string
  lines?: Link[]
}

export interface Cell {
  id: string
  kind: Kind
  source: string
  state: RunState
  html?: string
  count?: number
  ms?: number
  note?: string
  also?: Also
  autorun?: string // 'off': it never runs by itself
  shell?: ShellPart // for a shell, and not run
  outputs?: Output[]
  diagnostics?: Diagnostic[]
  adjoints?: Adjoint[]
}

// ShellPart says how much of a cell is for a shell: all of it, or some lines.
export type ShellPart = 'cell' | 'lines'

// Also names the cells that define a name too, by name.
export type Also = Record<string, string[]>

export type NewCell = Pick<Cell, 'id' | 'kind' | 'source'>

export type Op =
  | { op: 'insert'; at: number; cell: NewCell | Cell }
  | { op: 'delete'; cell: string }
  | { op: 'move'; cell: string; at: number }
  | { op: 'kind'; cell: string; kind: Kind }
  | { op: 'source'; cell: string; source: string }

export interface Region {
  func: string
  name: string
  cell: string
  line: number
  bytes: number
  rows?: number
}

export interface Kernel {
  state: KernelState
  message?: string
  pid?: number
}

// Foreign says that a notebook was written for another kernel, and what becomes of its cells.
export interface Foreign {
  kernel: string
  text: string
  list?: string[]
  shell?: 'off' | 'run' // whether its shell commands are run; absent if there are none, or if they cannot be
  why?: string // they cannot be run
}

export interface Variable {
  name: string
  type: string
  size?: string // elements or shape
  bytes?: number
  more?: boolean // it holds more than bytes
}

export type ClientMessage =
  | { type: 'hello'; client?: string; epoch?: string; since?: number }
  | { type: 'edit'; ref: string; base: number; ops: Op[] }
  | { type: 'revert'; ref: string; edit: number }
  | { type: 'run'; cells: string[] }
  | { type: 'runAll'; restart?: boolean }
  | { type: 'interrupt' }
  | { type: 'restart' }
  | { type: 'save'; overwrite?: boolean; as?: string }
  | { type: 'set'; reactive: boolean }
  | { type: 'set'; shell: boolean }
  | { type: 'set'; cell: string; autorun: boolean }
  | { type: 'reload' }
  | { type: 'assist'; ref: string; cell: string; want: Want; source: string; at?: number }
  | { type: 'ping'; ref: string }

// Want is what may be asked about a text that is being written.
export type Want = 'check' | 'complete' | 'hover' | 'signature'

export type ItemKind = 'variable' | 'field' | 'function' | 'method' | 'type' | 'constant' | 'package' | 'keyword'

export interface Item {
  label: string
  insert?: string
  kind: ItemKind
  type?: string
  doc?: string
}

export interface Hover {
  from: number
  to: number
  decl: string
  doc?: string
  path?: string
}

export interface Signature {
  at: number
  before: string
  params: string[]
  after: string
  active: number
  doc?: string
}

export interface Assisted {
  ref: string
  list?: Diagnostic[]
  complete?: { from: number; to: number; items: Item[] }
  hover?: Hover
  signature?: Signature
}

export type ServerMessage =
  | { type: 'welcome'; client: string; role: string; epoch: string; limits?: Record<string, number> }
  | {
      type: 'snapshot'
      seq: number
      epoch: string
      path: string
      version: number
      saved: number
      readOnly?: string
      cells: Cell[]
      kernel: Kernel
      variables?: Variable[]
      foreign?: Foreign
      reactive?: boolean
    }
  | {
      type: 'applied'
      seq: number
      version: number
      client: string
      ref: string
      reverts?: number
      ops: Op[]
      html?: Record<string, string>
    }
  | { type: 'rejected'; ref?: string; of: string; code: string; reason: string; version?: number }
  | { type: 'cell'; seq: number; cell: string; state: RunState; count?: number; ms?: number; note?: string; also?: Also; autorun?: string; shell?: ShellPart }
  | { type: 'output'; seq: number; cell: string; at: number; put?: Output; inPlace?: boolean; keep?: number; text?: string }
  | { type: 'diagnostics'; seq: number; cell: string; list: Diagnostic[] }
  | { type: 'kernel'; seq: number; state: KernelState; message?: string; pid?: number }
  | { type: 'variables'; seq: number; list: Variable[] }
  | { type: 'adjoint'; seq: number; cell: string; list: Adjoint[] }
  | { type: 'tape'; seq: number; cell: string; ms: number; regions: Region[] }
  | { type: 'settings'; seq: number; reactive: boolean; foreign?: Foreign }
  | { type: 'saved'; seq: number; version: number; path: string }
  | { type: 'notice'; seq?: number; level: string; code?: string; text: string }
  | ({ type: 'assisted' } & Assisted)
  | { type: 'pong'; ref: string }

type Kinds = Record<string, 'string' | 'number' | 'boolean' | 'array' | 'object'>

// required says which fields a message must have. Lists that may be absent when empty are put in by parse.
const required: Record<ServerMessage['type'], Kinds> = {
  welcome: { client: 'string', role: 'string', epoch: 'string' },
  snapshot: { seq: 'number', epoch: 'string', path: 'string', version: 'number', saved: 'number', kernel: 'object' },
  applied: { seq: 'number', version: 'number', client: 'string', ref: 'string' },
  rejected: { of: 'string', code: 'string', reason: 'string' },
  cell: { seq: 'number', cell: 'string', state: 'string' },
  output: { seq: 'number', cell: 'string', at: 'number' },
  diagnostics: { seq: 'number', cell: 'string' },
  kernel: { seq: 'number', state: 'string' },
  variables: { seq: 'number' },
  adjoint: { seq: 'number', cell: 'string' },
  tape: { seq: 'number', cell: 'string', ms: 'number' },
  settings: { seq: 'number', reactive: 'boolean' },
  saved: { seq: 'number', version: 'number', path: 'string' },
  notice: { level: 'string', text: 'string' },
  assisted: { ref: 'string' },
  pong: { ref: 'string' },
}

// lists are the fields that may be absent when they are empty.
const lists: Partial<Record<ServerMessage['type'], string>> = {
  snapshot: 'cells',
  applied: 'ops',
  diagnostics: 'list',
  variables: 'list',
  adjoint: 'list',
  tape: 'regions',
  assisted: 'list',
}

function is(value: unknown, kind: Kinds[string]): boolean {
  switch (kind) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return typeof value === kind
  }
}

// parse reads a frame. It throws for what is not a message: the connection then starts anew.
export function parse(frame: string): ServerMessage {
  const value: unknown = JSON.parse(frame)
  if (!is(value, 'object')) throw new Error('a frame that is not an object')
  const message = value as Record<string, unknown> & { type: ServerMessage['type'] }
  const fields = Object.hasOwn(required, message.type) ? required[message.type] : undefined
  if (!fields) throw new Error(`a message of unknown type ${String(message.type)}`)
  for (const [name, kind] of Object.entries(fields)) {
    if (!is(message[name], kind)) throw new Error(`${message.type}: ${name} is not a ${kind}`)
  }
  const list = lists[message.type]
  if (list) {
    message[list] ??= []
    if (!is(message[list], 'array')) throw new Error(`${message.type}: ${list} is not a list`)
  }
  return message as unknown as ServerMessage
}
