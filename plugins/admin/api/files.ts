// Files and pictures of records for the admin pages, through the same handlers as REST.
import { entities, requireScopes, storedFiles } from '#core/surface.js'
import { createPictureReply, createJsonReply, type Reply } from '../../http/reply.js'
import { createRecordFileHandlers } from '../../http/record-file-handlers.js'
import { requireRecordId, requireTargetEntity } from '../../http/record-query.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import type { FileList } from './shape.js'

const createFileHandlers = ({ app, server }: AdminScope) => createRecordFileHandlers(app, server, `${adminRoot}/api/records`)

const toFileReply = ({ files }: FileList, status = 200): Reply => createJsonReply({ files } satisfies FileList, status)

export const listFormFiles = async (scope: AdminScope): Promise<Reply> =>
  toFileReply(await createFileHandlers(scope).list(scope.request))
export const readFormFile = (scope: AdminScope): Promise<Reply> => createFileHandlers(scope).read(scope.request)
/** `GET pictures/:name` (orders:read): the picture of a sold product, with the name from the order. */
export async function readSoldPicture({ app, caller, request }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['orders:read'])
  return createPictureReply(await app.shop.catalogue.picture(0, request.params['name'] ?? ''))
}

/** Areas whose pictures are part of the media library. Uploads of shoppers and files of orders belong to other areas. */
export const mediaAreas: ReadonlySet<string> = new Set([entities.product.area, entities.settings.area])

/** Keeps the current picture of the field in the media library, where it stays after the field has lost it. */
export async function keepFormPicture({ app, request }: AdminScope): Promise<void> {
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
