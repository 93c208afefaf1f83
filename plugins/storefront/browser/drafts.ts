// Unfinished text input: the text of each field, and the pause after which it becomes an entry.

/**
 * Whether typed text is sent after a pause: not yet (`wait`), as it is (`send`), as final because the service must refuse it (`hopeless`),
 * or only calculated with until it is finished (`try`).
 */
export type Readiness = 'wait' | 'send' | 'hopeless' | 'try'

export interface Draft {
  /** As typed. */
  readonly text: string
  /** As sent. */
  readonly value: string | null
  /** The shopper left the field or confirmed the entry. */
  readonly finished: boolean
  /** The shopper has paused, and the text cannot be sent as it is. */
  readonly unfit?: boolean
}

/** Milliseconds without a keystroke. */
const pause = 450

export class Drafts {
  private readonly texts = new Map<number, Draft>()
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()

  of(questionId: number): Draft | undefined {
    return this.texts.get(questionId)
  }

  /** Questions whose field has not been left. */
  get unfinished(): readonly number[] {
    return [...this.texts].filter(([, draft]) => !draft.finished).map(([questionId]) => questionId)
  }

  /** Questions whose text on the screen cannot be sent. */
  get unfit(): readonly number[] {
    return [...this.texts].filter(([, draft]) => draft.unfit).map(([questionId]) => questionId)
  }

  note(questionId: number, draft: Draft): void {
    this.still(questionId)
    this.texts.set(questionId, draft)
  }

  /** Calls back when the shopper pauses. Every keystroke restarts the timer. */
  afterPause(questionId: number, then: () => void): void {
    this.still(questionId)
    this.timers.set(questionId, setTimeout(then, pause))
  }

  /** Ends the draft. With a value, only if the draft has that value, so newer text is preserved. */
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
