// The `selections` kind: what is selected, `[{question_id, value}]`. Its ids refuse no delete: a selection may be lost.
import { pairListMembers, type PairMember } from '../../ground/property/pairs.js'
import { type PropertyKind, Refusal, type Repoint, type UnnamedProperty, type Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { judgeText } from '../../ground/property/text.js'
import { idFrom } from '../../engine/question/selection.js'
import { idMember } from './group-price.js'

export interface SelectionsOptions {
  /** Always: see the first line. */
  readonly weak: true
}

export interface StoredSelection {
  readonly question_id: number
  readonly value: string
}

/** Characters of one selection. */
export const selectionLength = 2_000

const value: PairMember = {
  key: 'value',
  schema: () => ({ type: 'string', minLength: 1, maxLength: selectionLength }),
  typeText: 'string',
  prepare: (sent) => (typeof sent === 'number' && Number.isSafeInteger(sent) ? String(sent) : sent),
  judge(label, sent) {
    if (typeof sent !== 'string' || sent === '') return new Refusal(`Field ${label} takes a text as value.`, 'WRONG_TYPE')
    return judgeText(label, sent, selectionLength)[0] ?? null
  },
}

/** Chosen answers name those that take their place; whatever else is entered stays. */
function repointed({ question_id, value: entered }: StoredSelection, to: Repoint): StoredSelection {
  const ids = entered.split(',').map(idFrom)
  const areAnswers = ids.every((id) => id > 0 && to.isOf('answer', id, question_id))
  const others = areAnswers ? ids.map((id) => to.idOf('answer', id)).sort((a, b) => a - b) : null
  return { question_id: to.idOf('question', question_id), value: others?.join(',') ?? entered }
}

export const selectionsKind: PropertyKind<SelectionsOptions> = {
  name: 'selections',
  control: 'selections',
  ...pairListMembers(idMember('question_id', 'question'), value),
  // Written by the pipeline, which takes nothing but pairs of an id and a text.
  repoint: (held, _property, to) => (Array.isArray(held) ? held.map((one: StoredSelection) => repointed(one, to)) : held),
}

export function selections<const G extends Given = NoOptions>(
  label: string,
  given?: Exactly<G, Given>,
): Typed<SelectionsOptions, G, readonly StoredSelection[], readonly []>
export function selections(label: string, given: Given = {}): UnnamedProperty<SelectionsOptions> {
  return { kind: selectionsKind, label, ...given, options: { weak: true } }
}
