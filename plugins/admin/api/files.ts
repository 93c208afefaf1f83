// Files and pictures of records for the admin pages, through the same handlers as REST.
import { requireScopes } from '#core/surface.js'
import { createPictureReply } from '../../http/page-policy.js'
import { createRecordFileHandlers } from '../../http/record-file-handlers.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
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

export const storeFormFile = async (scope: AdminScope): Promise<Reply> =>
  toFileReply(await createFileHandlers(scope).store(scope.request), 201)
export const removeFormFile = async (scope: AdminScope): Promise<Reply> =>
  toFileReply(await createFileHandlers(scope).remove(scope.request))
