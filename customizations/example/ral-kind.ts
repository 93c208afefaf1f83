// Property kind `ral`: the four-digit number of a RAL classic colour.
import { createLabel, type NoOptions, type PropertyKind, Refusal, type Typed } from 'product-configurator-service'
import { ralMessages } from './ral-messages.js'
import { ralNumber } from './ral.js'

type RalOptions = Readonly<Record<string, never>>

export const ralKind: PropertyKind<RalOptions> = {
  name: 'ral',
  control: 'text',
  filter: 'equals',
  column: () => ({ type: 'key', length: 4, nullable: true }),
  schema: () => ({ type: ['string', 'null'], pattern: '^[0-9]{4}$' }),
  typeText: () => 'string | null',
  /** Keep text that names no colour unchanged, so `validate` rejects it. */
  prepare: (value) => (value === '' ? null : typeof value === 'string' ? (ralNumber(value) ?? value) : value),
  validate(value, { label }) {
    const sound = typeof value === 'string' && ralNumber(value) === value
    return sound ? [] : [new Refusal(ralMessages.create('numberRequired', { field: createLabel('field', label) }))]
  },
}

/** The last type argument is the record value: text, or null for an empty field. */
export function ral(label: string, help?: string): Typed<RalOptions, NoOptions, string> {
  return { kind: ralKind, label, options: {}, ...(help === undefined ? {} : { help }) }
}
