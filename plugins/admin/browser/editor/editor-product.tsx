// The product that an editor works on: loads its names, and requests checks of rules and bodies.
import { sheetLines } from '#core/surface.js'
import type { BodyCheckRequest, BodyCheckReply, RuleCheckRequest, RuleCheckReply } from '../../api/editor.js'
import type { EditorField, EditorQuestion, EditorVocabulary } from '../../api/editor-vocabulary.js'
import { useQuery, queryOptions, keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useContext, useMemo, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormContext, type FormAccess } from '../control/control-props.js'
import { t } from '../wording/text.js'
import { requestBody } from '../base/api.js'

/** The location of the edited text: a record, saved or not, and its owner. */
interface EditorLocation {
  readonly entity: string
  readonly owner: number
  /** null for a new record. */
  readonly id: number | null
}

export interface EditorProduct {
  readonly place: EditorLocation
  readonly vocabulary: EditorVocabulary
  /** The keys of the product's parts in rules and formulas. */
  readonly names: sheetLines.SheetNames
  readonly questions: ReadonlyMap<number, EditorQuestion>
}

/** Indexes the vocabulary. */
export function createEditorProduct(place: EditorLocation, vocabulary: EditorVocabulary): EditorProduct {
  const parts = vocabulary.questions.flatMap(({ id, key, answers }) => [
    { entity: 'question', id, key, owner: null },
    ...answers.map((answer) => ({ entity: 'answer', id: answer.id, key: answer.key, owner: { entity: 'question', id } })),
  ])
  const calculations = vocabulary.calculations.map(({ id, key }) => ({ entity: 'calculation', id, key, owner: null }))
  const functions = new Set(vocabulary.functions.map(({ name }) => name))
  return {
    place,
    vocabulary,
    names: new sheetLines.SheetNames([...parts, ...calculations], new Map(), functions),
    questions: new Map(vocabulary.questions.map((question) => [question.id, question])),
  }
}

export const getQuestionFields = ({ vocabulary }: EditorProduct, question: EditorQuestion): readonly EditorField[] =>
  vocabulary.fields[question.fields] ?? []

const vocabularyQuery = ({ entity, owner }: EditorLocation) =>
  queryOptions({
    queryKey: ['editor', entity, owner],
    // A question added elsewhere should appear soon.
    staleTime: 5_000,
    queryFn: ({ signal }) => requestBody<EditorVocabulary>('GET', `editor/${entity}/vocabulary?owner=${owner}`, { signal }),
  })

/** The value after it has not changed for this many milliseconds. */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

interface WithProductProps {
  /** Rendered without a product. */
  readonly otherwise: ReactNode
  readonly children: (product: EditorProduct) => ReactNode
}

/** Loads the product at the location. */
export function WithLocation({ place, otherwise, children }: WithProductProps & { readonly place: EditorLocation }): ReactNode {
  const { data, isError } = useQuery(vocabularyQuery(place))
  const { entity, owner, id } = place
  const product = useMemo(() => (data ? createEditorProduct({ entity, owner, id }, data) : null), [data, entity, owner, id])
  if (isError && !product) return otherwise
  return product ? children(product) : <p className="quiet-text">{t('loading')}</p>
}

function WithOwner({
  fields,
  owner,
  ...rest
}: WithProductProps & { readonly fields: FormAccess; readonly owner: string }): ReactNode {
  const { record } = useContext(FormContext)
  const id: unknown = useWatch({ control: fields.control, name: owner })
  if (typeof id !== 'number') return rest.otherwise
  return <WithLocation {...rest} place={{ entity: fields.entity, owner: id, id: record?.id ?? null }} />
}

/** Loads the product of the edited record for an editor. Without a product, the plain control is shown. */
export function WithProduct(props: WithProductProps): ReactNode {
  const { fields } = useContext(FormContext)
  return fields && fields.owner !== null ? <WithOwner {...props} fields={fields} owner={fields.owner} /> : props.otherwise
}

/** Milliseconds after the last key until the request. */
const checkDelay = 350

export interface BodyCheckState {
  readonly reply: BodyCheckReply | null
  readonly isPending: boolean
}

/** The sample selections, by question id. */
export type SampleSelections = Readonly<Record<number, string>>

/** @param fields null if there is nothing to check */
export function useBodyCheck(
  { entity, owner }: EditorLocation,
  fields: BodyCheckRequest['fields'] | null,
  sample: SampleSelections,
): BodyCheckState {
  const selections = Object.entries(sample).flatMap(([id, value]) => (value === '' ? [] : [{ question_id: Number(id), value }]))
  const requestText = JSON.stringify({ owner, fields, selections } satisfies Omit<BodyCheckRequest, 'fields'> & {
    fields: unknown
  })
  const settled = useDebouncedValue(requestText, checkDelay)
  const { data, isFetching } = useQuery({
    queryKey: ['editor-body', entity, settled],
    enabled: fields !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<BodyCheckReply>('POST', `editor/${entity}/body`, { body: JSON.parse(settled) as unknown, signal }),
  })
  return { reply: fields === null ? null : (data ?? null), isPending: fields !== null && (isFetching || settled !== requestText) }
}

/** Milliseconds after the last key until the request. */
const ruleCheckDelay = 500

export interface RuleCheckState {
  readonly reply: RuleCheckReply | null
  readonly isPending: boolean
}

/** @param rule null if there is nothing to check */
export function useRuleCheck(place: EditorLocation, rule: unknown, isEnabled: boolean): RuleCheckState {
  const { entity, owner, id } = place
  const text = useDebouncedValue(JSON.stringify(rule ?? null), ruleCheckDelay)
  const isCurrent = text === JSON.stringify(rule ?? null)
  const { data, isFetching } = useQuery({
    queryKey: ['editor-rule', entity, owner, id, text],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const body: RuleCheckRequest = { owner, id, rule: JSON.parse(text) as unknown }
      return requestBody<RuleCheckReply>('POST', `editor/${entity}/rule`, { body, signal })
    },
  })
  return { reply: isEnabled ? (data ?? null) : null, isPending: isEnabled && (isFetching || !isCurrent) }
}
