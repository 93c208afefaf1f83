// The `code` property kind: the expression of a code calculation, stored verbatim. Ids in its calls count as references.
import { codeReferences, repointCode } from '../../engine/calculation/references.js'
import type { PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import type { Registry } from '../registry.js'
import { stringKind, type StringOptions } from './string.js'

const noPlaceholders = { question_id_a: null, question_id_b: null, question_id_c: null, question_id_d: null }

export const codeKind: PropertyKind<StringOptions> = {
  ...stringKind,
  name: 'code',
  control: 'code',
  references: (value, _property, registry?: Registry) =>
    typeof value === 'string' && registry ? codeReferences({ code: value, ...noPlaceholders }, registry) : [],
  repoint: (value, _property, to, registry?: Registry) =>
    typeof value === 'string' && registry ? repointCode(value, registry.functions, to) : value,
  referenceTargets: () => ['question', 'answer', 'calculation'],
}

/** An expression. Its entity validates it together with the placeholders. */
export function code<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<StringOptions, G, string, ''>
export function code(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<StringOptions> {
  return { kind: codeKind, label, ...propertyOptions, options: { long: true } }
}
