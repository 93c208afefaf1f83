// Entries that the service has not confirmed, and unfinished text: how entries replace each other and change a selection.
import type { ChangeEntry, ListChange, SelectionInput } from '#core/surface.js'

export type EntryValue = ChangeEntry['value']

export interface PendingEntry extends ChangeEntry {
  /** The shopper is still typing. Refusals and confirmation dialogs wait until they leave the field. */
  unfinished: boolean
}

/** Converts blank text to null, which clears the entry. */
export const toNullIfBlank = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value)

const isListChange = (value: EntryValue): value is ListChange => typeof value === 'object' && value !== null

/** The selection after the entry is applied. Answer ids are ascending, as in the service. */
export function applyEntry(selection: string | null, value: EntryValue): string | null {
  if (!isListChange(value)) return value
  const selectedIds = selection === null ? [] : selection.split(',').map(Number)
  const ids =
    'add' in value ? [...new Set([...selectedIds, ...value.add])] : selectedIds.filter((id) => !value.remove.includes(id))
  return ids.length === 0 ? null : ids.sort((a, b) => a - b).join(',')
}

/** Appends an entry. It replaces earlier entries of its question, unless it only adds or removes answers. */
export function appendEntry(waiting: readonly PendingEntry[], entry: PendingEntry): readonly PendingEntry[] {
  const remaining = isListChange(entry.value)
    ? waiting
    : waiting.filter((candidate) => candidate.question_id !== entry.question_id)
  return [...remaining, entry]
}

/** Drops the entries that the state already contains: they were applied although their reply was lost. */
export function findUnappliedEntries(
  entries: readonly PendingEntry[],
  getSelection: (questionId: number) => string | null,
): readonly PendingEntry[] {
  return entries.filter(({ question_id, value }) => applyEntry(getSelection(question_id), value) !== getSelection(question_id))
}

/** Applies entries to selections. The result is the input for a new configuration. */
export function mergeEntries(selections: readonly SelectionInput[], entries: readonly ChangeEntry[]): readonly SelectionInput[] {
  const valuesById = new Map(selections.map(({ question_id, value }) => [question_id, value]))
  for (const { question_id, value } of entries)
    valuesById.set(question_id, applyEntry(valuesById.get(question_id) ?? null, value))
  return [...valuesById].map(([question_id, value]) => ({ question_id, value }))
}

/** The entry as sent. */
export const toChangeEntry = ({ question_id, value }: ChangeEntry): ChangeEntry => ({ question_id, value })

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

/** Unfinished text input: the text of each field, and the pause after which it becomes an entry. */
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
