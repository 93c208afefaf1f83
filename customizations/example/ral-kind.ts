// The property kind `ral`: the number of a RAL classic colour, four digits.
import { type NoOptions, type PropertyKind, Refusal, type Typed } from 'product-configurator-service'
import { ralNumber } from './ral.js'

type RalOptions = Readonly<Record<string, never>>

export const ralKind: PropertyKind<RalOptions> = {
  name: 'ral',
  control: 'text',
  filter: 'equals',
  column: () => ({ type: 'key', length: 4, nullable: true }),
  schema: () => ({ type: ['string', 'null'], pattern: '^[0-9]{4}$' }),
  typeText: () => 'string | null',
  /** What names no colour stays as it came, for `validate` to refuse. */
  prepare: (value) => (value === '' ? null : typeof value === 'string' ? (ralNumber(value) ?? value) : value),
  validate(value, { label }) {
    const sound = typeof value === 'string' && ralNumber(value) === value
    return sound ? [] : [new Refusal(`Field ${label} takes the number of a RAL classic colour, such as 5010.`)]
  },
}

/** The last type says what a record holds: a text, or null while the field is empty. */
export function ral(label: string, help?: string): Typed<RalOptions, NoOptions, string> {
  return { kind: ralKind, label, options: {}, ...(help === undefined ? {} : { help }) }
}
