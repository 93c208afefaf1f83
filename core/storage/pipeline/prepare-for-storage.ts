// Step one of five: turns the input into the record to store, with its defaults. Reports only unknown, locked and non-nullable fields.
import { createIssue, type Issue, maximumIssues, ValidationError } from '../../foundation/errors.js'
import { createFastObject, isSameJson } from '../../foundation/json.js'
import {
  listAlternatives,
  quoteText,
  suggestName,
  createLabel,
  createMessage,
  getMessage,
  type Message,
  type MessageValue,
} from '../../foundation/message.js'
import { flatKey } from '../../foundation/language.js'
import type { Property, Platform, Refusal } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { type EntityLayout, getFlatKeys, emptyValue, isEmpty, isUnset, toColumnValue } from '../record/present.js'
import { type LoadedRecord, loadRecords, createMissingRecordError, requireRevision } from '../record/load.js'
import { createCheckScope, cacheLoadedOwner, formatOwnerColumn } from './related-records.js'
import type { Draft, WriteTask } from './draft.js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { longMarkup } from '../../foundation/rich-text.js'
import type { Context } from '../context.js'
import { quoteName } from '../database/dialect.js'
import type { Unit } from '../unit-of-work/transaction.js'

/** Copies the new value of one paired property to the other. Reports an issue if both have new values that differ. */
function fillPairs({ entity, shape }: WriteTask, { existing, record, changed, issues }: Draft): void {
  const isNew = (key: string): boolean =>
    changed.has(key) && (existing === null ? !isEmpty(record[key]) : !isSameJson(record[key], existing.values[key]))
  for (const { name, label, sameAs = '' } of shape.paired) {
    const [own, other] = [isNew(name), isNew(sameAs)]
    if (own && other && !isSameJson(record[name], record[sameAs])) {
      const field2 = createLabel('field', entity.properties[sameAs]!.label)
      issues.push(createIssue(name, createMessage('fields.pairDiffers', { field: createLabel('field', label), field2 })))
    } else if (own || other) {
      const [from, to] = own ? [name, sameAs] : [sameAs, name]
      record[to] = record[from]
      changed.add(to)
    }
  }
}

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
  const listInputFields = (): ReadonlySet<string> => new Set([...values.keys(), ...children.keys()])
  const draft: Draft = {
    existing,
    record: existing ? { ...existing.values } : createEmptyRecord(task),
    sent: children.size === 0 ? values : listInputFields(),
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
  if (entity.prepare) await runEntityPrepare(task, draft, listInputFields())
  return draft
}

/** Callers cannot empty these fields. Core's own writers copy and import records unchanged. */
function findRefusedNulls(
  { entity, options }: WriteTask,
  input: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, unknown>,
  existing: LoadedRecord | null,
): readonly Issue[] {
  if (options.internal || options.preValidated || options.copied) return []
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
  if (options.existingRecord && isPlain && owner === null) return options.existingRecord
  const [existing] = await (isPlain
    ? u.identityMap.load(entity, condition, forUpdate)
    : loadRecords(u, entity, snapshot.languages, condition, forUpdate))
  if (!existing) throw createMissingRecordError(entity, id)
  requireRevision(entity, id, options.revision ?? options.existingRecord?.revision, existing.revision)
  if (owner !== null) cacheLoadedOwner(task, entity, existing.values, 'product', existing.row['owner'])
  return existing
}

const emptyRecordCache = new WeakMap<
  EntityLayout,
  { readonly languages: readonly string[]; readonly record: Record<string, unknown> }
>()

/** A new record before the input is applied. */
function createEmptyRecord(task: WriteTask): Record<string, unknown> {
  const { shape, snapshot } = task
  const cachedRecord = emptyRecordCache.get(shape)
  if (cachedRecord?.languages === snapshot.languages) return { ...cachedRecord.record }
  const record = computeEmptyRecord(task)
  emptyRecordCache.set(shape, { languages: snapshot.languages, record })
  return { ...record }
}

