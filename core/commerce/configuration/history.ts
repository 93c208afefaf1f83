// Undo and redo history of a configuration: the steps that reverse each change, stored in the configuration's row.
import type { StoredSelection } from '../../model/properties/selections.js'

/** The values to restore, by question; null clears the question. The questions that the shopper changed are first. */
export type HistoryStep = readonly (readonly [question: number, value: string | null])[]

export type HistoryDirection = 'undo' | 'redo'

/**
 * One line of JSON per step, the next step last. A blank line separates undo steps from redo steps. A change appends a line without
 * parsing the others, because every change writes the history and few requests read it.
 */
type History = string

const maxSteps = 50
/** Maximum length of the steps of one direction, in characters. */
const maxCharacters = 16_384

type HistoryLines = Readonly<Record<HistoryDirection, string>>

function parseHistory(history: History): HistoryLines {
  const [undo = '', redo = ''] = history.split('\n\n')
  return { undo, redo }
}

const formatHistory = ({ undo, redo }: HistoryLines): History => (redo === '' ? undo : `${undo}\n\n${redo}`)

/** Appends a step and drops the oldest steps beyond the limits. */
function appendStep(lines: string, step: HistoryStep): string {
  const line = JSON.stringify(step)
  const previousLines = lines === '' ? [] : lines.split('\n').slice(1 - maxSteps)
  let size = lines.length + line.length
  while (size > maxCharacters && previousLines.length > 0) size -= previousLines.shift()!.length
  return size > maxCharacters ? '' : [...previousLines, line].join('\n')
}

/**
 * The step that restores the first selections from the second.
 * @param own questions that the shopper changed
 */
export function computeHistoryStep(
  first: readonly StoredSelection[],
  second: readonly StoredSelection[],
  own: readonly number[] = [],
): HistoryStep {
  const before = new Map(first.map(({ question_id, value }) => [question_id, value]))
  const after = new Map(second.map(({ question_id, value }) => [question_id, value]))
  const changed = [...before].filter(([question, value]) => after.get(question) !== value)
  const added = second.filter(({ question_id }) => !before.has(question_id))
  const step = [
    ...changed.map(([question]) => [question, before.get(question) ?? null] as const),
    ...added.map(({ question_id }) => [question_id, null] as const),
  ]
  const isOwn = ([question]: HistoryStep[number]): boolean => own.includes(question)
  return step.length < 2 ? step : [...step.filter(isOwn), ...step.filter((change) => !isOwn(change))]
}

/** The selections after a step, in no particular order. */
export function applyStepToSelections(selections: readonly StoredSelection[], step: HistoryStep): readonly StoredSelection[] {
  const stepped = new Set(step.map(([question]) => question))
  const rest = selections.filter(({ question_id }) => !stepped.has(question_id))
  return [...rest, ...step.flatMap(([question_id, value]) => (value === null ? [] : [{ question_id, value }]))]
}

/** The next step in the direction; null if there is none. */
export function readNextStep(history: History, direction: HistoryDirection): HistoryStep | null {
  const line = parseHistory(history)[direction].split('\n').at(-1) ?? ''
  // Only this file writes the history, so the type is known.
  return line === '' ? null : (JSON.parse(line) as HistoryStep)
}

/** The question that the shopper changed last; null without a change. */
export function readLastQuestion(history: History): number | null {
  return readNextStep(history, 'undo')?.[0]?.[0] ?? null
}

/** The history after the shopper's own change: redo steps are dropped. */
export function addUndoStep(history: History, back: HistoryStep): History {
  return appendStep(parseHistory(history).undo, back)
}

/** Moves one step in the direction. The step that reverses it is added to the other direction, unless it changed nothing. */
export function moveHistory(history: History, direction: HistoryDirection, back: HistoryStep): History {
  const other = direction === 'undo' ? 'redo' : 'undo'
  const { [direction]: own, [other]: otherSteps } = parseHistory(history)
  const remainder = { [direction]: own.slice(0, Math.max(0, own.lastIndexOf('\n'))) }
  return formatHistory({
    undo: '',
    redo: '',
    ...remainder,
    [other]: back.length === 0 ? otherSteps : appendStep(otherSteps, back),
  })
}

export interface AvailableSteps {
  readonly can_undo: boolean
  readonly can_redo: boolean
}

export function getAvailableSteps(history: History): AvailableSteps {
  return { can_undo: history !== '' && !history.startsWith('\n'), can_redo: history.includes('\n\n') }
}
