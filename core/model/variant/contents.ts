// The two structured fields of a variant table: its questions in order, and its rows, authored with plain ids.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  checkRows,
  toPlainRows,
  repointRows,
  rowReferences,
  toStoredRows,
  tableLimits,
} from '../../engine/variant/stored-table.js'
import { Refusal } from '../../foundation/property/kind.js'
import type { JsonContent } from '../properties/json.js'
import { isId } from '../properties/join.js'
import { prepareNumber } from '../properties/number.js'
import type { Registry, RegistryScope } from '../registry.js'
import { toReferencedIds } from '../vocabulary/referenced-ids.js'
import { loadReferencedVocabulary } from '../vocabulary/vocabulary.js'

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
