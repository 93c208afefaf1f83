// Judges a variant table whole: its questions are its product's and take answers or numbers, and each cell is one of its column.
import type { VocabularyQuestion } from '../../engine/question/vocabulary.js'
import { isObject } from '../../ground/object.js'
import { Refusal } from '../../ground/property/kind.js'
import { spell } from '../../ground/spell.js'
import type { FieldRefusal } from '../entity/define.js'
import { isId } from '../properties/join.js'
import type { RegistryScope } from '../registry.js'
import { mentionedBy } from '../vocabulary/mentioned.js'
import { vocabularyFor } from '../vocabulary/vocabulary.js'

/** So many cells are told at once. */
const mostTold = 20

/** So many answers of a question are named to whoever wrote another one. */
const mostNamed = 20

const takesNumbers = ({ fields }: VocabularyQuestion): boolean => fields.get('selected')?.kind === 'number'

function judgeQuestion(question: VocabularyQuestion | undefined, id: number): string | null {
  if (!question) return `The product has no question ${id}; a variant table takes those of its own product.`
  if (question.type?.takesAnswers || takesNumbers(question)) return null
  return `The question '${question.title}' has no column: a variant table takes questions with answers and those into which numbers are entered.`
}

function namedAnswers({ answers }: VocabularyQuestion): string {
  const named = [...answers.values()].slice(0, mostNamed).map(({ id, title }) => `${id} (${title})`)
  return named.join(', ') + (answers.size > mostNamed ? ', …' : '')
}

/** What is wrong with one part of a cell as it is stored; null where nothing is. */
function judgePart(part: unknown, question: VocabularyQuestion): string | null {
  const answer = isObject(part) && 'answer' in part ? Number(part['answer']) : null
  if (!question.type?.takesAnswers)
    return answer === null ? null : `holds the answer ${answer}, where numbers are entered: a number, a range or "*"`
  if (answer === null) return `holds ${spell(JSON.stringify(part), 60)}, where an answer's id is taken: ${namedAnswers(question)}`
  return question.answers.has(answer) ? null : `holds ${answer}, which is no answer of it: ${namedAnswers(question)}`
}

/** For the whole record, so that other questions under the same rows are judged, too. */
export async function judgeTable(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
  const { question_ids, rows } = scope.record
  const ids = Array.isArray(question_ids) ? question_ids.filter(isId) : []
  const vocabulary = await vocabularyFor(scope, mentionedBy(ids.map((id) => ({ entity: 'question', id }))))
  const found: FieldRefusal[] = []
  for (const [at, id] of ids.entries()) {
    const message = judgeQuestion(vocabulary.questions.get(id), id)
    if (message !== null) found.push({ field: 'question_ids', refusal: new Refusal(message, 'INVALID_VALUE', `[${at}]`) })
  }
  if (found.length > 0 || !Array.isArray(rows)) return found
  const columns = ids.map((id) => vocabulary.questions.get(id)!)
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row)) continue
    const tell = (message: string, path: string): void => {
      found.push({ field: 'rows', refusal: new Refusal(message, 'INVALID_VALUE', path) })
    }
    if (row.length !== columns.length)
      tell(`Row ${at + 1} has ${row.length} cells, and the table ${columns.length} questions.`, `[${at}]`)
    for (const [column, question] of columns.entries()) {
      const cell: unknown = row[column]
      if (cell === undefined || cell === '*') continue
      for (const part of Array.isArray(cell) ? cell : [cell]) {
        const wrong = judgePart(part, question)
        if (wrong !== null) tell(`Row ${at + 1} in the column '${question.title}' ${wrong}.`, `[${at}][${column}]`)
      }
    }
    if (found.length >= mostTold) break
  }
  return found
}
