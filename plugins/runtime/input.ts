// Reads what callers of the runtime API send: every problem of a body or query at once, each under its field.
import type { SelectionInput } from '#core/engine/program/configure.js'
import type { ChangeEntry, ChangeInput, ListChange, StartInput } from '#core/commerce/configuration/define.js'
import { mostIssues, ValidationError, type Issue } from '#core/ground/errors.js'
import { didYouMean } from '#core/ground/nearest.js'
import type { Fields } from '../http/mount.js'
import type { Query } from '../http/query.js'

/** Entries of one request at most; a product has far fewer questions. */
const mostSelections = 5_000
const longestSelection = 2_000

interface Entry<V> {
  readonly question_id: number
  readonly value: V
}
type Read<V> = (value: unknown, path: string) => V

/** Reads the fields of one body and keeps what is wrong with them, until `done` refuses them all at once. */
export class Reader {
  readonly issues: Issue[] = []

  constructor(
    private readonly fields: Fields,
    known: readonly string[],
    what: string,
  ) {
    for (const name of Object.keys(fields)) {
      if (known.includes(name)) continue
      if (this.issues.length > mostIssues) break
      this.refuse(name, `Unknown field '${name.slice(0, 100)}' on ${what}.${didYouMean(name, known)}`, 'UNKNOWN_FIELD')
    }
  }

  refuse(field: string, message: string, code = 'INVALID_VALUE'): void {
    if (this.issues.length <= mostIssues) this.issues.push({ field, code, message })
  }

  id(value: unknown, field: string): number {
    const id = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
    const missing = value === undefined || value === null || value === ''
    this.refuse(
      field,
      `Field '${field}' ${missing ? 'is missing; it' : ''} takes the id of a record, a whole number from 1.`.replace('  ', ' '),
    )
    return 0
  }

  text(field: string): string | undefined {
    const value = this.fields[field]
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'string') return value
    this.refuse(field, `Field '${field}' takes a text.`)
    return undefined
  }

  /** The revision that a change builds on; undefined where none was sent. */
  revision(): number | undefined {
    const sent = this.fields.revision
    if (sent === undefined || sent === null || sent === '') return undefined
    const revision = typeof sent === 'string' && /^[0-9]{1,15}$/.test(sent) ? Number(sent) : sent
    if (typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0) return revision
    this.refuse('revision', "Field 'revision' takes the revision of an earlier answer, a whole number from 1.")
    return undefined
  }

  flag(field: string): boolean {
    const value = this.fields[field] ?? false
    if ([true, 1, '1', 'true'].includes(value as boolean)) return true
    if (![false, 0, '0', 'false', ''].includes(value as boolean)) this.refuse(field, `Field '${field}' takes true or false.`)
    return false
  }

  /** The entries of a start, or undefined where none were sent. */
  selections(): readonly SelectionInput[] | undefined {
    return this.entries((value, path) => this.value(value, path))
  }

  /** The entries of a change, which may also add to a selection and take from it. */
  changes(): readonly ChangeEntry[] | undefined {
    return this.entries((value, path) => this.listChange(value, path) ?? this.value(value, path))
  }

  private entries<V>(read: Read<V>): readonly Entry<V>[] | undefined {
    const sent = this.fields.selections
    if (sent === undefined) return undefined
    if (!Array.isArray(sent)) {
      this.refuse('selections', "Field 'selections' takes a list of objects with 'question_id' and 'value'.")
      return undefined
    }
    if (sent.length > mostSelections) {
      this.refuse('selections', `Field 'selections' takes at most ${mostSelections} entries; ${sent.length} were sent.`)
      return undefined
    }
    return sent.map((entry: unknown, index) => this.entry(entry, `selections[${index}]`, read))
  }

  private entry<V>(entry: unknown, path: string, read: Read<V>): Entry<V> {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.refuse(path, `Entry '${path}' takes an object with 'question_id' and 'value'.`)
      return { question_id: 0, value: read(null, path) }
    }
    const { question_id, value, ...others } = entry as Record<string, unknown>
    for (const name of Object.keys(others)) {
      if (this.issues.length > mostIssues) break
      const hint = didYouMean(name, ['question_id', 'value'])
      this.refuse(`${path}.${name}`, `Unknown field '${name}' in '${path}'.${hint}`, 'UNKNOWN_FIELD')
    }
    return { question_id: this.id(question_id, `${path}.question_id`), value: read(value, `${path}.value`) }
  }

  /** `{add: [ids]}` or `{remove: [ids]}`; null for what is neither. */
  private listChange(value: unknown, path: string): ListChange | null {
    if (typeof value !== 'object' || value === null) return null
    const [[name, ids] = ['', null], ...others] = Object.entries(value)
    const sound =
      Array.isArray(ids) && ids.length <= mostSelections && others.length === 0 && (name === 'add' || name === 'remove')
    if (!sound) {
      this.refuse(
        path,
        `Field '${path}' takes a text, null, or an object with either 'add' or 'remove' and a list of answer ids.`,
      )
      return { add: [] }
    }
    const known = ids.map((id: unknown, index) => this.id(id, `${path}.${name}[${index}]`))
    return name === 'add' ? { add: known } : { remove: known }
  }

  private value(value: unknown, path: string): string | null {
    if (value === null || value === '') return null
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof text === 'string' && text.length <= longestSelection) return text
    const missing = value === undefined ? 'is missing; it ' : ''
    this.refuse(
      path,
      `Field '${path}' ${missing}takes a text of at most ${longestSelection} characters, or null to clear the question.`,
    )
    return null
  }

  done(): void {
    if (this.issues.length > 0) throw new ValidationError(this.issues)
  }
}

