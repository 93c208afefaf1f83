// Entries that the service has not confirmed yet: how they replace each other, and what they make of a selection.
import type { ChangeEntry, ListChange } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'

export type EntryValue = ChangeEntry['value']

export interface Pending extends ChangeEntry {
  /** Typed, and the field has not been left: a refusal and a question wait until then. */
  unfinished: boolean
}

/** A text as it is entered: nothing but blanks clears. */
export const orNull = (value: string | null): string | null => (value === null || value.trim() === '' ? null : value)

const isChange = (value: EntryValue): value is ListChange => typeof value === 'object' && value !== null

/** The selection as it will be once the entry is applied; answer ids ascend, as the service holds them. */
export function applied(selection: string | null, value: EntryValue): string | null {
  if (!isChange(value)) return value
  const held = selection === null ? [] : selection.split(',').map(Number)
  const ids = 'add' in value ? [...new Set([...held, ...value.add])] : held.filter((id) => !value.remove.includes(id))
  return ids.length === 0 ? null : ids.sort((a, b) => a - b).join(',')
}

/** The entries with one more: it replaces earlier ones of its question, unless it only adds to them or takes from them. */
export function joined(waiting: readonly Pending[], entry: Pending): readonly Pending[] {
  const kept = isChange(entry.value) ? waiting : waiting.filter((one) => one.question_id !== entry.question_id)
  return [...kept, entry]
}

/** Without those that the state holds already: they came through although their answer was lost. */
export function stillWanted(entries: readonly Pending[], held: (questionId: number) => string | null): readonly Pending[] {
  return entries.filter(({ question_id, value }) => applied(held(question_id), value) !== held(question_id))
}

/** Selections with entries applied to them: what a new configuration is to be given. */
export function merged(selections: readonly SelectionInput[], entries: readonly ChangeEntry[]): readonly SelectionInput[] {
  const found = new Map(selections.map(({ question_id, value }) => [question_id, value]))
  for (const { question_id, value } of entries) found.set(question_id, applied(found.get(question_id) ?? null, value))
  return [...found].map(([question_id, value]) => ({ question_id, value }))
}

/** As it is sent. */
export const plain = ({ question_id, value }: ChangeEntry): ChangeEntry => ({ question_id, value })
