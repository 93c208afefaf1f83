// Test entity with two searched texts, enough records to use the trigram index, and a full scan as the reference.
import { foldText } from '../../../../core/foundation/property/text.js'
import { defineEntity } from '../../../../core/model/entity/define.js'
import { string } from '../../../../core/model/properties/string.js'
import type { Context } from '../../../../core/storage/context.js'
import { updateTrigramIndex } from '../../../../core/storage/trigram-index.js'
import { minimumIndexedRecords } from '../../../../core/storage/trigram-search.js'
import { insertAllRows } from '../../../../core/storage/migration/migration-steps.js'
import { listEntityRecords } from '../../../../core/storage/record/list.js'

export const word = defineEntity({
  name: 'word',
  label: 'word',
  pluralLabel: 'words',
  area: 'catalog',
  topic: 'store',
  listing: ['word', 'code'],
  grams: true,
  filters: [{ name: 'code_part', help: 'The code has the part.', property: 'code', compare: 'contains' }],
  properties: {
    word: string('Word', { translatable: true }),
    code: string('Code'),
    note: string('Note'),
  },
})

/** Records that no search looks for. */
export async function fill({ database }: Context, count = minimumIndexedRecords): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  await insertAllRows(
    database,
    'svc_word',
    ids.map((id) => ({ id, code: `F${id}`, code_folded: `f${id}`, note: '', revision: 1 })),
  )
  const text = (id: number): string => `Filler ${id}`
  await insertAllRows(
    database,
    'svc_texts',
    ids.map((id) => ({
      ...{ entity: 'word', entity_id: id, field: 'word', language_tag: 'en-GB' },
      ...{ text: text(id), folded: foldText(text(id)) },
    })),
  )
}

export const index = (context: Context): Promise<void> => updateTrigramIndex(context, new AbortController().signal)

interface Stored {
  readonly id: number
  readonly code: string
  readonly english: string | null
  readonly german: string | null
}

/** The ids of all matching words, by a full scan. */
export async function scanned({ database }: Context, part: string, filter: string, language: string): Promise<readonly number[]> {
  const of = (tag: string): string =>
    `(SELECT text FROM svc_texts WHERE entity = 'word' AND entity_id = w.id AND field = 'word' AND language_tag = '${tag}')`
  const rows = await database.query<Stored>(
    `SELECT id, code, ${of('en-GB')} AS english, ${of('de-DE')} AS german FROM svc_word w ORDER BY id`,
  )
  const has = (text: string): boolean => foldText(text).includes(foldText(part))
  const matching = rows.filter(({ code, english, german }) => {
    const displayText = (language === 'en-GB' ? english || german : german || english) ?? ''
    return has(code) || (filter === 'search' && has(displayText))
  })
  return matching.map(({ id }) => Number(id))
}

/** The ids of all matching words, from the paged list. The total of the last page comes first. */
export async function searched(
  context: Context,
  part: string,
  filter = 'search',
  language = 'en-GB',
): Promise<readonly number[]> {
  const query = { filters: new Map([[filter, part]]), language, sort: 'id', limit: 200 }
  const ids: number[] = []
  let total = 0
  for (let offset = 0; ; offset += 200) {
    const { records, meta } = await listEntityRecords(context, 'word', { ...query, offset })
    total = meta.total
    ids.push(...records.map(({ id }) => Number(id)))
    if (records.length < 200) return [total, ...ids]
  }
}
