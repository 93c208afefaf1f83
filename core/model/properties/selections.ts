// The `selections` property kind: `[{question_id, value}]`. Its ids do not prevent a delete, because a selection can be dropped.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createPairListMembers, type PairMember } from './json.js'
import {
  type PropertyKind,
  Refusal,
  type Repoint,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { validateText } from '../../foundation/property/text.js'
import { parseId } from '../../engine/question/question-type.js'
import { createIdMember } from './group-price.js'

export interface SelectionsOptions {
  /** Selections never prevent a delete. */
  readonly weak: true
}

export interface StoredSelection {
  readonly question_id: number
  readonly value: string
}

/** Maximum length of a selection in characters. */
export const selectionLength = 2_000

const value: PairMember = {
  key: 'value',
  schema: () => ({ type: 'string', minLength: 1, maxLength: selectionLength }),
  typeText: 'string',
  prepare: (input) => (typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : input),
  validate(label, input) {
    if (typeof input !== 'string' || input === '')
      return new Refusal(createMessage('fields.selectionRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')
    return validateText(label, input, selectionLength)[0] ?? null
  },
}

/** Replaces answer ids by ids of the target product. Other values are kept. */
function repointSelection({ question_id, value: text }: StoredSelection, to: Repoint): StoredSelection {
  const ids = text.split(',').map(parseId)
  const areAnswers = ids.every((id) => id > 0 && to.isOf('answer', id, question_id))
  const targetIds = areAnswers ? ids.map((id) => to.idOf('answer', id)).sort((a, b) => a - b) : null
  return { question_id: to.idOf('question', question_id), value: targetIds?.join(',') ?? text }
}

export const selectionsKind: PropertyKind<SelectionsOptions> = {
  name: 'selections',
  control: 'selections',
  ...createPairListMembers(createIdMember('question_id', 'question'), value),
  // The value was stored by the pipeline, so it contains only id and text pairs.
  repoint: (stored, _property, to) =>
    Array.isArray(stored) ? stored.map((selection: StoredSelection) => repointSelection(selection, to)) : stored,
}

export function selections<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<SelectionsOptions, G, readonly StoredSelection[], readonly []>
export function selections(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<SelectionsOptions> {
  return { kind: selectionsKind, label, ...propertyOptions, options: { weak: true } }
}
