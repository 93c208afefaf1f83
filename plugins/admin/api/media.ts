// The media library, the pictures of the shop with the records and texts that use them, and the files of records.
import { createMessage, NotFoundError, ValidationError } from '#core/contract.js'
import { type Entity, requiredScopes, requireScopes, entityModel, storedFiles, entities } from '#core/surface.js'
import { readIncomingFile, createRecordFileHandlers } from '../../http/record-file-handlers.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-query.js'
import {
  createDownloadHeaders,
  createEmptyReply,
  createJsonReply,
  createReply,
  type Reply,
  createPictureReply,
} from '../../http/reply.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import { createLabelTranslator, toFieldKeys, toHeading } from '../wording/label-translator.js'
import { loadChoicesById } from './choices.js'
import type { FileList } from './shape.js'
import type { LibraryPicture, MediaList, MediaPicture, LibraryEntry } from './screen-shape.js'

const createFileHandlers = ({ app, server }: AdminScope) => createRecordFileHandlers(app, server, `${adminRoot}/api/records`)

const toFileReply = ({ files }: FileList, status = 200): Reply => createJsonReply({ files } satisfies FileList, status)

/** Files and pictures of records for the admin pages, through the same handlers as REST. */
export const listFormFiles = async (scope: AdminScope): Promise<Reply> =>
  toFileReply(await createFileHandlers(scope).list(scope.request))
export const readFormFile = (scope: AdminScope): Promise<Reply> => createFileHandlers(scope).read(scope.request)
/** `GET pictures/:name` (orders:read): the picture of a sold product, with the name from the order. */
export async function readSoldPicture({ app, caller, request }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['orders:read'])
  return createPictureReply(await app.shop.catalogue.picture(0, request.params['name'] ?? ''))
}

/** Areas whose pictures are part of the media library. Uploads of shoppers and files of orders belong to other areas. */
const mediaAreas: ReadonlySet<string> = new Set([entities.product.area, entities.settings.area])

/** Keeps the current picture of the field in the media library, where it stays after the field has lost it. */
async function keepFormPicture({ app, request }: AdminScope): Promise<void> {
  const entity = requireTargetEntity(app, request, 'update')
  const id = requireRecordId(entity, request)
  if (mediaAreas.has(entity.area))
    await storedFiles.mediaLibrary.keepFieldPicture(app.context, {
      entity: entity.name,
      id,
      field: request.params['field'] ?? '',
    })
}

export async function storeFormFile(scope: AdminScope): Promise<Reply> {
  await keepFormPicture(scope)
  const list = await createFileHandlers(scope).store(scope.request)
  await keepFormPicture(scope)
  return toFileReply(list, 201)
}

export async function removeFormFile(scope: AdminScope): Promise<Reply> {
  await keepFormPicture(scope)
  return toFileReply(await createFileHandlers(scope).remove(scope.request))
}

const defaultLimit = 48
const maximumLimit = 480
/** Maximum number of uses that a refusal names. */
const maximumNamedUses = 3

