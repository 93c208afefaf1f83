// The terms of a formula: authored as the specification shows them (spec 2.5), stored in the flat shape.
import { Refusal } from '../../ground/property/kind.js'
import type { JsonContent } from '../properties/json.js'

export const termsContent: JsonContent = {
  schema: { type: 'array', items: { type: 'object' } },
  typeText: 'readonly Readonly<Record<string, unknown>>[]',
  empty: [],
  validate: (value, { label }) =>
    Array.isArray(value) ? [] : [new Refusal(`Field ${label} takes a list of terms.`, 'WRONG_TYPE')],
}
