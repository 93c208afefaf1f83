// The `radio` property kind: one of a few choices, all visible in the form.
import type { PropertyKind, UnnamedProperty, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly } from '../../foundation/property/typing.js'
import { choiceMembers, type ChoiceOptions, type ChoiceTyping } from './dropdown.js'

export const radioKind: PropertyKind<ChoiceOptions> = { name: 'radio', control: 'radio', ...choiceMembers }

export function radio<const G extends FactoryOptions<ChoiceOptions>>(
  label: string,
  propertyOptions: Exactly<G, FactoryOptions<ChoiceOptions>>,
): UnnamedProperty<ChoiceOptions, ChoiceTyping<G>>
export function radio(label: string, propertyOptions: FactoryOptions<ChoiceOptions>): UnnamedProperty<ChoiceOptions> {
  const { choices, brought: pluginNoun, ...common } = propertyOptions
  return { kind: radioKind, label, ...common, options: pluginNoun === undefined ? { choices } : { choices, brought: pluginNoun } }
}
