// Between the short form in which authors write a condition or term and the arguments that are stored (spec 2.5, 2.6).
import { didYouMean } from '../../ground/nearest.js'
import { type Judge, join } from './check.js'
import type { Arguments, AuthoringForm, AuthoringKey } from './operand.js'
import { numberOf } from './value.js'

type Shape = Readonly<Record<string, unknown>>

interface Named {
  readonly name: string
  readonly authoring?: AuthoringForm
}

/** The type whose short form an authored object is written in: it has the form's marker as a key. */
export function typeOfShortForm<T extends Named>(authored: Shape, types: ReadonlyMap<string, T>): T | null {
  for (const type of types.values()) {
    if (type.authoring && Object.hasOwn(authored, type.authoring.marker)) return type
  }
  return null
}

/** The keys that start a short form. */
export function markersOf(types: ReadonlyMap<string, Named>): readonly string[] {
  return [...types.values()].flatMap(({ authoring }) => (authoring ? [authoring.marker] : []))
}

function fits(value: unknown, key: AuthoringKey): boolean {
  const types = [key.schema['type']].flat()
  const { minimum } = key.schema
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (typeof minimum === 'number' && value < minimum)) return false
    return types.includes('number') || (types.includes('integer') && Number.isSafeInteger(value))
  }
  return types.includes(typeof value)
}

const article: Readonly<Record<string, string>> = {
  integer: 'an id as a plain number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
}

/** From the short form to stored arguments; `others` are keys that the caller handles. null after a refusal. */
export function shortToStored(
  authored: Shape,
  form: AuthoringForm,
  others: readonly string[],
  judge: Judge,
  path: string,
): Arguments | null {
  const before = judge.refusals.length
  const args: Record<string, unknown> = {}
  for (const [name, key] of Object.entries(form.keys)) {
    if (!Object.hasOwn(authored, name)) {
      if (key.required) judge.refuse(`'${name}' is missing beside '${form.marker}'.`, join(path, name))
      continue
    }
    const value = authored[name]
    if (fits(value, key)) args[key.stored] = value
    else {
      const kinds = [key.schema['type']].flat().map((type) => article[String(type)] ?? String(type))
      judge.refuse(`'${name}' takes ${kinds.join(' or ')}.`, join(path, name))
    }
  }
  const known = [...Object.keys(form.keys), ...others]
  for (const name of Object.keys(authored)) {
    if (known.includes(name)) continue
    judge.refuse(
      `Unknown key '${name.slice(0, 60)}' beside '${form.marker}'.${didYouMean(name, known)} It takes ${known.join(', ')}.`,
      join(path, name.slice(0, 60)),
    )
  }
  return judge.refusals.length === before ? args : null
}

/** From stored arguments to the short form; null where they hold more or other than the form has keys for. */
export function storedToShort(args: Arguments, form: AuthoringForm): Shape | null {
  const authored: Record<string, unknown> = {}
  const left = new Set(Object.keys(args))
  for (const [name, key] of Object.entries(form.keys)) {
    if (!left.delete(key.stored)) {
      if (key.required) return null
      continue
    }
    const value = spelledOut(args[key.stored], key)
    if (!fits(value, key)) return null
    authored[name] = value
  }
  return left.size === 0 ? authored : null
}

/** Ids and numbers may be stored as text. */
function spelledOut(value: unknown, key: AuthoringKey): unknown {
  const type = key.schema['type']
  if ((type === 'integer' || type === 'number') && typeof value === 'string') return numberOf(value) ?? value
  return value
}