/** The body of POST configurations. */
export function readStart(fields: Fields): StartInput {
  const reader = new Reader(fields, ['product_id', 'language', 'currency', 'selections'], 'configurations')
  const product_id = reader.id(fields.product_id, 'product_id')
  const language = reader.text('language')
  const currency = reader.text('currency')
  const selections = reader.selections()
  reader.done()
  return {
    product_id,
    ...(language !== undefined && { language }),
    ...(currency !== undefined && { currency }),
    ...(selections && { selections }),
  }
}

/** The body of PATCH configurations/{token}. */
export function readChange(fields: Fields): ChangeInput {
  const reader = new Reader(fields, ['selections', 'revision', 'confirmed'], 'a change of a configuration')
  const selections = reader.changes()
  const revision = reader.revision()
  const confirmed = reader.flag('confirmed')
  if (fields.selections === undefined) {
    reader.refuse('selections', "Field 'selections' is missing; it takes a list of objects with 'question_id' and 'value'.")
  }
  reader.done()
  return { selections: selections ?? [], confirmed, ...(revision !== undefined && { revision }) }
}

/** What the query of an upload says of the file. */
export function readUpload(query: ReadonlyMap<string, string>): { readonly question_id: number; readonly name: string } {
  const reader = new Reader({}, [], 'an upload')
  const question_id = reader.id(query.get('question_id'), 'question_id')
  const name = query.get('name') ?? ''
  if (name === '') reader.refuse('name', "Query parameter 'name' is missing; it takes the file's name.")
  reader.done()
  return { question_id, name }
}

/** The selection that the query of a conflict asks for. */
export function readWanted(query: ReadonlyMap<string, string>): { readonly question_id: number; readonly value: string } {
  const reader = new Reader({}, [], 'a conflict')
  const question_id = reader.id(query.get('question_id'), 'question_id')
  const value = query.get('value') ?? ''
  if (value === '') reader.refuse('value', "Query parameter 'value' is missing; it takes the selection that is wanted.")
  reader.done()
  return { question_id, value }
}

/** The query's parameters; unknown ones are refused with the nearest, and `0` and `1` are read as flags where `flags` names them. */
export function readQuery(query: Query, texts: readonly string[], flags: readonly string[] = []): ReadonlyMap<string, string> {
  const known = [...texts, ...flags]
  const issues: Issue[] = []
  for (const name of [...query.values.keys(), ...[...query.filters.keys()].map((filter) => `filter[${filter}]`)]) {
    if (known.includes(name)) continue
    const takes = known.length > 0 ? ` The parameters are '${known.join("', '")}'.` : ''
    issues.push({
      field: name,
      code: 'UNKNOWN_PARAMETER',
      message: `Unknown query parameter '${name}'.${didYouMean(name, known)}${takes}`,
    })
  }
  for (const name of flags) {
    const value = query.values.get(name)
    if (value !== undefined && !['0', '1', 'true', 'false'].includes(value)) {
      issues.push({ field: name, code: 'INVALID_VALUE', message: `Query parameter '${name}' takes 1 or 0.` })
    }
  }
  if (issues.length > 0) throw new ValidationError(issues)
  return query.values
}

export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
