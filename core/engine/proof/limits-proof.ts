// Finds limits that nothing keeps: a text box compares numbers with them where it validates, and texts never.
import type { ProductSource, QuestionSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { finding, type Place, type ProofFinding } from './findings.js'
import { Locator } from './locate.js'

type Bound = 'min' | 'max'

/** Where the limit stands, or may stand once it is calculated; null where there is none. */
function limitAt(question: QuestionSource, bound: Bound): number | null {
  const [kind, fixed] = bound === 'min' ? [question.set_min_value, question.minval] : [question.set_max_value, question.maxval]
  if (kind === 'none') return null
  return kind === 'static' ? fixed : 1
}

/** True where the question takes what lies far beyond the limit. */
function takesBeyond(locator: Locator, question: QuestionSource, bound: Bound): boolean {
  const at = limitAt(question, bound)
  if (at === null || !locator.typeOf(question)?.limited) return false
  const far = Math.abs(at) + 1
  const value = String(bound === 'min' ? at - far : at + far)
  return locator.takes(question, value, { min: null, max: null, [bound]: at })
}

/** The findings on the limits of a product's questions. */
export function uncheckedLimits(source: ProductSource, types: EngineTypes, only: (place: Place) => boolean): ProofFinding[] {
  const locator = new Locator(source, types)
  return source.questions.flatMap((question) => {
    const place = { entity: 'question', id: question.id } as const
    if (!only(place) || !(['min', 'max'] as const).some((bound) => takesBeyond(locator, question, bound))) return []
    const title = question.title ?? String(question.id)
    const message = `The limits of '${title}' are kept by nobody: its entries are texts, or are not validated.`
    return finding('unchecked-limit', place, message, { field: 'validate' })
  })
}
