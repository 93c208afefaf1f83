// Uploads and downloads of transfer packages. Callers pass a file name in the transfer folder, never a path.
import { requireScopes, storedFiles } from '#core/surface.js'
import { createReply, createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'

export async function storePackage({ app, request, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['catalog:write'])
  return createJsonReply(await storedFiles.receivePackage(app.context, caller, request.params['name'] ?? '', request.body), 201)
}

export async function readPackage({ app, request, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['catalog:read'])
  const name = request.params['name'] ?? ''
  const { bytes, size } = await storedFiles.openPackageDownload(app.context, caller, name)
  return createReply(bytes, 'application/zip', {
    'cache-control': 'no-store',
    'content-length': String(size),
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}