interface PictureRow {
  readonly id: number
  readonly name: string
  readonly entity: string
  readonly entity_id: number
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** A field of a record that shows a picture, or a text that contains it. */
interface PictureUse {
  readonly entity: Entity
  readonly id: number
  readonly field: string
}

interface Picture {
  /** Rows of the same picture. Uploads of the same file have the same name and size. */
  readonly rows: readonly [PictureRow, ...PictureRow[]]
  /** Includes uses that are hidden from the caller. */
  readonly uses: readonly PictureUse[]
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase()

const mayRead = ({ caller }: AdminScope, entity: Entity): boolean => caller.grant.allowsAll(requiredScopes(entity, 'read'))

/** The newest pictures first. Pictures that only entities use that the caller may not read are left out. */
async function loadPictures(scope: AdminScope): Promise<readonly Picture[]> {
  const { registry, database } = scope.app.context
  const entities = new Map(
    [...registry.entities.values()].filter(({ area }) => mediaAreas.has(area)).map((entity) => [entity.name, entity]),
  )
  const rows = await database.query<PictureRow & object>(
    `SELECT id, name, entity, entity_id, property, original_name, media_type, size, width, height FROM svc_files
     WHERE media_type LIKE 'image/%' ORDER BY id DESC`,
  )
  const texts = await storedFiles.mediaLibrary.listPictureTexts(database, entities.values())
  const groups = new Map<string, { readonly rows: PictureRow[]; readonly uses: PictureUse[] }>()
  for (const row of rows) {
    const entity = entities.get(row.entity)
    const isUse = entity !== undefined && entityModel.listFileProperties(entity).some(({ name }) => name === row.property)
    if (!isUse && (row.entity !== storedFiles.mediaLibrary.entity || row.property !== '')) continue
    const key = `${row.media_type} ${row.size} ${row.original_name}`
    const group = groups.get(key) ?? { rows: [], uses: [] }
    group.rows.push(row)
    if (isUse) group.uses.push({ entity, id: Number(row.entity_id), field: row.property })
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ rows: own, uses }): readonly Picture[] => {
    const textUses = texts.flatMap(({ entity: name, id, field, names }): readonly PictureUse[] => {
      const entity = registry.entities.get(name)
      return entity && own.some((row) => names.has(row.name)) ? [{ entity, id, field }] : []
    })
    const all = [...uses, ...textUses]
    const isVisible =
      own.some(({ entity }) => entity === storedFiles.mediaLibrary.entity) || all.some(({ entity }) => mayRead(scope, entity))
    return isVisible ? [{ rows: own as [PictureRow, ...PictureRow[]], uses: all }] : []
  })
}

/** The uses of pictures with titles, as far as the caller may read them. */
async function describeUses(
  scope: AdminScope,
  uses: readonly PictureUse[],
): Promise<(use: PictureUse) => MediaPicture['uses'][number]> {
  const translate = createLabelTranslator(scope.app.context.registry, scope.language)
  const titles = new Map<string, string>()
  for (const entity of new Set(uses.map((use) => use.entity))) {
    const ids = new Set(uses.flatMap((use) => (use.entity === entity ? [use.id] : [])))
    const title = entity.singleton ? toHeading(translate(entity.label, `labels.entity.${entity.name}`)) : null
    for (const { id, label } of await loadChoicesById(scope, entity, [...ids])) titles.set(`${entity.name} ${id}`, title ?? label)
  }
  return ({ entity, id, field }) => ({
    entity: entity.name,
    id,
    title: titles.get(`${entity.name} ${id}`) ?? '',
    field: toHeading(translate(entity.properties[field]?.label ?? field, toFieldKeys(entity.name, field).label)),
  })
}

/** `GET media?search=&unused=1&limit=`: the newest pictures first. */
export async function listMedia(scope: AdminScope): Promise<Reply> {
  const { request, server } = scope
  const { values } = request.query
  const search = fold(values.get('search') ?? '')
  const isUnusedOnly = values.get('unused') === '1'
  const limit = Math.min(maximumLimit, Math.max(1, Math.trunc(Number(values.get('limit'))) || defaultLimit))
  const matching = (await loadPictures(scope)).filter(
    ({ rows: [{ original_name }], uses }) => fold(original_name).includes(search) && !(isUnusedOnly && uses.length > 0),
  )
  const page = matching.slice(0, limit)
  const isReadable = ({ entity }: PictureUse): boolean => mayRead(scope, entity)
  const describe = await describeUses(
    scope,
    page.flatMap(({ uses }) => uses.filter(isReadable)),
  )
  const pictures = page.map(
    ({ rows: [{ name: stored, original_name: name, media_type: type, size, width, height }], uses }): MediaPicture => {
      return {
        ...{ stored, name, type, size: Number(size), width, height },
        url: server.pathTo(`${adminRoot}/api/media/${encodeURIComponent(stored)}`, request),
        isUnused: uses.length === 0,
        uses: uses.filter(isReadable).map(describe),
      }
    },
  )
  return createJsonReply({ total: matching.length, pictures } satisfies MediaList)
}

