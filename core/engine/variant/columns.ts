// Selects the applicable columns of a variant table: published questions with answers or numbers.
import type { Locator } from '../proof/locate.js'
import type { QuestionSource } from '../program/source.js'
import type { TableSource } from './define.js'

export interface TableColumn {
  /** The index in the rows. */
  readonly place: number
  readonly question: QuestionSource
  /** True if the question takes answers, false if it takes numbers. */
  readonly answers: boolean
  /** True for a multi-select question. */
  readonly multiple: boolean
}

/** Whether a question can be a column: its selections must be answers or numbers. */
export function takesColumn(locator: Pick<Locator, 'takesAnswers' | 'kindOf'>, question: QuestionSource): boolean {
  return locator.takesAnswers(question) || locator.kindOf(question) === 'number'
}

/**
 * The applicable columns. A missing question or one of another type never has a matching selection. In a table with mode
 * `allow` its column restricts nothing; a table with mode `forbid`, which needs a selection in all columns, then forbids
 * nothing, and the result is null.
 */
export function columnsOf(table: TableSource, locator: Locator): readonly TableColumn[] | null {
  const columns: TableColumn[] = []
  for (const [place, id] of table.question_ids.entries()) {
    const question = locator.questions.get(id)
    if (question && takesColumn(locator, question)) {
      const answers = locator.takesAnswers(question)
      columns.push({ place, question, answers, multiple: answers && locator.typeOf(question)?.multiple === true })
    } else if (table.mode === 'forbid') return null
  }
  return columns
}
