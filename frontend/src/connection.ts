// This file is the websocket: it says hello with what the page has, notices gaps, and comes back after a loss with
// growing pauses. It knows nothing of cells; what comes in goes to the handlers.
import { parse, type ClientMessage, type ServerMessage } from './protocol'

const notOpened = 4002

export interface Handlers {
  message(m: ServerMessage): void
  connecting(): void
  lost(retryAt: number): void
  refused(): void // the server will not have this notebook; it has said why
}

export interface Place {
  client?: string
  epoch?: string
  seq: number
}

// pause gives the milliseconds before try number n (1, 2, …); spread in [0, 1) keeps many pages from coming at once.
export function pause(n: number, spread: number): number {
  return Math.round(Math.min(500 * 2 ** (n - 1), 15_000) * (0.75 + spread / 2))
}

// follows says whether a message with this seq continues what the page has. A snapshot starts a count anew.
export function follows(place: Place, m: ServerMessage): boolean {
  if (m.type === 'snapshot' || !('seq' in m) || m.seq === undefined) return true
  return m.seq === place.seq + 1
}

export class Connection {
  private socket: WebSocket | undefined
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private alive: ReturnType<typeof setInterval> | undefined
  private heard = 0

  constructor(
    private readonly url: string,
    private readonly place: () => Place,
    private readonly handlers: Handlers,
  ) {}

  // open connects now, also when a pause is running.
  open(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.drop()
    this.handlers.connecting()
    const socket = new WebSocket(this.url)
    this.socket = socket
    this.heard = Date.now()
    socket.onopen = () => this.hello(socket)
    socket.onmessage = (e) => this.receive(socket, e)
    socket.onclose = (e) => this.closed(socket, e.code)
    // A connection may die without a word (a laptop that slept): ask now and then, and give up on silence.
    this.alive = setInterval(() => this.check(socket), 10_000)
  }

  send(m: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(m))
    return true
  }

  private hello(socket: WebSocket): void {
    const { client, epoch, seq } = this.place()
    const again = { ...(client === undefined ? {} : { client }), ...(epoch === undefined ? {} : { epoch, since: seq }) }
    const hello: ClientMessage = { type: 'hello', ...again }
    socket.send(JSON.stringify(hello))
    if (epoch !== undefined) this.send({ type: 'ping', ref: 'resume' })
  }

  private receive(socket: WebSocket, e: MessageEvent): void {
    if (socket !== this.socket) return
    this.heard = Date.now()
    let m: ServerMessage
    try {
      m = parse(String(e.data))
    } catch (err) {
      console.error('costate: a message that the page does not know:', err)
      socket.close(4400)
      return
    }
    if (!follows(this.place(), m)) {
      socket.close(4401) // a gap: come back and get what was missed
      return
    }
    this.tries = 0
    this.handlers.message(m)
  }

  private check(socket: WebSocket): void {
    if (socket !== this.socket || socket.readyState !== WebSocket.OPEN) return
    if (Date.now() - this.heard > 25_000) socket.close(4402)
    else this.send({ type: 'ping', ref: 'alive' })
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return
    this.drop()
    if (code === notOpened) {
      this.handlers.refused()
      return
    }
    this.tries++
    const wait = pause(this.tries, Math.random())
    this.handlers.lost(Date.now() + wait)
    this.timer = setTimeout(() => this.open(), wait)
  }

  private drop(): void {
    clearInterval(this.alive)
    const socket = this.socket
    this.socket = undefined
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close()
  }
}
