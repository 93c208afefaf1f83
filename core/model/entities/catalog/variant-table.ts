// A variant table, the allowed or forbidden combinations of selections of several questions, with the validation of its rows.
import type { VocabularyQuestion } from '../../../engine/question/vocabulary.js'
import {
  checkRows,
  toPlainRows,
  repointRows,
  rowReferences,
  toStoredRows,
  tableLimits,
} from '../../../engine/variant/variant-table.js'
import { formatValue, createLabel, createMessage, type Message } from '../../../foundation/message.js'
import { isObject } from '../../../foundation/json.js'
import { Refusal } from '../../../foundation/property/kind.js'
import { defineEntity, type FieldRefusal } from '../../entity/define.js'
import { dropdown } from '../../properties/dropdown.js'
import { join, isId } from '../../properties/join.js'
import { json, type JsonContent } from '../../properties/json.js'
import { prepareNumber } from '../../properties/number.js'
import { published } from '../../properties/published.js'
import { string } from '../../properties/string.js'
import type { Registry, RegistryScope } from '../../registry.js'
import { toReferencedIds, loadReferencedVocabulary } from '../../vocabulary/vocabulary.js'

const ids = (value: unknown): readonly number[] => (Array.isArray(value) ? value.filter(isId) : [])

export const questionIdsContent: JsonContent<readonly number[], readonly []> = {
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    minItems: 1,
    maxItems: tableLimits.questions,
    uniqueItems: true,
  },
  typeText: 'readonly number[]',
  example: '[12, 13]',
  empty: [],
  prepare: (value) => (Array.isArray(value) ? value.map(prepareNumber) : value),
  validate(value, { label }) {
    const list: readonly unknown[] = Array.isArray(value) ? value : []
    const invalidIndex = list.findIndex((id) => !isId(id))
    if (invalidIndex >= 0)
      return [
        new Refusal(
          createMessage('fields.questionsRequired', { field: createLabel('field', label) }),
          'WRONG_TYPE',
          `[${invalidIndex}]`,
        ),
      ]
    if (list.length > tableLimits.questions)
      return [
        new Refusal(
          createMessage('fields.tooManyQuestions', {
            field: createLabel('field', label),
            most: tableLimits.questions,
            count: list.length,
          }),
          'TOO_LONG',
        ),
      ]
    const duplicateIndex = list.findIndex((id, at) => list.indexOf(id) < at)
    return duplicateIndex < 0
      ? []
      : [
          new Refusal(
            createMessage('fields.questionTwice', { field: createLabel('field', label), id: String(list[duplicateIndex]) }),
            'DUPLICATE',
            `[${duplicateIndex}]`,
          ),
        ]
  },
  references: (value) => ids(value).map((id) => ({ entity: 'question', id })),
  repoint: (value, _property, to) => (Array.isArray(value) ? value.map((id: number) => to.idOf('question', id)) : value),
  referenceTargets: () => ['question'],
}

const number = { type: 'number' }
const range = {
  type: 'object',
  properties: { from: number, to: number },
  required: ['from', 'to'],
  additionalProperties: false,
}
const parts = { type: 'array', items: { anyOf: [number, range] }, minItems: 1, maxItems: tableLimits.parts }

export const rowsContent: JsonContent<unknown, readonly []> = {
  schema: { type: 'array', maxItems: tableLimits.rows, items: { $ref: '#/$defs/VariantRow' } },
  definitions: () => ({
    VariantRow: { type: 'array', description: 'One cell per question of the table.', items: { $ref: '#/$defs/VariantCell' } },
    VariantCell: {
      description: 'An answer id, a number, a range of numbers, a list of these, or "*" for any.',
      anyOf: [{ enum: ['*'] }, number, range, parts],
    },
  }),
  typeText: 'readonly VariantRow[]',
  example: '[[34, {"from": 10, "to": 20}], [[35, 36], "*"]]',
  editor: 'variants',
  writes: ['question_ids'],
  empty: [],
  validate: (value, { label }) => checkRows(label, value),
  async check(value, _property, scope: RegistryScope) {
    const questions = ids(scope.record.question_ids)
    const vocabulary = await loadReferencedVocabulary(scope, toReferencedIds(questions.map((id) => ({ entity: 'question', id }))))
    const answers = questions.map((id) => vocabulary.questions.get(id)?.type?.takesAnswers === true)
    return { value: toStoredRows(value, answers), issues: [] }
  },
  present: (stored, _property, registry?: Registry) => (registry ? toPlainRows(stored) : stored),
  references: (value) => rowReferences(value),
  repoint: (value, _property, to) => repointRows(value, to),
  referenceTargets: () => ['answer'],
}

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
async function validateVariantTable(scope: RegistryScope): Promise<readonly FieldRefusal[]> {
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

export const variantTable = defineEntity({
  name: 'variant-table',
  label: 'variant table',
  pluralLabel: 'variant tables',
  area: 'catalog',
  listing: ['name', 'product_id', 'mode', 'published'],
  properties: {
    product_id: join('Product', 'product', { owner: true, required: true }),
    name: string('Name', { required: true, trimmed: true }),
    question_ids: json('Questions', {
      content: questionIdsContent,
      required: true,
      help: 'The ids of the questions in column order. Each question has answers or takes numbers.',
    }),
    rows: json('Rows', {
      content: rowsContent,
      required: true,
      help: 'One cell per question and row: an answer id, a number, {from, to}, a list of such values, or "*" for any selection.',
    }),
    mode: dropdown('Mode', {
      choices: { allow: 'Only these combinations', forbid: 'All but these combinations' },
      default: 'allow',
      help: 'allow: an answer applies only if a row matches it and all other selections. forbid: an answer does not apply if all other columns are selected and a row matches them together.',
    }),
    published: published(),
  },
  validate: validateVariantTable,
})
