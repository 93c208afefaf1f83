// The `rule` property kind: authored as nested conditions, stored as a token stream in JSON text.
import { createLabel, createMessage } from '../../foundation/message.js'
import { isObject } from '../../foundation/json.js'
import { toStoredRule, toAuthoringForm, toAuthoredRule, nullableSchema, ruleSchema } from '../../engine/rule/rule-authoring.js'
import { ruleReferences, repointRule } from '../../engine/rule/stored.js'
import { jsonColumn, validateJson } from '../../foundation/property/text.js'
import { type PropertyKind, Refusal, type UnnamedProperty, type FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import type { Registry, RegistryScope } from '../registry.js'
import { findReferencedIds, loadReferencedVocabulary } from '../vocabulary/vocabulary.js'

export type RuleOptions = Readonly<Record<never, never>>

export const ruleKind: PropertyKind<RuleOptions> = {
  name: 'rule',
  control: 'rule',
  column: () => jsonColumn,
  schema: () => nullableSchema({ $ref: '#/$defs/Rule' }),
  definitions: (_property, registry: Registry) => ruleSchema(registry.conditionTypes).definitions,
  typeText: () => 'Rule | null',
  prepare: (value) => (value === '' ? null : value),
  validate(value, { label }) {
    if (isObject(value)) return validateJson(label, value)
    const example = '{"question": 12, "operator": "==", "value": 34}'
    return [new Refusal(createMessage('fields.ruleRequired', { field: createLabel('field', label), example }), 'WRONG_TYPE')]
  },
  async check(value, _property, scope: RegistryScope) {
    const { registry } = scope
    const referenced = findReferencedIds(toAuthoringForm(value, registry.conditionTypes), registry)
    const outcome = toStoredRule(value, await loadReferencedVocabulary(scope, referenced))
    return 'refusals' in outcome ? { value, issues: outcome.refusals } : { value: outcome.stored, issues: [] }
  },
  empty: null,
  present: (stored, _property, registry?: Registry) =>
    registry ? toAuthoredRule(stored as string, registry.conditionTypes) : stored,
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
export function rule<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): UnnamedProperty<RuleOptions, RuleTyping>
export function rule(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<RuleOptions> {
  return { kind: ruleKind, label, ...propertyOptions, options: {} }
}
