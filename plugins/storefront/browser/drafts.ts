// What the shopper types: the text as it stands in each field, and when a pause makes an entry of it.

/**
 * Whether a text that is being typed is sent after a pause: not yet, as it stands, or as final because it can only be refused.
 * `try`: it is only reckoned with until it is finished.
 */
export type Readiness = 'wait' | 'send' | 'hopeless' | 'try'

export interface Draft {
  /** As typed. */
  readonly text: string
  /** As it is sent. */
  readonly value: string | null
  /** The field was left, or the entry confirmed. */
  readonly finished: boolean
  /** The shopper has paused, and as it stands it cannot be sent. */
  readonly unfit?: boolean
}

/** Milliseconds without a key. */
const pause = 450

export class Drafts {
  private readonly texts = new Map<number, Draft>()
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()

  of(questionId: number): Draft | undefined {
    return this.texts.get(questionId)
  }

  /** Those whose field has not been left. */
  get unfinished(): readonly number[] {
    return [...this.texts].filter(([, draft]) => !draft.finished).map(([questionId]) => questionId)
  }

  /** Questions whose entry on the screen cannot be sent. */
  get unfit(): readonly number[] {
    return [...this.texts].filter(([, draft]) => draft.unfit).map(([questionId]) => questionId)
  }

  note(questionId: number, draft: Draft): void {
    this.still(questionId)
    this.texts.set(questionId, draft)
  }

  /** Calls back when the shopper pauses; the next key begins anew. */
  afterPause(questionId: number, then: () => void): void {
    this.still(questionId)
    this.timers.set(questionId, setTimeout(then, pause))
  }

  /** Ends the draft; with a value only the one that says so: what was typed on top of it stays. */
  settle(questionId: number, value?: string | null): void {
    const draft = this.texts.get(questionId)
    if (!draft || (value !== undefined && draft.value !== value)) return
    this.still(questionId)
    this.texts.delete(questionId)
  }

  clear(): void {
    this.stop()
    this.texts.clear()
  }

  stop(): void {
    for (const questionId of [...this.timers.keys()]) this.still(questionId)
  }

  private still(questionId: number): void {
    clearTimeout(this.timers.get(questionId))
    this.timers.delete(questionId)
  }
}