function computeEmptyRecord({ entity, shape, snapshot }: WriteTask): Record<string, unknown> {
  const texts = [...getFlatKeys(entity, snapshot.languages).keys()].map((key) => [key, ''] as const)
  return createFastObject([...shape.stored.map((property) => [property.name, emptyValue(property)] as const), ...texts])
}

function getEmptyValue({ entity, snapshot }: WriteTask, key: string): unknown {
  if (getFlatKeys(entity, snapshot.languages).has(key)) return ''
  return emptyValue(entity.properties[key]!)
}

/** A locked field keeps its first value, unless core itself changes it. Sending the same value again is allowed. */
function rejectLockedFields({ context, shape, options }: WriteTask, draft: Draft, existing: LoadedRecord): void {
  if (options.internal) return
  for (const property of shape.stored) {
    const { name, label } = property
    if (!property.locked || !draft.changed.has(name)) continue
    const newValue = draft.record[name]
    const same =
      property.kind.validate(newValue, property, context.registry).length === 0 &&
      toColumnValue(property, newValue) === existing.row[name]
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

function collectInvalidValues({ context, entity, snapshot }: WriteTask, draft: Draft): ReadonlyMap<string, unknown> {
  const flat = getFlatKeys(entity, snapshot.languages)
  const unsound = new Map<string, unknown>()
  for (const key of draft.changed) {
    const property = flat.get(key)?.property ?? entity.properties[key]
    const value = draft.record[key]
    if (!property || isUnset(property, value)) continue
    if (property.kind.validate(value, property, context.registry).length > 0) unsound.set(key, value)
  }
  return unsound
}

interface ParsedInput {
  /** Prepared values by property name, texts by flat key. null empties the field. */
  readonly values: ReadonlyMap<string, unknown>
  readonly children: ReadonlyMap<string, unknown>
  readonly issues: readonly Issue[]
}

/** The maximum number of unknown fields that get a "did you mean" hint. */
const maximumHints = 20

/** Reads the input of a write. Only own enumerable keys count. A value of `undefined` counts as not sent. */
function parseWriteInput(task: WriteTask, input: Readonly<Record<string, unknown>>): ParsedInput {
  const { entity, shape, snapshot, language } = task
  const flat = getFlatKeys(entity, snapshot.languages)
  const values = new Map<string, unknown>()
  const plain = new Map<string, unknown>()
  const children = new Map<string, unknown>()
  const unknown: string[] = []
  const issues: Issue[] = []
  // Validated values are already in core's internal form, except texts.
  const isPrepared = task.options.preValidated === true && !entity.prepare

  for (const key of Object.keys(input)) {
    const value = input[key]
    if (value === undefined) continue
    const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
    const text = flat.get(key)
    if (!isWritable(property ?? text?.property, task)) unknown.push(key)
    else if (property?.translatable) {
      if (typeof value === 'object' && value !== null) issues.push(createNestedIssue(property, value, snapshot.languages))
      else plain.set(flatKey(key, language), prepareValue(task, property, value))
    } else if (property && shape.storedNames.has(key))
      values.set(key, isPrepared ? toNull(value) : prepareValue(task, property, value))
    else if (property) children.set(key, value)
    else if (text) values.set(key, prepareValue(task, text.property, value))
  }
  // The flat key wins over the plain one.
  for (const [key, value] of plain) if (!values.has(key)) values.set(key, value)
  issues.push(...createUnknownFieldIssues(task, unknown))
  return { values, children, issues }
}

const prepareValue = ({ context }: WriteTask, property: Property, value: unknown): unknown =>
  toNull(property.kind.prepare(value, property, context.registry))

const toNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

function isWritable(property: Property | undefined, { options }: WriteTask): boolean {
  if (!property || (property.readOnly && !options.internal)) return false
  return !options.schemaOnly || hasWriteSchema(property)
}

const writeSchemaCache = new WeakMap<Property, boolean>()

/** Memoized, because each field of each write needs the result. */
function hasWriteSchema(property: Property): boolean {
  const cachedResult = writeSchemaCache.get(property)
  if (cachedResult !== undefined) return cachedResult
  const has = property.kind.schema(property, 'write') !== null
  writeSchemaCache.set(property, has)
  return has
}

function createNestedIssue(property: Property, value: object, languages: readonly string[]): Issue {
  const inputTags = languages.filter((tag) => Object.hasOwn(value, tag) || Object.hasOwn(value, tag.replaceAll('-', '_')))
  const keys = (inputTags.length > 0 ? inputTags : languages).map((tag) => flatKey(property.name, tag))
  const fields = keys
    .map(quoteText)
    .reduce<MessageValue>((all, key) => (all === '' ? key : createMessage('errors.listWithAnd', { items: all, last: key })), '')
  return createIssue(
    property.name,
    createMessage('fields.nestedTranslation', { name: property.name, fields }),
    'NESTED_TRANSLATION',
  )
}

function createUnknownFieldIssues(task: WriteTask, unknown: readonly string[]): readonly Issue[] {
  if (unknown.length === 0) return []
  const { entity, snapshot } = task
  const writable = Object.values(entity.properties).filter((property) => isWritable(property, task))
  const names = [...writable.map((property) => property.name), ...getFlatKeys(entity, snapshot.languages).keys()]
  const issues = unknown.slice(0, maximumIssues + 1).map((key, index): Issue => {
    const hint = explainUnwritableField(task, key) ?? (index < maximumHints ? suggestName(key, names) : '')
    return createIssue(
      key,
      createMessage('fields.unknown', { name: key.slice(0, 100), entity: createLabel('entity', entity.name), hint }),
      'UNKNOWN_FIELD',
    )
  })
  // The error contains the number of the others, without details.
  return [...issues, ...unknown.slice(issues.length).map(() => issues.at(-1)!)]
}

/** Explains why an existing field is not writable. null if the field does not exist. */
function explainUnwritableField({ entity, snapshot, options }: WriteTask, key: string): Message | null {
  const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
  if (key === 'id' || key === 'revision' || (property?.readOnly && !options.internal)) {
    return createMessage('fields.setByService')
  }
  if (property) return createMessage('fields.typeNotWritable', { type: property.kind.name })
  const text = Object.values(entity.properties).find(
    (textProperty) => textProperty.translatable && key.startsWith(`${textProperty.name}_`),
  )
  const tag = text && key.slice(text.name.length + 1).replaceAll('_', '-')
  if (!tag || !/^[a-z]{2,3}(-[A-Za-z0-9]{2,4}){0,2}$/.test(tag)) return null
  return createMessage('fields.inactiveLanguage', { tag, languages: listAlternatives(snapshot.languages) })
}

type WriteInput = Readonly<Record<string, unknown>>

/** Texts up to this length are cheap to sanitise in the pipeline. */
const maximumShortLength = 256

/** The property of a key such as `description`, or of a flat key such as `description_en_GB`. */
function findProperty({ properties }: Entity, key: string): Property | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  return Object.values(properties).find(({ name, translatable }) => translatable === true && key.startsWith(`${name}_`))
}

async function collectRichTexts(entity: Entity, input: WriteInput | null): Promise<readonly string[]> {
  // The pipeline rejects input that is not an object.
  if (input === null) return []
  const texts: string[] = []
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (typeof value !== 'string' || value.length <= maximumShortLength) continue
    const property = findProperty(entity, key)
    if (!property?.kind.sanitizes) continue
    if (property.kind.sanitizes(value, property)) texts.push(value)
    if (value.length > longMarkup) await nextTurn()
  }
  return texts
}

