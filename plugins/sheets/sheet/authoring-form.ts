// The authoring form with keys instead of ids, for content that a one-line notation cannot express, raw rules included.
import { isObject, type Registry, sheetLines } from '#core/surface.js'

type Shape = Readonly<Record<string, unknown>>
type IdSwap = (entity: string, value: unknown, question: unknown) => unknown

/** The entity of the ids under a key of a form; for a type with its own properties, the joined entity. */
function findIdEntity(shape: Shape, key: string, registry: Registry): string | null {
  for (const types of [registry.conditionTypes, registry.termTypes]) {
    for (const type of types.values()) {
      const form = type.authoring
      if (form && Object.hasOwn(shape, form.marker) && form.keys[key]?.entity) return form.keys[key].entity
      const isGeneric = shape['condition'] === type.name || shape['term'] === type.name || shape['type'] === type.name
      if (!isGeneric) continue
      const stored = Object.values(type.authoring?.keys ?? {}).find((authoringKey) => authoringKey.stored === key)?.entity
      const property = type.properties[key]
      if (stored ?? property?.kind.referenceColumn) return stored ?? (property!.options as { readonly entity: string }).entity
    }
  }
  return null
}

function swapIds(value: unknown, registry: Registry, swap: IdSwap): unknown {
  if (Array.isArray(value)) return value.map((item) => swapIds(item, registry, swap))
  if (!isObject(value)) return value
  const question = value['question'] ?? value['questionId']
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, unknown] => {
      if (typeof inner === 'object') return [key, swapIds(inner, registry, swap)]
      const entity = findIdEntity(value, key, registry)
      if (entity !== null) return [key, swap(entity, inner, question)]
      return [key, key === 'value' && question !== undefined ? swap('value', inner, question) : inner]
    }),
  )
}

/** Prefix of names inside the text of a raw rule. */
const rawMark = '@'

/** Replaces the ids in a form with keys. */
export function toKeyedForm(shape: Shape, names: sheetLines.SheetNames, registry: Registry): unknown {
  const isRaw = typeof shape['raw'] === 'string'
  const swap: IdSwap = (entity, value, question) => {
    const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
    if (typeof id !== 'number') return value
    const before = isRaw ? rawMark : ''
    if (entity === 'value') {
      const key = typeof question === 'number' || typeof question === 'string' ? names.answerOf(Number(question), id) : null
      return key === null || typeof value === 'string' ? value : `${rawMark}${key}`
    }
    const name = names.nameOf(entity, id)
    return name.startsWith('#') ? value : `${before}${name}`
  }
  if (!isRaw) return swapIds(shape, registry, swap)
  const tokens = tryParseJson(shape['raw'] as string)
  return tokens === null ? shape : { ...shape, raw: JSON.stringify(swapIds(tokens, registry, swap)) }
}

/** Replaces the keys in a form with ids. LineRefusal if a part does not exist. */
export function toResolvedForm(shape: Shape, names: sheetLines.SheetNames, registry: Registry): unknown {
  const isRaw = typeof shape['raw'] === 'string'
  const swap: IdSwap = (entity, value, question) => {
    if (typeof value !== 'string' || (isRaw && !value.startsWith(rawMark))) return value
    if (entity !== 'value') return names.resolveKey(entity, isRaw ? value.slice(1) : value)
    if (!value.startsWith(rawMark)) return value
    const id = typeof question === 'number' ? question : names.resolveKey('question', String(question).replace(/^@/, ''))
    return names.answerIdOf(id, value.slice(1))
  }
  if (!isRaw) return swapIds(shape, registry, swap)
  const tokens = tryParseJson(shape['raw'] as string)
  return tokens === null ? shape : { ...shape, raw: JSON.stringify(swapIds(tokens, registry, swap)) }
}

function tryParseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

/** Replaces the ids in code with `#key`. Code that would not read back identically stays unchanged. */
export function toKeyedCode(
  code: string,
  ids: readonly { readonly entity: string; readonly id: number; readonly start: number; readonly end: number }[],
  names: sheetLines.SheetNames,
): string {
  let other = code
  for (const { entity, id, start, end } of ids.toReversed()) {
    const name = names.nameOf(entity, id)
    if (!name.startsWith('#')) other = `${other.slice(0, start)}#${name}${other.slice(end)}`
  }
  return sheetLines.parseOrNull(() => toResolvedCode(other, names)) === code ? other : code
}

export function toResolvedCode(code: string, names: sheetLines.SheetNames): string {
  return code.replaceAll(
    /(Calculation\(\s*)?#([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)?)/gu,
    (_, call: string | undefined, name: string) => {
      const entity = call !== undefined ? 'calculation' : name.includes('.') ? 'answer' : 'question'
      return `${call ?? ''}${names.idOf(entity, name)}`
    },
  )
}
