// Compares the service's reply with the client engine's result, to report differences to the page and the service.
import type { ConfigurationReply } from '#core/surface.js'

/** Names of the differing parts, and the ids of the differing questions. Contains no entered values. */
export interface ResultDifference {
  readonly parts: readonly string[]
  readonly questions: readonly number[]
}

type ListName = 'answers' | 'questions'

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The ids of entries that are missing in one list or differ between the lists. */
function findDifferingIds(
  list: ListName,
  ours: ConfigurationReply,
  theirs: ConfigurationReply,
  without: 'text' | null,
): readonly number[] {
  const plain = (target: object): string => JSON.stringify(target, (key, value: unknown) => (key === without ? undefined : value))
  const ourTexts = new Map(ours[list].map((ourItem) => [ourItem.id, plain(ourItem)]))
  const other = theirs[list].filter(
    (theirItem) => ourTexts.get(theirItem.id) !== plain(theirItem) || !ourTexts.delete(theirItem.id),
  )
  return [...new Set([...ourTexts.keys(), ...other.map(({ id }) => id)])]
}

/**
 * null if both results are equal.
 * @param prices false: the client engine calculates no prices, so values that depend on them are not compared
 */
export function compareResults(ours: ConfigurationReply, theirs: ConfigurationReply, prices: boolean): ResultDifference | null {
  // Only the service knows the name of a file.
  const questions = findDifferingIds('questions', ours, theirs, 'text')
  const answers = findDifferingIds('answers', ours, theirs, null)
  const plain = ['weight', 'automatic', 'refused', 'confirm'] as const
  const priced = ['price', 'missing', 'answer_prices'] as const
  const parts = [
    ...(questions.length > 0 ? ['questions'] : []),
    ...(answers.length > 0 ? ['answers'] : []),
    ...[...plain, ...(prices ? priced : [])].filter((part) => !isEqual(ours[part], theirs[part])),
  ]
  if (parts.length === 0) return null
  const questionByAnswer = new Map([...ours.answers, ...theirs.answers].map(({ id, question_id }) => [id, question_id]))
  const automaticIds = [...ours.automatic, ...theirs.automatic].map(({ question_id }) => question_id)
  const changed = parts.includes('automatic') ? automaticIds : []
  return { parts, questions: [...new Set([...questions, ...answers.map((id) => questionByAnswer.get(id)!), ...changed])] }
}