/** Throws NOT_FOUND unless the caller may see the picture. */
async function requirePicture(scope: AdminScope, stored: string): Promise<Picture> {
  const picture = (await loadPictures(scope)).find(({ rows }) => rows.some(({ name }) => name === stored))
  if (picture) return picture
  throw new NotFoundError(createMessage('shop.pictureUnknown', { name: stored.slice(0, 100) }))
}

const getPictureName = ({ request }: AdminScope): string => request.params['picture'] ?? ''

/** `GET media/:picture`: the file. */
export async function readMedia(scope: AdminScope): Promise<Reply> {
  const stored = getPictureName(scope)
  const { rows } = await requirePicture(scope, stored)
  const bytes = await scope.app.context.files.get(stored)
  if (bytes === null) throw new NotFoundError(createMessage('shop.pictureUnknown', { name: stored.slice(0, 100) }))
  const [{ media_type, original_name }] = rows
  return createReply(bytes, media_type, { 'cache-control': 'private, no-cache', ...createDownloadHeaders(original_name) })
}

/** Designs and content pages belong to the area store, all other pictures to the catalogue. */
const requireWriteScope = ({ caller: { grant } }: AdminScope): void =>
  requireScopes(grant, grant.allows('store:write') ? ['store:write'] : ['catalog:write'])

/** `POST media?name=` (catalog:write or store:write): adds a picture. */
export async function storeMedia(scope: AdminScope): Promise<Reply> {
  requireWriteScope(scope)
  const stored = await storedFiles.mediaLibrary.storePicture(scope.app.context, await readIncomingFile(scope.request))
  return createJsonReply({ stored } satisfies LibraryEntry, 201)
}

/** `POST media/:picture` (catalog:write or store:write): keeps a picture for texts, which have no file of their own. */
export async function keepMedia(scope: AdminScope): Promise<Reply> {
  requireWriteScope(scope)
  const stored = getPictureName(scope)
  await requirePicture(scope, stored)
  await storedFiles.mediaLibrary.keepPicture(scope.app.context, stored)
  const shopUrl = scope.server.pathTo(storedFiles.mediaLibrary.toPicturePath(stored))
  return createJsonReply({ stored, shopUrl } satisfies LibraryPicture)
}

/** `DELETE media/:picture` (catalog:write): refused while a record or text uses the picture. */
export async function removeMedia(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.caller.grant, ['catalog:write'])
  const { rows, uses } = await requirePicture(scope, getPictureName(scope))
  if (uses.length > 0) {
    const listedUses = uses.slice(0, maximumNamedUses)
    const describe = await describeUses(scope, listedUses)
    const names = listedUses.map((use) => {
      const { title, field } = describe(use)
      return createMessage('errors.pictureUse', { title: title || field, field })
    })
    const values = { name: rows[0].original_name, uses: names, more: uses.length - names.length }
    throw ValidationError.of('picture', createMessage('errors.pictureInUse', values))
  }
  await storedFiles.mediaLibrary.removePictures(scope.app.context, [...new Set(rows.map(({ name }) => name))])
  return createEmptyReply(204)
}

/** `POST records/:entity/:id/files/:field/picture`: shows a picture of the library in a field. */
export async function reuseMedia(scope: AdminScope): Promise<Reply> {
  const { app, request } = scope
  const entity = requireTargetEntity(app, request, 'update')
  const target = { entity: entity.name, id: requireRecordId(entity, request), field: request.params['field'] ?? '' }
  const stored = String(request.fields['picture'] ?? '')
  await requirePicture(scope, stored)
  await storedFiles.mediaLibrary.keepPicture(app.context, stored)
  await keepFormPicture(scope)
  await storedFiles.mediaLibrary.reusePicture(app.context, target, stored)
  return listFormFiles(scope)
}
