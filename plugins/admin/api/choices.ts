// Choices of a reference field: records with their display names, found by text or by id.
import { createMessage, ValidationError } from '#core/contract.js'
import { type Entity, recordGraphs } from '#core/surface.js'
import { readListQuery, requireTargetEntity } from '../../http/record-query.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, loadSettingsSnapshot } from '../gate/admin-scope.js'
import { createLabelTranslator, toHeading } from '../wording/label-translator.js'
import { loadGeneratedNames, type UntitledRecord } from './generated-name.js'
import { getTitleField } from './entity-shape.js'
import type { RecordChoice } from './shape.js'

/** Maximum number of ids in one request. */
const maxChoiceIds = 200
const defaultChoiceLimit = 20

/** Labels each record with its title, or with a name built from its owner. */
export async function labelChoices(
  scope: AdminScope,
  entity: Entity,
  records: readonly UntitledRecord[],
): Promise<readonly RecordChoice[]> {
  const field = getTitleField(entity)
  const called = await loadGeneratedNames(scope, entity, records)
  const label = toHeading(
    createLabelTranslator(scope.app.context.registry, scope.language)(entity.label, `labels.entity.${entity.name}`),
  )
  return records.map(({ id, values }) => {
    const title = field === null ? called.get(id) : values[field]
    if (typeof title === 'number') return { id, label: `${label} ${title}` }
    return { id, label: title === null || title === undefined || title === '' ? label : String(title) }
  })
}

function parseChoiceIds(text: string): readonly number[] {
  const ids = text.split(',')
  if (ids.length > maxChoiceIds || !ids.every((id) => /^[1-9]\d{0,14}$/.test(id)))
    throw ValidationError.of('ids', createMessage('errors.tooManyIds', { most: maxChoiceIds }))
  return ids.map(Number)
}

/** The existing records of these ids, in the requested order. */
export async function loadChoicesById(
  scope: AdminScope,
  entity: Entity,
  ids: readonly number[],
  tag?: string,
): Promise<readonly RecordChoice[]> {
  const { snapshot } = await loadSettingsSnapshot(scope)
  const languages =
    tag === undefined ? snapshot.languages : [tag, ...snapshot.languages.filter((languageTag) => languageTag !== tag)]
  const loaded = await recordGraphs.loadRecords(scope.app.context.database, entity, languages, {
    column: 'id',
    values: [...new Set(ids)],
  })
  const choicesById = new Map((await labelChoices(scope, entity, loaded)).map((choice) => [choice.id, choice]))
  return ids.flatMap((id) => choicesById.get(id) ?? [])
}

export async function readChoices(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'list')
  const query = readListQuery(request, ['search', 'ids'])
  const ids = request.query.values.get('ids')
  if (ids !== undefined && ids !== '')
    return createJsonReply(await loadChoicesById(scope, entity, parseChoiceIds(ids), query.language))
  const search = request.query.values.get('search') ?? ''
  if (search !== '' && getTitleField(entity) === null) {
    // Records without texts are found by their id.
    const id = /^[1-9]\d{0,14}$/.test(search) ? Number(search) : null
    return createJsonReply(id === null ? [] : await loadChoicesById(scope, entity, [id]))
  }
  const filters = new Map(query.filters)
  if (search !== '') filters.set('search', search)
  const { records } = await app.records.list(entity.name, { ...query, limit: query.limit ?? defaultChoiceLimit, filters })
  const rows = records.map((record) => ({ id: Number(record['id']), values: record }))
  return createJsonReply(await labelChoices(scope, entity, rows))
}
