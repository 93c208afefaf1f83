// Validates a variant table as a whole: its questions belong to its product, and each cell is a value of its column.
import { createMessage, type Message } from '../../foundation/message.js'
import type { VocabularyQuestion } from '../../engine/question/vocabulary.js'
import { isObject } from '../../foundation/object.js'
import { Refusal } from '../../foundation/property/kind.js'
import { formatValue } from '../../foundation/format-value.js'
import type { FieldRefusal } from '../entity/define.js'
import { isId } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'
import { toReferencedIds } from '../vocabulary/referenced-ids.js'
import { loadReferencedVocabulary } from '../vocabulary/vocabulary.js'

/** Maximum number of reported cells. */
const maximumRefusals = 20

/** Maximum number of answers that an error message lists. */
const maximumListedAnswers = 20

const acceptsNumbers = ({ fields }: VocabularyQuestion): boolean => fields.get('selected')?.kind === 'number'

function validateColumn(question: VocabularyQuestion | undefined, id: number): Message | null {
  if (!question) return createMessage('authoring.tableQuestionMissing', { id })
  if (question.type?.takesAnswers || acceptsNumbers(question)) return null
  return createMessage('authoring.tableQuestionUnfit', { title: question.title })
}

function listAnswers({ answers }: VocabularyQuestion): string {
  const titles = [...answers.values()].slice(0, maximumListedAnswers).map(({ id, title }) => `${id} (${title})`)
  return titles.join(', ') + (answers.size > maximumListedAnswers ? ', …' : '')
}

/** The problem of one part of a stored cell; null if it is valid. */
function validatePart(part: unknown, question: VocabularyQuestion): Message | null {
  const answer = isObject(part) && 'answer' in part ? Number(part['answer']) : null
  if (!question.type?.takesAnswers) return answer === null ? null : createMessage('authoring.cellAnswerForNumber', { answer })
  if (answer === null)
    return createMessage('authoring.cellNoAnswer', {
      value: formatValue(JSON.stringify(part), 60),
      answers: listAnswers(question),
    })
  return question.answers.has(answer)
    ? null
    : createMessage('authoring.cellForeignAnswer', { answer, answers: listAnswers(question) })
}

/** Validates the whole record, so a change of the questions also checks the existing rows. */
export async function validateVariantTable(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  const { question_ids, rows } = scope.record
  const ids = Array.isArray(question_ids) ? question_ids.filter(isId) : []
  const vocabulary = await loadReferencedVocabulary(scope, toReferencedIds(ids.map((id) => ({ entity: 'question', id }))))
  const refusals: FieldRefusal[] = []
  for (const [at, id] of ids.entries()) {
    const message = validateColumn(vocabulary.questions.get(id), id)
    if (message !== null) refusals.push({ field: 'question_ids', refusal: new Refusal(message, 'INVALID_VALUE', `[${at}]`) })
  }
  if (refusals.length > 0 || !Array.isArray(rows)) return refusals
  const columns = ids.map((id) => vocabulary.questions.get(id)!)
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row)) continue
    const refuseCell = (message: Message, path: string): void => {
      refusals.push({ field: 'rows', refusal: new Refusal(message, 'INVALID_VALUE', path) })
    }
    if (row.length !== columns.length)
      refuseCell(
        createMessage('authoring.tableCellCount', { row: at + 1, count: row.length, questions: columns.length }),
        `[${at}]`,
      )
    for (const [column, question] of columns.entries()) {
      const cell: unknown = row[column]
      if (cell === undefined || cell === '*') continue
      for (const part of Array.isArray(cell) ? cell : [cell]) {
        const problem = validatePart(part, question)
        if (problem !== null)
          refuseCell(createMessage('authoring.tableCell', { row: at + 1, title: question.title, problem }), `[${at}][${column}]`)
      }
    }
    if (refusals.length >= maximumRefusals) break
  }
  return refusals
}
