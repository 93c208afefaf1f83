// Reads the texts of translatable fields for many records at once, and selects the text of a language.
import type { Queryable } from '../database/dialect.js'
import { toInList, splitIntoPortions, type SqlParameter } from '../database/statement.js'

interface TextRow {
  readonly entity_id: number
  readonly field: string
  readonly language_tag: string
  readonly text: string
}

/** Texts by record, field and language. */
export class RecordTexts {
  private readonly records = new Map<number, Map<string, Map<string, string>>>()

  constructor(rows: readonly TextRow[] = []) {
    for (const row of rows) this.set(row.entity_id, row.field, row.language_tag, row.text)
  }

  set(id: number, field: string, tag: string, text: string): void {
    let fields = this.records.get(id)
    if (!fields) this.records.set(id, (fields = new Map()))
    const texts = fields.get(field)
    if (texts) texts.set(tag, text)
    else fields.set(field, new Map([[tag, text]]))
  }

  /** The text in the language, or '' if there is none. */
  exact(id: number, field: string, tag: string): string {
    return this.records.get(id)?.get(field)?.get(tag) ?? ''
  }

  /** The text of the plain key: the first non-empty text in the order of `tags`. */
  plain(id: number, field: string, tags: readonly string[]): string {
    const texts = this.records.get(id)?.get(field)
    if (!texts) return ''
    for (const tag of tags) {
      const text = texts.get(tag)
      if (text) return text
    }
    return ''
  }

  /** Adds the texts of another instance. */
  add(more: RecordTexts): void {
    for (const [id, fields] of more.records) {
      for (const [field, texts] of fields) for (const [tag, text] of texts) this.set(id, field, tag, text)
    }
  }
}

const selectTextsOfOne = 'SELECT entity_id, field, language_tag, text FROM svc_texts WHERE entity = ? AND entity_id = ?'
const selectTextsOfMany = 'SELECT entity_id, field, language_tag, text FROM svc_texts WHERE entity = ? AND entity_id IN '

/** Reads the texts of the records, with one query per 8,192 records. `fields` and `tags` restrict the result. */
export async function loadTexts(
  on: Queryable,
  entity: string,
  ids: readonly number[],
  only: { readonly fields?: readonly string[]; readonly tags?: readonly string[] } = {},
): Promise<RecordTexts> {
  if (ids.length === 0 || only.fields?.length === 0) return new RecordTexts()
  if (ids.length === 1 && !only.fields && !only.tags)
    return new RecordTexts(await on.query<TextRow>(selectTextsOfOne, [entity, ids[0]!]))
  const narrowing = [
    ...(only.fields ? [{ column: 'field', list: toInList(only.fields) }] : []),
    ...(only.tags ? [{ column: 'language_tag', list: toInList(only.tags) }] : []),
  ]
  const narrow = narrowing.map(({ column, list }) => ` AND ${column} IN ${list.sql}`).join('')
  const rows: TextRow[][] = []
  for (const portion of splitIntoPortions(ids)) {
    const list = toInList(portion)
    const params: SqlParameter[] = [entity, ...list.params, ...narrowing.flatMap((part) => part.list.params)]
    rows.push(await on.query<TextRow>(selectTextsOfMany + list.sql + narrow, params))
  }
  return new RecordTexts(rows.flat())
}
