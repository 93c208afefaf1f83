// Unfinished text input: the text of each field, and the pause after which it becomes an entry.

/**
 * Whether typed text is sent after a pause: not yet (`wait`), as it is (`send`), as final because the service must refuse it (`hopeless`),
 * or only calculated with until it is finished (`try`).
 */
export type EntryReadiness = 'wait' | 'send' | 'hopeless' | 'try'

export interface TextDraft {
  /** As typed. */
  readonly text: string
  /** As sent. */
  readonly value: string | null
  /** The shopper left the field or confirmed the entry. */
  readonly finished: boolean
  /** The shopper has paused, and the text cannot be sent as it is. */
  readonly isUnsendable?: boolean
}

/** Milliseconds without a keystroke. */
const typingPause = 450

export class TextDrafts {
  private readonly texts = new Map<number, TextDraft>()
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>()

  get(questionId: number): TextDraft | undefined {
    return this.texts.get(questionId)
  }

  /** Questions whose field has not been left. */
  get unfinishedQuestionIds(): readonly number[] {
    return [...this.texts].filter(([, draft]) => !draft.finished).map(([questionId]) => questionId)
  }

  /** Questions whose text on the screen cannot be sent. */
  get unsendableQuestionIds(): readonly number[] {
    return [...this.texts].filter(([, draft]) => draft.isUnsendable).map(([questionId]) => questionId)
  }

  set(questionId: number, draft: TextDraft): void {
    this.stopTimer(questionId)
    this.texts.set(questionId, draft)
  }

  /** Calls back when the shopper pauses. Every keystroke restarts the timer. */
  afterPause(questionId: number, then: () => void): void {
    this.stopTimer(questionId)
    this.timers.set(questionId, setTimeout(then, typingPause))
  }

  /** Ends the draft. With a value, only if the draft has that value, so newer text is preserved. */
  endDraft(questionId: number, value?: string | null): void {
    const draft = this.texts.get(questionId)
    if (!draft || (value !== undefined && draft.value !== value)) return
    this.stopTimer(questionId)
    this.texts.delete(questionId)
  }

  clear(): void {
    this.stop()
    this.texts.clear()
  }

  stop(): void {
    for (const questionId of [...this.timers.keys()]) this.stopTimer(questionId)
  }

  private stopTimer(questionId: number): void {
    clearTimeout(this.timers.get(questionId))
    this.timers.delete(questionId)
  }
}
