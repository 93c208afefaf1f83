// The `rule` kind: authored as nested conditions (spec 2.6), stored as a token stream in JSON text.
import { jsonColumn, judgeTree, readJson, storeJson } from '../../ground/property/json-text.js'
import { type PropertyKind, Refusal, type UnnamedProperty } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'

export type RuleOptions = Readonly<Record<never, never>>

export const ruleKind: PropertyKind<RuleOptions> = {
  name: 'rule',
  control: 'rule',
  column: () => jsonColumn,
  schema: () => ({ type: ['object', 'null'] }),
  typeText: () => 'Readonly<Record<string, unknown>> | null',
  prepare: (value) => (value === '' ? null : value),
  validate(value, { label }) {
    if (typeof value === 'object' && !Array.isArray(value)) return judgeTree(label, value)
    return [
      new Refusal(`Field ${label} takes a rule, such as {"question": 12, "operator": "==", "value": 34}, or null.`, 'WRONG_TYPE'),
    ]
  },
  store: storeJson,
  present: (stored) => readJson(stored, null),
}

/** When something applies; null = always. */
export function rule(label: string, given: Given = {}): UnnamedProperty<RuleOptions> {
  return { kind: ruleKind, label, ...given, options: {} }
}
