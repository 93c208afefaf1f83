// Builds the SQL of a list query: an expression per property, the joins for texts, and the conditions of the filters.
import {
  listAlternatives,
  suggestName,
  createLabel,
  createMessage,
  getMessage,
  type MessageText,
} from '../../foundation/message.js'
import { formatIsoTime, endOfDay, startOfDay } from '../../foundation/clock.js'
import { createIssue, type Issue } from '../../foundation/errors.js'
import { toFoldedColumnName, foldText, validateText, shortText, booleanTexts } from '../../foundation/property/text.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { type EntityFilter, collectFilters, findFoldedProperties } from '../../model/entity/filters.js'
import { findOwnerPath } from '../../model/entity/ownership.js'
import type { Registry } from '../../model/registry.js'
import { quoteName, type SqlParameter, toParameterList } from '../database/dialect.js'
import { isTextColumn, toColumnValue } from './present.js'

/** SQL text and the values of its placeholders, in order. */
export interface SqlFragment {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** Joins fragments with a separator. */
export function joinFragments(fragments: readonly SqlFragment[], between: string): SqlFragment {
  return {
    sql: fragments.map((fragment) => fragment.sql).join(between),
    params: fragments.flatMap((fragment) => fragment.params),
  }
}

/** The alias of the entity's own table is `r`. Each translatable property adds one join. */
export class QueryExpressions {
  private readonly texts = new Map<string, { readonly alias: string; readonly join: SqlFragment }>()
  private readonly others: readonly string[]

  /** `languages` are the active languages in the order of their fallback. */
  constructor(
    private readonly entity: Entity,
    private readonly language: string,
    languages: readonly string[],
  ) {
    this.others = languages.filter((tag) => tag !== language)
  }

  /** The expression for the property's value: its column, or its text in the language, else in the first fallback that has one. */
  of(property: Property): SqlFragment {
    return property.translatable ? this.text(property.name, 'text') : { sql: `r.${quoteName(property.name)}`, params: [] }
  }

  /** The folded expression for search and sort. null if the property has no folded form. */
  folded(property: Property): SqlFragment | null {
    if (!findFoldedProperties(this.entity).has(property)) return null
    if (property.translatable) return this.text(property.name, 'folded')
    return { sql: `r.${quoteName(toFoldedColumnName(property.name))}`, params: [] }
  }

  /** The joins of all properties used so far. */
  joins(): SqlFragment {
    return joinFragments(
      [...this.texts.values()].map(({ join }) => join),
      '',
    )
  }

  /** Reads fallback languages only for records without a text. A join would read them for all records. */
  private text(field: string, column: 'text' | 'folded'): SqlFragment {
    const alias = this.aliasOf(field)
    const { entity, others: otherFields } = this
    if (otherFields.length === 0) return { sql: `${alias}.${column}`, params: [] }
    const [tags, order] =
      otherFields.length === 1
        ? [' = ?', '']
        : [
            ` IN ${toParameterList(otherFields.length)}`,
            ` ORDER BY CASE x.language_tag${otherFields.map((_, n) => ` WHEN ? THEN ${n}`).join('')} END`,
          ]
    const other = `SELECT x.${column} FROM svc_texts x WHERE x.entity = ? AND x.entity_id = r.id AND x.field = ? AND x.language_tag${tags} AND x.text <> ''${order} LIMIT 1`
    return {
      sql: `CASE WHEN ${alias}.text <> '' THEN ${alias}.${column} ELSE (${other}) END`,
      params: [entity.name, field, ...otherFields, ...(order === '' ? [] : otherFields)],
    }
  }

