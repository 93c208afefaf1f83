// What the server says of a body that is typed: what is wrong, what it reads, and its value for the sample.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BodyAsked, BodyJudged } from '../../../transport/editor/shape.js'
import { ask } from '../../ground/api.js'
import { useSettled } from '../asking.js'
import type { EditorPlace } from '../product.js'

/** Milliseconds without a key before the server is asked. */
const patience = 350

export interface JudgedBody {
  readonly judged: BodyJudged | null
  readonly isAsking: boolean
}

/** What a person enters as a sample, by question. */
export type Sample = Readonly<Record<number, string>>

/** @param fields null where there is nothing to judge */
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
