// The `rule` property kind: authored as nested conditions (spec 2.6), stored as a token stream in JSON text.
import { isObject } from '../../ground/object.js'
import { storeRule } from '../../engine/rule/author.js'
import { expressed, readRule } from '../../engine/rule/read.js'
import { ruleReferences } from '../../engine/rule/references.js'
import { repointRule } from '../../engine/rule/repoint.js'
import { orNull, ruleSchema } from '../../engine/rule/schema.js'
import { jsonColumn, judgeJson } from '../../ground/property/json-text.js'
import { type PropertyKind, Refusal, type UnnamedProperty } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import type { Registry, RegistryScope } from '../registry.js'
import { mentionedIn } from '../vocabulary/mentioned.js'
import { vocabularyFor } from '../vocabulary/vocabulary.js'

export type RuleOptions = Readonly<Record<never, never>>

export const ruleKind: PropertyKind<RuleOptions> = {
  name: 'rule',
  control: 'rule',
  column: () => jsonColumn,
  schema: () => orNull({ $ref: '#/$defs/Rule' }),
  definitions: (_property, registry: Registry) => ruleSchema(registry.conditionTypes).definitions,
  typeText: () => 'Rule | null',
  prepare: (value) => (value === '' ? null : value),
  validate(value, { label }) {
    if (isObject(value)) return judgeJson(label, value)
    const example = '{"question": 12, "operator": "==", "value": 34}'
    return [new Refusal(`Field ${label} takes a rule such as ${example}, or null.`, 'WRONG_TYPE')]
  },
  async check(value, _property, scope: RegistryScope) {
    const { registry } = scope
    const referenced = mentionedIn(expressed(value, registry.conditionTypes), registry)
    const outcome = storeRule(value, await vocabularyFor(scope, referenced))
    return 'refusals' in outcome ? { value, issues: outcome.refusals } : { value: outcome.stored, issues: [] }
  },
  present(stored, _property, registry?: Registry) {
    const text = stored === '' ? null : (stored as string | null)
    return registry ? readRule(text, registry.conditionTypes) : text
  },
  references: (value, _property, registry?: Registry) =>
    typeof value === 'string' && registry ? ruleReferences(value, registry.conditionTypes) : [],
  repoint: (value, _property, to, registry?: Registry) =>
    typeof value === 'string' && registry ? repointRule(value, registry.conditionTypes, to) : value,
  referenceTargets: () => ['question', 'answer', 'calculation'],
}

/** Core reads the stored text; authors send the object. */
export interface RuleTyping {
  readonly read: string | null
  readonly idle: null
  readonly argument: Readonly<Record<string, unknown>> | undefined
}

/** The condition under which a record applies. Null means always. */
export function rule<const G extends Given = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, Given>,
): UnnamedProperty<RuleOptions, RuleTyping>
export function rule(label: string, propertyOptions: Given = {}): UnnamedProperty<RuleOptions> {
  return { kind: ruleKind, label, ...propertyOptions, options: {} }
}