  private aliasOf(field: string): string {
    const cachedText = this.texts.get(field)
    if (cachedText) return cachedText.alias
    const alias = `t${this.texts.size + 1}`
    const on = `${alias}.entity = ? AND ${alias}.entity_id = r.id AND ${alias}.field = ? AND ${alias}.language_tag = ?`
    const join = { sql: ` LEFT JOIN svc_texts ${alias} ON ${on}`, params: [this.entity.name, field, this.language] }
    this.texts.set(field, { alias, join })
    return alias
  }
}

type FilterOutcome = SqlFragment | Issue
type FilterCompiler = (filter: EntityFilter, value: unknown, expressions: QueryExpressions, scope: FilterScope) => FilterOutcome

interface FilterScope {
  readonly registry: Registry
  readonly entity: Entity
  /** The time zone of the shop. Date bounds without a time use it. */
  readonly timeZone: string
}

const isIssue = (outcome: FilterOutcome): outcome is Issue => 'message' in outcome
const createFilterIssue = (filter: EntityFilter, message: MessageText): Issue =>
  createIssue(filter.name, message, 'INVALID_FILTER')

/** The value in the form of the property's column, or an issue if it is invalid. */
function toComparableValue(filter: EntityFilter, property: Property, value: unknown): SqlParameter | Issue {
  const filterValue = property.kind.filter === 'boolean' ? (booleanTexts.get(value) ?? value) : value
  const prepared = property.kind.prepare(filterValue, property)
  const [refusal] = property.kind.validate(prepared, property)
  if (refusal)
    return createFilterIssue(filter, createMessage('errors.filterRefused', { name: filter.name, reason: getMessage(refusal) }))
  const stored = toColumnValue(property, prepared)
  return typeof stored === 'object'
    ? createFilterIssue(filter, createMessage('errors.filterSingleValue', { name: filter.name }))
    : stored
}

/** True if the folded column of the property has an index. */
const hasFoldedIndex = (entity: Entity, { name }: Property): boolean =>
  (entity.indexes ?? []).some(([first]) => first === toFoldedColumnName(name))

const rangeOperators = { from: '>=', to: '<=' } as const

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** True for a day without a time, such as `2026-11-27`, if the property stores timestamps. */
const isDay = (property: Property, value: unknown): value is string =>
  typeof value === 'string' && dayPattern.test(value) && property.kind.prepare(value, property) === `${value}T00:00:00.000Z`

/** True if a range has a bound without a time. Only then is the time zone necessary. */
export function hasDayBound(entity: Entity, filters: ReadonlyMap<string, unknown>): boolean {
  const filtersByName = collectFilters(entity)
  return [...filters].some(([name, value]) => {
    const filter = filtersByName.get(name)
    return filter !== undefined && Object.hasOwn(rangeOperators, filter.compare) && isDay(filter.properties[0]!, value)
  })
}

/** The first millisecond of the day for a lower bound, the last one for an upper bound. */
function toBoundTime(day: string, operator: '>=' | '<=', timeZone: string): string {
  const isLower = operator === '>='
  // `Date` maps years below 100 to the twentieth century, and stored years have four digits.
  if (day < '0101' || day > '9999-12-30') return `${day}T${isLower ? '00:00:00.000Z' : '23:59:59.999Z'}`
  return formatIsoTime(isLower ? startOfDay(day, timeZone) : endOfDay(day, timeZone))
}

function createComparison(operator: '=' | '>=' | '<='): FilterCompiler {
  return (filter, value, expressions, { entity, timeZone }) => {
    const property = filter.properties[0]!
    const { sql, params } = expressions.of(property)
    if (operator === '=' && (value === '' || value === null)) return formatEmptyCondition(property, { sql, params })
    const bound = operator !== '=' && isDay(property, value) ? toBoundTime(value, operator, timeZone) : value
    const stored = toComparableValue(filter, property, bound)
    if (typeof stored === 'object' && stored !== null) return stored
    const exact = { sql: `${sql} ${operator} ?`, params: [...params, stored] }
    if (operator !== '=' || typeof stored !== 'string' || !hasFoldedIndex(entity, property)) return exact
    // Equal texts are also equal when folded. The folded column has the index.
    const folded = expressions.folded(property)
    return folded === null
      ? exact
      : joinFragments([{ sql: `${folded.sql} = ?`, params: [...folded.params, foldText(stored)] }, exact], ' AND ')
  }
}

/** Compares numbers only with NULL, because MySQL treats '' as 0. */
function formatEmptyCondition(property: Property, { sql, params }: SqlFragment): SqlFragment {
  if (property.translatable) return { sql: `COALESCE(${sql}, '') = ''`, params }
  return { sql: isTextColumn(property) ? `${sql} = ''` : `${sql} IS NULL`, params }
}

const compileContains: FilterCompiler = (filter, value, expressions) => {
  if (typeof value !== 'string' && typeof value !== 'number')
    return createFilterIssue(filter, createMessage('errors.filterText', { name: filter.name }))
  const text = String(value)
  const [refusal] = validateText(filter.name, text, shortText)
  if (refusal) return createFilterIssue(filter, getMessage(refusal))
  const conditions = filter.properties.map((property): SqlFragment => {
    const folded = expressions.folded(property)
    const { sql, params } = folded ?? expressions.of(property)
    return { sql: `INSTR(${sql}, ?) > 0`, params: [...params, folded ? foldText(text) : text] }
  })
  const { sql, params } = joinFragments(conditions, ' OR ')
  return { sql: `(${sql})`, params }
}

/** `page_id IN (SELECT id FROM svc_page WHERE product_id = ?)`: follows the owners from the join to the ancestor's id. */
const compileOwner: FilterCompiler = (filter, value, _expressions, { registry, entity }) => {
  const first = filter.properties[0]!
  if (value === '' || value === null) return { sql: `r.${quoteName(first.name)} IS NULL`, params: [] }
  const id = toComparableValue(filter, first, value)
  // The message of the first join's kind would name the entity in between.
  if (typeof id === 'object' && id !== null) {
    return createFilterIssue(
      filter,
      createMessage('errors.filterRecord', { name: filter.name, entity: createLabel('entity', filter.ancestor ?? '') }),
    )
  }
  const path = findOwnerPath(registry.entities, entity, filter.ancestor ?? '', first.name)
  if (!path)
    return createFilterIssue(
      filter,
      createMessage('errors.filterWithoutOwner', { name: filter.name, entity: createLabel('entity', filter.ancestor ?? '') }),
    )
  const sql = path.reduceRight((inner, step, index) => {
    const column = index === 0 ? `r.${quoteName(step.property)}` : quoteName(step.property)
    const condition = inner === '' ? `${column} = ?` : `${column} IN (${inner})`
    return index === 0 ? condition : `SELECT id FROM ${quoteName(step.table)} WHERE ${condition}`
  }, '')
  return { sql, params: [id] }
}

const compilers: Readonly<Record<EntityFilter['compare'], FilterCompiler>> = {
  equals: createComparison('='),
  from: createComparison(rangeOperators.from),
  to: createComparison(rangeOperators.to),
  contains: compileContains,
  owner: compileOwner,
}

export interface CompiledFilters {
  readonly conditions: readonly SqlFragment[]
  readonly issues: readonly Issue[]
  /** True if the conditions read only the entity's own records, not its owners. */
  readonly own: boolean
}

/**
 * Returns the conditions of all filters and all issues. An unknown filter name becomes an issue with the nearest and the
 * existing names.
 */
export function compileFilters(
  registry: Registry,
  entity: Entity,
  filters: ReadonlyMap<string, unknown>,
  expressions: QueryExpressions,
  timeZone: string,
): CompiledFilters {
  const filtersByName = collectFilters(entity)
  const conditions: SqlFragment[] = []
  const issues: Issue[] = []
  let own = true
  for (const [name, value] of filters) {
    const filter = filtersByName.get(name)
    if (filter?.compare === 'owner') own = false
    const outcome = filter
      ? compilers[filter.compare](filter, value, expressions, { registry, entity, timeZone })
      : createUnknownFilterIssue(entity, name)
    if (isIssue(outcome)) issues.push(outcome)
    else conditions.push(outcome)
  }
  return { conditions, issues, own }
}

function createUnknownFilterIssue(entity: Entity, name: string): Issue {
  const names = [...collectFilters(entity).keys()]
  const existing =
    names.length > 0 ? createMessage('errors.filters', { names: listAlternatives(names) }) : createMessage('errors.noFilters')
  const values = {
    name: name.slice(0, 100),
    entity: createLabel('entity', entity.name),
    hint: suggestName(name, names),
    existing,
  }
  const message = createMessage('errors.unknownFilter', values)
  return createIssue(name, message, 'UNKNOWN_FILTER')
}
