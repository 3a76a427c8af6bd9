// This file asks the server about a text that is being written. Of the questions of one kind the latest counts: one that is
// overtaken, or whose connection is lost, has no answer.
import type { Assisted, ClientMessage, Want } from './protocol'

interface Open {
  ref: string
  resolve(answer: Assisted | undefined): void
}

export class Asker {
  private next = 1
  private readonly open = new Map<Want, Open>()

  constructor(private readonly send: (m: ClientMessage) => boolean) {}

  ask(want: Want, cell: string, source: string, at: number): Promise<Assisted | undefined> {
    this.settle(want, undefined)
    const ref = `${want}-${this.next++}`
    return new Promise((resolve) => {
      this.open.set(want, { ref, resolve })
      if (!this.send({ type: 'assist', ref, cell, want, source, at })) this.settle(want, undefined)
    })
  }

  // take hands an answer to who asked, if it still waits.
  take(answer: Assisted): void {
    for (const [want, open] of this.open) if (open.ref === answer.ref) this.settle(want, answer)
  }

  // drop gives up all questions: what was asked of a connection is not answered by the next one.
  drop(): void {
    for (const want of [...this.open.keys()]) this.settle(want, undefined)
  }

  private settle(want: Want, answer: Assisted | undefined): void {
    const open = this.open.get(want)
    this.open.delete(want)
    open?.resolve(answer)
  }
}
