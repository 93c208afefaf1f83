// Choices of a reference field: records with their display names, found by text or by id.
import { ValidationError } from '#core/foundation/errors.js'
import type { Entity } from '#core/model/entity/define.js'
import { loadRecords } from '#core/storage/record/load.js'
import { listQuery } from '../../http/record-query.js'
import { requireTarget } from '../../http/record-target.js'
import { json, type Reply } from '../../http/reply.js'
import { type AdminScope, momentFor } from '../gate/scope.js'
import { asHeading, sayIn } from '../wording/label.js'
import { callFor, type Unnamed } from './called.js'
import { titleField } from './entity.js'
import type { Choice } from './shape.js'

/** Maximum number of ids in one request. */
const mostIds = 200
const usual = 20

/** Labels each record with its title, or with a name built from its owner. */
export async function choicesOf(scope: AdminScope, entity: Entity, records: readonly Unnamed[]): Promise<readonly Choice[]> {
  const field = titleField(entity)
  const called = await callFor(scope, entity, records)
  const label = asHeading(sayIn(scope.app.registry, scope.language)(entity.label))
  return records.map(({ id, values }) => {
    const title = field === null ? called.get(id) : values[field]
    if (typeof title === 'number') return { id, label: `${label} ${title}` }
    return { id, label: title === null || title === undefined || title === '' ? `${label} #${id}` : String(title) }
  })
}

function idsOf(text: string): readonly number[] {
  const ids = text.split(',')
  if (ids.length > mostIds || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw ValidationError.of('ids', `The query parameter 'ids' takes up to ${mostIds} ids with commas between them.`)
  return ids.map(Number)
}

/** The existing records of these ids, in the requested order. */
export async function named(scope: AdminScope, entity: Entity, ids: readonly number[], tag?: string): Promise<readonly Choice[]> {
  const { snapshot } = await momentFor(scope)
  const languages = tag === undefined ? snapshot.languages : [tag, ...snapshot.languages.filter((one) => one !== tag)]
  const loaded = await loadRecords(scope.app.context.database, entity, languages, { column: 'id', values: [...new Set(ids)] })
  const found = new Map((await choicesOf(scope, entity, loaded)).map((one) => [one.id, one]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function readChoices(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTarget(app, request, 'list')
  const query = listQuery(request, ['search', 'ids'])
  const ids = request.query.values.get('ids')
  if (ids !== undefined && ids !== '') return json(await named(scope, entity, idsOf(ids), query.language))
  const search = request.query.values.get('search') ?? ''
  if (search !== '' && titleField(entity) === null) {
    // Records without texts are found by their id.
    const id = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : null
    return json(id === null ? [] : await named(scope, entity, [id]))
  }
  const filters = new Map(query.filters)
  if (search !== '') filters.set('search', search)
  const { records } = await app.list(entity.name, { ...query, limit: query.limit ?? usual, filters })
  const found = records.map((record) => ({ id: Number(record['id']), values: record }))
  return json(await choicesOf(scope, entity, found))
}
