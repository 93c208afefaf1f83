// Lets the server check the body of a calculation: errors, the questions it reads, and its value for the sample.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BodyAsked, BodyJudged } from '../../../transport/editor/shape.js'
import { ask } from '../../ground/api.js'
import { useSettled } from '../asking.js'
import type { EditorPlace } from '../product.js'

/** Milliseconds after the last key until the request. */
const patience = 350

export interface JudgedBody {
  readonly judged: BodyJudged | null
  readonly isAsking: boolean
}

/** The sample selections, by question id. */
export type Sample = Readonly<Record<number, string>>

/** @param fields null if there is nothing to check */
export function useJudgedBody({ entity, owner }: EditorPlace, fields: BodyAsked['fields'] | null, sample: Sample): JudgedBody {
  const selections = Object.entries(sample).flatMap(([id, value]) => (value === '' ? [] : [{ question_id: Number(id), value }]))
  const asked = JSON.stringify({ owner, fields, selections } satisfies Omit<BodyAsked, 'fields'> & { fields: unknown })
  const settled = useSettled(asked, patience)
  const { data, isFetching } = useQuery({
    queryKey: ['editor-body', entity, settled],
    enabled: fields !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask<BodyJudged>('POST', `editor/${entity}/body`, { body: JSON.parse(settled) as unknown, signal }),
  })
  return { judged: fields === null ? null : (data ?? null), isAsking: fields !== null && (isFetching || settled !== asked) }
}
