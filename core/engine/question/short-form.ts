// Converts conditions and terms between the authors' short form and the stored arguments.
import { createMessage, type Message, suggestName } from '../../foundation/message.js'
import { type RefusalCollector, joinPath } from './operand-check.js'
import type { Arguments, AuthoringForm, AuthoringKey } from './operand.js'
import { numberOf } from './value.js'

type Shape = Readonly<Record<string, unknown>>

interface TypeWithForm {
  readonly name: string
  readonly authoring?: AuthoringForm
}

/** The type of an object in short form: the type whose marker is one of the object's keys. */
export function findShortFormType<T extends TypeWithForm>(authored: Shape, types: ReadonlyMap<string, T>): T | null {
  for (const type of types.values()) {
    if (type.authoring && Object.hasOwn(authored, type.authoring.marker)) return type
  }
  return null
}

/** The marker keys of all short forms. */
export function shortFormMarkers(types: ReadonlyMap<string, TypeWithForm>): readonly string[] {
  return [...types.values()].flatMap(({ authoring }) => (authoring ? [authoring.marker] : []))
}

function matchesSchema(value: unknown, key: AuthoringKey): boolean {
  const types = [key.schema['type']].flat()
  const { minimum } = key.schema
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (typeof minimum === 'number' && value < minimum)) return false
    return types.includes('number') || (types.includes('integer') && Number.isSafeInteger(value))
  }
  return types.includes(typeof value)
}

const kindNames: Readonly<Record<string, Message>> = {
  integer: createMessage('authoring.kindId'),
  number: createMessage('authoring.kindNumber'),
  string: createMessage('authoring.kindText'),
  boolean: createMessage('authoring.kindBoolean'),
}

/** Converts the short form into stored arguments. `others` are keys that the caller handles. Null after a refusal. */
export function shortToStored(
  authored: Shape,
  form: AuthoringForm,
  otherKeys: readonly string[],
  validation: RefusalCollector,
  path: string,
): Arguments | null {
  const refusalsBefore = validation.refusals.length
  const args: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(form.keys)) {
    if (!Object.hasOwn(authored, name)) {
      if (key.required)
        validation.refuse(createMessage('authoring.keyMissingBeside', { name, marker: form.marker }), joinPath(path, name))
      continue
    }
    const value = authored[name]
    if (matchesSchema(value, key)) args[key.stored] = value
    else {
      const kinds = [key.schema['type']].flat().map((type) => kindNames[String(type)] ?? String(type))
      const either = kinds.reduceRight((second, first) => createMessage('authoring.either', { first, second }))
      validation.refuse(createMessage('authoring.keyTakes', { name, kinds: either }), joinPath(path, name))
    }
  }
  const validKeys = [...Object.keys(form.keys), ...otherKeys]
  for (const name of Object.keys(authored)) {
    if (validKeys.includes(name)) continue
    validation.refuse(
      createMessage('authoring.keyUnknownBeside', {
        name: name.slice(0, 60),
        marker: form.marker,
        hint: suggestName(name, validKeys),
        names: validKeys.join(', '),
      }),
      joinPath(path, name.slice(0, 60)),
    )
  }
  return validation.refusals.length === refusalsBefore ? args : null
}

/** Converts stored arguments into the short form. Null if they contain anything that the form has no key for. */
export function storedToShort(args: Arguments, form: AuthoringForm): Shape | null {
  const authored: Record<string, unknown> = {}
  const unmatched = new Set(Object.keys(args))
  for (const [name, key] of Object.entries(form.keys)) {
    if (!unmatched.delete(key.stored)) {
      if (key.required) return null
      continue
    }
    const value = toNumber(args[key.stored], key)
    if (!matchesSchema(value, key)) return null
    authored[name] = value
  }
  return unmatched.size === 0 ? authored : null
}

/** Ids and numbers may be stored as text. */
function toNumber(value: unknown, key: AuthoringKey): unknown {
  const type = key.schema['type']
  if ((type === 'integer' || type === 'number') && typeof value === 'string') return numberOf(value) ?? value
  return value
}