/** Call it before a unit that writes inputs of callers. Otherwise the unit holds its database connection while the worker runs. */
export async function prepareRichTexts({ sanitizer }: Context, entity: Entity, ...inputs: readonly WriteInput[]): Promise<void> {
  const texts: string[] = []
  for (const input of inputs) texts.push(...(await collectRichTexts(entity, input)))
  if (texts.length > 0) await sanitizer.prepareRichTexts(texts)
}

/** The context that selects a default value. */
interface DefaultContext {
  readonly context: { readonly platform: Platform }
}

/** The prepared default on this platform. null if there is none or the property itself rejects it. */
export function resolveDefaultValue(property: Property, { context: { platform } }: DefaultContext): unknown {
  const declared = property.platformDefaults
  const value = declared && Object.hasOwn(declared, platform) ? declared[platform] : property.default
  if (value === undefined || value === null) return null
  const prepared = property.kind.prepare(value, property)
  return property.kind.validate(prepared, property).length > 0 ? null : prepared
}

interface DefaultFields {
  readonly languages: readonly string[]
  readonly platform: Platform
  readonly fields: readonly { readonly key: string; readonly property: Property; readonly value: unknown }[]
}

const defaultFieldsCache = new WeakMap<EntityLayout, DefaultFields>()

/** The fields that have a default. Cached, because most fields have none. */
function listDefaultFields(task: WriteTask): DefaultFields['fields'] {
  const { shape, snapshot, context } = task
  const { languages } = snapshot
  const cachedFields = defaultFieldsCache.get(shape)
  if (cachedFields?.languages === languages && cachedFields.platform === context.platform) return cachedFields.fields
  const fields = computeDefaultFields(task)
  defaultFieldsCache.set(shape, { languages, platform: context.platform, fields })
  return fields
}

