// Step one of five: turns the input into the record to store. Reports only unknown, locked and non-nullable fields.
import { createLabel, createMessage } from '../../foundation/message.js'
import { createIssue, type Issue, ValidationError } from '../../foundation/errors.js'
import { getFlatKeys, type EntityLayout } from '../record/layout.js'
import { type LoadedRecord, loadRecords } from '../record/load.js'
import { createFastObject } from '../../foundation/fast-object.js'
import { createMissingRecordError, requireRevision } from '../record/record-errors.js'
import { emptyValue, isEmpty, isUnset, toColumnValue } from '../record/values.js'
import { fillDefaults, fillOrdering } from './defaults.js'
import { type Draft, toIssue, type WriteTask } from './draft.js'
import { parseWriteInput } from './write-input.js'
import { fillPairs } from './pairs.js'
import { createCheckScope } from './check-scope.js'
import { cacheLoadedOwner, formatOwnerColumn } from './owners.js'

/**
 * Loads and locks the existing record, applies the input, fills the defaults of a new record, and runs the entity's `prepare`.
 * Throws NOT_FOUND or PRECONDITION_FAILED. All other problems become issues.
 */
export async function prepareForStorage(
  task: WriteTask,
  input: Readonly<Record<string, unknown>>,
  newId = task.options.exactly?.id,
): Promise<Draft> {
  const { entity } = task
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ValidationError([], createMessage('fields.recordObjectRequired', { entity: createLabel('entity', entity.label) }))
  }
  const existing = task.options.id === undefined ? null : await loadExistingRecord(task, task.options.id)
  const { values, children, issues } = parseWriteInput(task, input)
  const inputFields = new Set([...values.keys(), ...children.keys()])
  const draft: Draft = {
    existing,
    record: existing ? { ...existing.values } : createEmptyRecord(task),
    sent: inputFields,
    changed: new Set(values.keys()),
    defaulted: new Set(),
    children,
    newId,
    issues: [...issues, ...findRefusedNulls(task, input, values, existing)],
  }
  for (const [key, value] of values) draft.record[key] = value ?? getEmptyValue(task, key)
  if (existing) rejectLockedFields(task, draft, existing)
  else {
    fillDefaults(task, draft)
    await fillOrdering(task, draft)
  }
  if (task.shape.paired.length > 0) fillPairs(task, draft)
  if (entity.prepare) await runEntityPrepare(task, draft, inputFields)
  return draft
}

/** Callers cannot empty these fields. Core's own writers copy and import records unchanged. */
function findRefusedNulls(
  { entity, options }: WriteTask,
  input: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, unknown>,
  existing: LoadedRecord | null,
): readonly Issue[] {
  if (options.internal || options.judged || options.copied) return []
  const issues: Issue[] = []
  for (const [name, value] of values) {
    const property = value === null ? entity.properties[name] : undefined
    if (property?.kind.refusesNull !== true) continue
    const isUnchanged = existing ? existing.values[name] === null : input[name] === ''
    if (!isUnchanged) issues.push(...property.kind.validate(null, property).map((refusal) => toIssue(name, refusal)))
  }
  return issues
}

async function loadExistingRecord(task: WriteTask, id: number): Promise<LoadedRecord> {
  const { u, entity, shape, snapshot, options } = task
  if (!Number.isSafeInteger(id) || id < 1) throw createMissingRecordError(entity, id)
  // Reads the product in the same statement. Its version counter is raised later.
  const owner = entity.topic === 'product' ? formatOwnerColumn(task, entity, entity.topic) : null
  const condition = { column: 'id', values: [id], ...(owner !== null && { also: { columns: owner, params: [] } }) }
  const { forUpdate } = u.dialect
  const isPlain = shape.translatable.length === 0
  if (options.standing && isPlain && owner === null) return options.standing
  const [existing] = await (isPlain
    ? u.identityMap.load(entity, condition, forUpdate)
    : loadRecords(u, entity, snapshot.languages, condition, forUpdate))
  if (!existing) throw createMissingRecordError(entity, id)
  requireRevision(entity, id, options.revision ?? options.standing?.revision, existing.revision)
  if (owner !== null) cacheLoadedOwner(task, entity, existing.values, 'product', existing.row['owner'])
  return existing
}

const emptyRecordCache = new WeakMap<
  EntityLayout,
  { readonly languages: readonly string[]; readonly record: Record<string, unknown> }
>()

/** A new record before the input is applied. */
function createEmptyRecord({ entity, shape, snapshot }: WriteTask): Record<string, unknown> {
  const { languages } = snapshot
  const cachedRecord = emptyRecordCache.get(shape)
  if (cachedRecord?.languages === languages) return { ...cachedRecord.record }
  const texts = [...getFlatKeys(entity, languages).keys()].map((key) => [key, ''] as const)
  const record = createFastObject([...shape.stored.map((property) => [property.name, emptyValue(property)] as const), ...texts])
  emptyRecordCache.set(shape, { languages, record })
  return { ...record }
}

function getEmptyValue({ entity, snapshot }: WriteTask, key: string): unknown {
  if (getFlatKeys(entity, snapshot.languages).has(key)) return ''
  return emptyValue(entity.properties[key]!)
}

/** A locked field keeps its first value, unless core itself changes it. Sending the same value again is allowed. */
function rejectLockedFields({ shape, options }: WriteTask, draft: Draft, existing: LoadedRecord): void {
  if (options.internal) return
  for (const property of shape.stored) {
    const { name, label } = property
    if (!property.locked || !draft.changed.has(name)) continue
    const newValue = draft.record[name]
    const same =
      property.kind.validate(newValue, property).length === 0 && toColumnValue(property, newValue) === existing.row[name]
    draft.record[name] = existing.values[name]
    draft.changed.delete(name)
    if (same || (isEmpty(newValue) && isEmpty(existing.values[name]))) continue
    draft.issues.push(createIssue(name, createMessage('fields.locked', { field: createLabel('field', label) }), 'LOCKED'))
  }
}

/** Runs the entity's `prepare` and marks the changed fields, so they are validated too. */
async function runEntityPrepare(task: WriteTask, draft: Draft, inputFields: ReadonlySet<string>): Promise<void> {
  const { entity } = task
  const unsound = collectInvalidValues(task, draft)
  const before = { ...draft.record }
  const scope = createCheckScope(task, entity, draft.existing?.id ?? null, draft.record)
  await entity.prepare!(draft.record, scope, inputFields)
  // Restores invalid sent values, so validation rejects them.
  for (const [key, value] of unsound) draft.record[key] = value
  for (const [key, value] of Object.entries(draft.record)) if (value !== before[key]) draft.changed.add(key)
}

function collectInvalidValues({ entity, snapshot }: WriteTask, draft: Draft): ReadonlyMap<string, unknown> {
  const flat = getFlatKeys(entity, snapshot.languages)
  const unsound = new Map<string, unknown>()
  for (const key of draft.changed) {
    const property = flat.get(key)?.property ?? entity.properties[key]
    const value = draft.record[key]
    if (property && !isUnset(property, value) && property.kind.validate(value, property).length > 0) unsound.set(key, value)
  }
  return unsound
}
