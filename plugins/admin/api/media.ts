// The media library: the pictures of the shop's records, each once, with the records that use it.
import { entities as catalogEntities, type Entity, requiredScopes, entityModel } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import { createLabelTranslator, toFieldKeys, toHeading } from '../wording/label-translator.js'
import { loadChoicesById } from './choices.js'
import type { MediaList, MediaPicture } from './shape.js'

/** Uploads of shoppers and files of orders belong to other areas. */
const areas: ReadonlySet<string> = new Set([catalogEntities.product.area, catalogEntities.settings.area])
const defaultLimit = 48
const maximumLimit = 480

interface PictureRow {
  readonly entity: string
  readonly entity_id: number
  readonly property: string
  readonly original_name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** Uploads of the same picture have the same name and size. */
const toPictureKey = ({ original_name, media_type, size }: PictureRow): string => `${media_type} ${size} ${original_name}`

const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/** `GET media?search=&limit=`: the newest pictures first. Pictures of entities that the caller may not read are left out. */
export async function listMedia(scope: AdminScope): Promise<Reply> {
  const { app, request, server, caller } = scope
  const { registry, database } = app.context
  const search = fold(request.query.values.get('search') ?? '')
  const limit = Math.min(maximumLimit, Math.max(1, Math.trunc(Number(request.query.values.get('limit'))) || defaultLimit))
  const readable = new Map<string, Entity>(
    [...registry.entities.values()]
      .filter((entity) => areas.has(entity.area) && caller.grant.allowsAll(requiredScopes(entity, 'read')))
      .map((entity) => [entity.name, entity]),
  )
  const rows = await database.query<PictureRow & object>(
    `SELECT entity, entity_id, property, original_name, media_type, size, width, height FROM svc_files
     WHERE media_type LIKE 'image/%' ORDER BY id DESC`,
  )
  const groups = new Map<string, PictureRow[]>()
  for (const row of rows) {
    const entity = readable.get(row.entity)
    if (!entity || !fold(row.original_name).includes(search)) continue
    if (!entityModel.listFileProperties(entity).some(({ name }) => name === row.property)) continue
    const key = toPictureKey(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const page = [...groups.values()].slice(0, limit)
  const titles = new Map<string, string>()
  for (const entity of readable.values()) {
    const ids = page.flat().flatMap((row) => (row.entity === entity.name ? [Number(row.entity_id)] : []))
    if (ids.length === 0) continue
    for (const { id, label } of await loadChoicesById(scope, entity, [...new Set(ids)])) titles.set(`${entity.name} ${id}`, label)
  }
  const translate = createLabelTranslator(registry, scope.language)
  const pictures = page.map((uses): MediaPicture => {
    const [{ entity, entity_id, property, original_name: name, media_type: type, size, width, height }] = uses as [PictureRow]
    return {
      name,
      type,
      size: Number(size),
      width,
      height,
      url: server.pathTo(`${adminRoot}/api/records/${entity}/${entity_id}/files/${property}`, request),
      uses: uses.map((use) => ({
        entity: use.entity,
        id: Number(use.entity_id),
        title: titles.get(`${use.entity} ${use.entity_id}`) ?? '',
        field: toHeading(
          translate(readable.get(use.entity)!.properties[use.property]!.label, toFieldKeys(use.entity, use.property).label),
        ),
      })),
    }
  })
  return createJsonReply({ total: groups.size, pictures } satisfies MediaList)
}
