// Which columns of a variant table count in a product: those of its published questions that take answers or numbers.
import type { Locator } from '../proof/locate.js'
import type { QuestionSource } from '../program/source.js'
import type { TableSource } from './define.js'

export interface TableColumn {
  /** Its place in the rows. */
  readonly place: number
  readonly question: QuestionSource
  /** Its question takes answers; else numbers are entered there. */
  readonly answers: boolean
  /** Its question takes several answers at once. */
  readonly multiple: boolean
}

/** Whether a question can have a column: what is entered must be an answer or a number. */
export function takesColumn(locator: Pick<Locator, 'takesAnswers' | 'kindOf'>, question: QuestionSource): boolean {
  return locator.takesAnswers(question) || locator.kindOf(question) === 'number'
}

/**
 * The columns that count. A question that is not there, or not of such a type any more, never holds a selection that fits: in an
 * allowing table it restricts nothing, and a forbidding one, all of whose columns must be selected, forbids nothing: null.
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
