// Fast path of step one of five for new records written by core: builds the draft field by field and waits only for required queries.
import type { Property } from '../../foundation/property/kind.js'
import { createFastObject } from '../../foundation/fast-object.js'
import type { Entity } from '../../model/entity/define.js'
import { getFlatKeys } from '../record/flat-keys.js'
import type { EntityLayout } from '../record/layout.js'
import { fillDefaults, fillCachedOrdering, fillOrdering, listDefaultFields } from './defaults.js'
import type { Draft, WriteTask } from './draft.js'
import { fillPairs } from './pairs.js'
import { isAudited } from './audit-entries.js'
import { createEmptyRecord, prepareForStorage } from './prepare-for-storage.js'

interface WritableProperties {
  readonly languages: readonly string[]
  readonly properties: ReadonlyMap<string, Property>
}

const writableCache = new WeakMap<Entity, WritableProperties>()

/** The properties that core's own writers may send, by record key: columns, and texts by their flat keys. */
function getWritableProperties({ entity, shape, snapshot: { languages } }: WriteTask): ReadonlyMap<string, Property> {
  const cachedProperties = writableCache.get(entity)
  if (cachedProperties?.languages === languages) return cachedProperties.properties
  const columns = shape.stored.filter(({ translatable }) => !translatable).map((property) => [property.name, property] as const)
  const texts = [...getFlatKeys(entity, languages)].map(([key, { property }]) => [key, property] as const)
  const properties = new Map([...texts, ...columns])
  writableCache.set(entity, { languages, properties })
  return properties
}

/** Like `prepareForStorage`, but returns the draft synchronously if no query is necessary. */
export function prepareNewDraft(task: WriteTask, input: Readonly<Record<string, unknown>>): Draft | Promise<Draft> {
  const { internal, schemaOnly, id } = task.options
  const isPlain = internal && !schemaOnly && id === undefined && !task.entity.prepare
  const draft = isPlain ? applyInput(task, input) : null
  if (draft === null) return prepareForStorage(task, input)
  if (!draft.started) fillDefaults(task, draft)
  return fillCachedOrdering(task, draft) ? applyPairs(task, draft) : fillOrdering(task, draft).then(() => applyPairs(task, draft))
}

function applyPairs(task: WriteTask, draft: Draft): Draft {
  if (task.shape.paired.length > 0) fillPairs(task, draft)
  return draft
}

interface DefaultRecord {
  readonly languages: readonly string[]
  readonly record: Readonly<Record<string, unknown>>
  readonly empty: Readonly<Record<string, unknown>>
}

const defaultRecordCache = new WeakMap<EntityLayout, DefaultRecord>()

/**
 * A new record with its valid defaults. null if a default is a text or a reference, if the entity has paired fields, or if the
 * audit trail is on.
 */
function getDefaultRecord(task: WriteTask): DefaultRecord | null {
  const { shape, snapshot, context } = task
  if (shape.paired.length > 0 || isAudited(context)) return null
  const cachedRecord = defaultRecordCache.get(shape)
  if (cachedRecord?.languages === snapshot.languages) return cachedRecord
  const starts = listDefaultFields(task)
  if (starts.some(({ property }) => property.translatable || property.kind.references)) return null
  const empty = createEmptyRecord(task)
  const filled = starts.map(({ key, value }) => [key, value] as const)
  const record = createFastObject(Object.entries({ ...empty, ...Object.fromEntries(filled) }))
  const defaultRecord = { languages: snapshot.languages, record, empty }
  defaultRecordCache.set(shape, defaultRecord)
  return defaultRecord
}

const noChildren: ReadonlyMap<string, unknown> = new Map()

/** Returns null if a key is not writable. `parseWriteInput` then reports the reason. */
function applyInput(task: WriteTask, input: Readonly<Record<string, unknown>>): Draft | null {
  const properties = getWritableProperties(task)
  const { judged: isValidated } = task.options
  const start = isValidated ? getDefaultRecord(task) : null
  const record = start ? { ...start.record } : createEmptyRecord(task)
  const changed = new Set<string>()
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (value === undefined) continue
    const property = properties.get(key)
    if (!property) return null
    // Validated values are already in core's internal form, except texts.
    const prepared = isValidated && !property.translatable ? value : property.kind.prepare(value, property)
    if (prepared !== '' && prepared !== undefined && prepared !== null) record[key] = prepared
    else if (start) record[key] = start.empty[key]
    changed.add(key)
  }
  return {
    existing: null,
    record,
    // Avoids a separate Set for each of thousands of drafts.
    sent: { has: (key) => Object.hasOwn(input, key) && input[key] !== undefined },
    changed,
    defaulted: new Set(),
    children: noChildren,
    issues: [],
    ...(start && { started: start.record }),
  }
}
