// Finds limits without effect: a text box compares numbers with its limits only if it validates, and texts never.
import { createMessage } from '../../foundation/message.js'
import type { ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/engine-types.js'
import { createFinding, type FindingTarget, type ProofFinding } from './findings.js'
import { ProductLookup } from './product-lookup.js'

type Bound = 'min' | 'max'

/** The limit, or a placeholder for a calculated limit. Null if there is none. */
function limitOf(question: QuestionSource, bound: Bound): number | null {
  const [kind, staticLimit] =
    bound === 'min' ? [question.set_min_value, question.minval] : [question.set_max_value, question.maxval]
  if (kind === 'none') return null
  return kind === 'static' ? staticLimit : 1
}

/** Whether the question accepts a value far beyond the limit. */
function acceptsBeyond(locator: ProductLookup, question: QuestionSource, bound: Bound): boolean {
  const limit = limitOf(question, bound)
  if (limit === null || !locator.typeOf(question)?.limited) return false
  const distance = Math.abs(limit) + 1
  const value = String(bound === 'min' ? limit - distance : limit + distance)
  return locator.acceptsEntry(question, value, { min: null, max: null, [bound]: limit })
}

/** The findings about the limits of a product's questions. */
export function findUncheckedLimits(
  source: ProductSource,
  types: EngineTypes,
  isIncluded: (place: FindingTarget) => boolean,
): ProofFinding[] {
  const locator = new ProductLookup(source, types)
  return source.questions.flatMap((question) => {
    const place = { entity: 'question', id: question.id } as const
    if (!isIncluded(place) || !(['min', 'max'] as const).some((bound) => acceptsBeyond(locator, question, bound))) return []
    const title = question.title ?? String(question.id)
    const message = createMessage('findings.uncheckedLimit', { title })
    return createFinding('unchecked-limit', place, message, { field: 'validate' })
  })
}
