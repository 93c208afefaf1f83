// Reads the input of a write: property kinds prepare the known fields, and all other keys become issues with a hint.
import { listAlternatives, quoteText } from '../../foundation/format-value.js'
import { createLabel, createMessage, type Message, type MessageValue } from '../../foundation/message.js'
import { createIssue, type Issue, maximumIssues } from '../../foundation/errors.js'
import { flatKey } from '../../foundation/language/tags.js'
import { suggestName } from '../../foundation/nearest.js'
import type { Property } from '../../foundation/property/kind.js'
import { hasColumn } from '../../model/entity/readable.js'
import { getFlatKeys } from '../record/layout.js'
import type { WriteTask } from './draft.js'

export interface ParsedInput {
  /** Prepared values by property name, texts by flat key. null empties the field. */
  readonly values: ReadonlyMap<string, unknown>
  readonly children: ReadonlyMap<string, unknown>
  readonly issues: readonly Issue[]
}

/** The maximum number of unknown fields that get a "did you mean" hint. */
const maximumHints = 20

/** Reads the input of a write. Only own enumerable keys count. A value of `undefined` counts as not sent. */
export function parseWriteInput(task: WriteTask, input: Readonly<Record<string, unknown>>): ParsedInput {
  const { entity, snapshot, language } = task
  const flat = getFlatKeys(entity, snapshot.languages)
  const values = new Map<string, unknown>()
  const plain = new Map<string, unknown>()
  const children = new Map<string, unknown>()
  const unknown: string[] = []
  const issues: Issue[] = []
  // Validated values are already in core's internal form, except texts.
  const isPrepared = task.options.judged === true && !entity.prepare

  for (const key of Object.keys(input)) {
    const value = input[key]
    if (value === undefined) continue
    const property = Object.hasOwn(entity.properties, key) ? entity.properties[key] : undefined
    const text = flat.get(key)
    if (!isWritable(property ?? text?.property, task)) unknown.push(key)
    else if (property?.translatable) {
      if (typeof value === 'object' && value !== null) issues.push(createNestedIssue(property, value, snapshot.languages))
      else plain.set(flatKey(key, language), prepareValue(property, value))
    } else if (property && hasColumn(property)) values.set(key, isPrepared ? toNull(value) : prepareValue(property, value))
    else if (property) children.set(key, value)
    else if (text) values.set(key, prepareValue(text.property, value))
  }
  // The flat key wins over the plain one.
  for (const [key, value] of plain) if (!values.has(key)) values.set(key, value)
  issues.push(...createUnknownFieldIssues(task, unknown))
  return { values, children, issues }
}

const prepareValue = (property: Property, value: unknown): unknown => toNull(property.kind.prepare(value, property))

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
  // The error counts the others and shows none of them.
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
