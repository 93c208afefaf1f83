// Selects the applicable columns of a variant table: published questions with answers or numbers.
import type { ProductLookup } from '../proof/product-lookup.js'
import type { QuestionSource } from '../program/source.js'
import type { TableSource } from './variant-table.js'

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
export function canBeColumn(locator: Pick<ProductLookup, 'takesAnswers' | 'kindOf'>, question: QuestionSource): boolean {
  return locator.takesAnswers(question) || locator.kindOf(question) === 'number'
}

/**
 * The applicable columns. A missing question or one of another type never has a matching selection. In a table with mode
 * `allow` its column restricts nothing; a table with mode `forbid`, which needs a selection in all columns, then forbids
 * nothing, and the result is null.
 */
export function applicableColumns(table: TableSource, locator: ProductLookup): readonly TableColumn[] | null {
  const columns: TableColumn[] = []
  for (const [place, id] of table.question_ids.entries()) {
    const question = locator.questions.get(id)
    if (question && canBeColumn(locator, question)) {
      const answers = locator.takesAnswers(question)
      columns.push({ place, question, answers, multiple: answers && locator.typeOf(question)?.multiple === true })
    } else if (table.mode === 'forbid') return null
  }
  return columns
}