function computeDefaultFields(task: WriteTask): DefaultFields['fields'] {
  const { entity, shape, snapshot } = task
  const keys = [
    ...shape.stored.map((property) => ({ key: property.name, property })),
    ...getFlatKeys(entity, snapshot.languages).values(),
  ]
  return keys.flatMap(({ key, property }) => {
    const value = resolveDefaultValue(property, task)
    return value === null ? [] : [{ key, property, value }]
  })
}

/** Fills empty fields of a new record with their defaults. */
export function fillDefaults(task: WriteTask, draft: Draft): void {
  for (const { key, property, value } of listDefaultFields(task)) {
    if (!isUnset(property, draft.record[key]) || (task.options.preValidated && draft.sent.has(key))) continue
    draft.record[key] = value
    draft.changed.add(key)
    draft.defaulted.add(key)
  }
}

/** Puts a new record of an orderable entity last in its parent. Needs no query if the unit knows the last position. */
export async function fillOrdering({ u, entity, shape }: WriteTask, { record, changed }: Draft): Promise<void> {
  if (!shape.ordering || !isUnset(shape.ordering, record.ordering)) return
  const parent = shape.orderingParent
  if (parent !== null && typeof record[parent] !== 'number') return
  const last = u.identityMap.getLastPosition(entity, record) ?? (await queryLastPosition(u, shape, parent, record))
  record.ordering = last + 1
  changed.add('ordering')
}

async function queryLastPosition(
  u: Unit,
  { entity, table }: EntityLayout,
  parent: string | null,
  record: Draft['record'],
): Promise<number> {
  const sql = `SELECT MAX(ordering) AS last FROM ${table}`
  const rows =
    parent === null
      ? await u.query(sql)
      : await u.query(`${sql} WHERE ${quoteName(parent)} = ?`, [toColumnValue(entity.properties[parent]!, record[parent])])
  return Number(rows[0]?.last ?? 0)
}

/** Turns a kind's refusal into an issue of the record. Appends the path inside a structured value to the field's name. */
export function toIssue(field: string, refusal: Refusal): Issue {
  const { path = '', code } = refusal
  const rest = path === '' || path.startsWith('[') ? path : `.${path}`
  return createIssue(field + rest, getMessage(refusal), code)
}
