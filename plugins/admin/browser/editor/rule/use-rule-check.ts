// Lets the server check a rule after a pause in typing, once per rule.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RuleCheckRequest, RuleCheckReply } from '../../../api/editor/shape.js'
import { requestBody } from '../../base/api.js'
import { useDebouncedValue } from '../editor-requests.js'
import type { EditorLocation } from '../editor-product.js'

/** Milliseconds after the last key until the request. */
const checkDelay = 500

export interface RuleCheckState {
  readonly reply: RuleCheckReply | null
  readonly isPending: boolean
}

/** @param rule null if there is nothing to check */
export function useRuleCheck(place: EditorLocation, rule: unknown, isEnabled: boolean): RuleCheckState {
  const { entity, owner, id } = place
  const text = useDebouncedValue(JSON.stringify(rule ?? null), checkDelay)
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
