// The `multiselect` property kind: several choices or several records of another entity, stored as JSON text. Not part of schemas.
import { createLabel, createMessage } from '../../foundation/message.js'
import { jsonColumn, parseJsonText, toJsonText } from '../../foundation/property/text.js'
import {
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import type { Registry, RegistryScope } from '../registry.js'
import { type Choices, type ChoiceValue, validateChoice, validateDynamicChoice, hintChoices } from './dropdown.js'
import { isId, prepareId } from './join.js'

/** A set of choices, or the entity whose ids can be selected. */
export type MultiselectOptions = { readonly choices: Choices } | { readonly entity: string; readonly weak?: boolean }

/** The type of one selected item. */
export type SelectedItem<O extends MultiselectOptions> = O extends { readonly choices: infer C } ? ChoiceValue<C> : number

export const multiselectKind: PropertyKind<MultiselectOptions> = {
  name: 'multiselect',
  control: 'multiselect',
  column: () => jsonColumn,
  schema: () => null,
  typeText: (property) => ('entity' in property.options ? 'readonly number[]' : 'readonly string[]'),
  hints: ({ options }, registry: Registry, languages) =>
    'entity' in options ? { entity: options.entity } : hintChoices(options, registry, languages),
  prepare(value, property) {
    if (value === '') return null
    return Array.isArray(value) && 'entity' in property.options ? value.map(prepareId) : value
  },
  validate(value, { label, options }) {
    if (!Array.isArray(value))
      return [new Refusal(createMessage('fields.listRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
    if (new Set(value).size < value.length)
      return [new Refusal(createMessage('fields.choiceTwice', { field: createLabel('field', label) }), 'DUPLICATE')]
    if ('choices' in options) return value.flatMap((item: unknown) => validateChoice(label, item, options))
    return value.every(isId)
      ? []
      : [
          new Refusal(
            createMessage('fields.idsOfRecordsRequired', {
              field: createLabel('field', label),
              entity: createLabel('entity', options.entity),
            }),
            'WRONG_TYPE',
          ),
        ]
  },
  checks: ({ options }) => 'choices' in options && typeof options.choices === 'function',
  check(value, { label, options }, scope: RegistryScope) {
    const validateItem = (item: unknown): readonly Refusal[] =>
      'choices' in options ? validateDynamicChoice(label, item, options, scope.registry) : []
    return Promise.resolve({ value, issues: Array.isArray(value) ? value.flatMap(validateItem) : [] })
  },
  store: toJsonText,
  present: (stored) => parseJsonText(stored, []),
  references: (value, { options }) =>
    'entity' in options && Array.isArray(value) ? value.filter(isId).map((id) => ({ entity: options.entity, id })) : [],
  repoint: (value, { options }, to) =>
    'entity' in options && Array.isArray(value)
      ? value.map((id: unknown) => (isId(id) ? to.idOf(options.entity, id) : id))
      : value,
  referenceTargets: ({ options }) => ('entity' in options ? [options.entity] : []),
}

export function multiselect<const O extends MultiselectOptions, const G extends FactoryOptions = NoOptions>(
  label: string,
  options: O,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<MultiselectOptions, G, readonly SelectedItem<O>[], readonly SelectedItem<O>[]>
export function multiselect(
  label: string,
  options: MultiselectOptions,
  propertyOptions: FactoryOptions = {},
): UnnamedProperty<MultiselectOptions> {
  return { kind: multiselectKind, label, ...propertyOptions, options }
}
