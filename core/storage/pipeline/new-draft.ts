// Step one for a new record of core's own: laid over what is empty by one look at each field, without waiting for what need not be asked.
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { flatKeysOf } from '../record/flat-keys.js'
import { fillDefaults, fillKnownOrdering, fillOrdering } from './defaults.js'
import type { Draft, WriteTask } from './draft.js'
import { fillPairs } from './pairs.js'
import { emptyRecord, prepareForStorage } from './prepare-for-storage.js'

interface Writable {
  readonly languages: readonly string[]
  readonly properties: ReadonlyMap<string, Property>
}

const writable = new WeakMap<Entity, Writable>()

/** What core's own writers may send by the key that a record holds it under: columns, and texts by their flat keys. */
function writableOf({ entity, shape, snapshot: { languages } }: WriteTask): ReadonlyMap<string, Property> {
  const known = writable.get(entity)
  if (known?.languages === languages) return known.properties
  const columns = shape.stored.filter(({ translatable }) => !translatable).map((property) => [property.name, property] as const)
  const texts = [...flatKeysOf(entity, languages)].map(([key, { property }]) => [key, property] as const)
  const properties = new Map([...texts, ...columns])
  writable.set(entity, { languages, properties })
  return properties
}

/** As `prepareForStorage`: one that nobody has to be waited for, or the promise of it. */
export function prepareNew(task: WriteTask, input: Readonly<Record<string, unknown>>): Draft | Promise<Draft> {
  const { internal, schemaOnly, id } = task.options
  const isPlain = internal && !schemaOnly && id === undefined && !task.entity.prepare
  const draft = isPlain ? laidOver(task, input) : null
  if (draft === null) return prepareForStorage(task, input)
  fillDefaults(task, draft)
  return fillKnownOrdering(task, draft) ? paired(task, draft) : fillOrdering(task, draft).then(() => paired(task, draft))
}

function paired(task: WriteTask, draft: Draft): Draft {
  if (task.shape.paired.length > 0) fillPairs(task, draft)
  return draft
}

const noChildren: ReadonlyMap<string, unknown> = new Map()

/** Null where a key is none of these: what it is, or what is wrong with it, is the affair of `readInput`. */
function laidOver(task: WriteTask, input: Readonly<Record<string, unknown>>): Draft | null {
  const properties = writableOf(task)
  const record = emptyRecord(task)
  const changed = new Set<string>()
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (value === undefined) continue
    const property = properties.get(key)
    if (!property) return null
    const prepared = property.kind.prepare(value, property)
    if (prepared !== '' && prepared !== undefined && prepared !== null) record[key] = prepared
    changed.add(key)
  }
  return {
    existing: null,
    record,
    // No set of its own for each of thousands.
    sent: { has: (key) => Object.hasOwn(input, key) && input[key] !== undefined },
    changed,
    defaulted: new Set(),
    children: noChildren,
    issues: [],
  }
}
