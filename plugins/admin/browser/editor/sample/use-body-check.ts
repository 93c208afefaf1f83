// Lets the server check the body of a calculation: errors, the questions it reads, and its value for the sample.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BodyCheckRequest, BodyCheckReply } from '../../../api/editor/shape.js'
import { requestBody } from '../../base/api.js'
import { useDebouncedValue } from '../editor-requests.js'
import type { EditorLocation } from '../editor-product.js'

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
