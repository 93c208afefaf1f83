// Lets the server check a rule after a pause in typing, once per rule.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RuleAsked, RuleJudged } from '../../../transport/editor/shape.js'
import { ask } from '../../ground/api.js'
import { useSettled } from '../asking.js'
import type { EditorPlace } from '../product.js'

/** Milliseconds after the last key until the request. */
const patience = 500

export interface Judgement {
  readonly judged: RuleJudged | null
  readonly isAsking: boolean
}

/** @param rule null if there is nothing to check */
export function useJudgedRule(place: EditorPlace, rule: unknown, isAsked: boolean): Judgement {
  const { entity, owner, id } = place
  const text = useSettled(JSON.stringify(rule ?? null), patience)
  const isCurrent = text === JSON.stringify(rule ?? null)
  const { data, isFetching } = useQuery({
    queryKey: ['editor-rule', entity, owner, id, text],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const body: RuleAsked = { owner, id, rule: JSON.parse(text) as unknown }
      return ask<RuleJudged>('POST', `editor/${entity}/rule`, { body, signal })
    },
  })
  return { judged: isAsked ? (data ?? null) : null, isAsking: isAsked && (isFetching || !isCurrent) }
}
