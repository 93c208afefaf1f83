// Entries that the service has not confirmed: how they replace each other, and how they change a selection.
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
