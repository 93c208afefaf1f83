// The `radio` property kind: one of a few choices, all visible in the form.
import type { PropertyKind, UnnamedProperty } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly } from '../../ground/property/typing.js'
import { choiceMembers, type ChoiceOptions, type ChoiceTyping } from './dropdown.js'

export const radioKind: PropertyKind<ChoiceOptions> = { name: 'radio', control: 'radio', ...choiceMembers }

export function radio<const G extends Given<ChoiceOptions>>(
  label: string,
  propertyOptions: Exactly<G, Given<ChoiceOptions>>,
): UnnamedProperty<ChoiceOptions, ChoiceTyping<G>>
export function radio(label: string, propertyOptions: Given<ChoiceOptions>): UnnamedProperty<ChoiceOptions> {
  const { choices, brought, ...common } = propertyOptions
  return { kind: radioKind, label, ...common, options: brought === undefined ? { choices } : { choices, brought } }
}
