// Routes of the printed documents of orders and quotes, for shop staff (domain §4: orders are read-only).
import type { App } from '#core/app.js'
import { printedType } from '#core/commerce/print/define.js'
import { NotFoundError } from '#core/foundation/errors.js'
import type { Route } from '../http/mount.js'
import { download } from '../http/reply.js'
import { apiRoot } from './address.js'
import { oneOfNames } from '../http/record-query.js'
import { requireId, requireTarget } from '../http/record-target.js'

/** Query parameter that selects the document. Default: the first available one. */
export const printParameter = 'document'

export function printRoutes(app: App): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `${apiRoot}/:entity/:id/print`,
      access: 'bearer',
      async handle(request) {
        const { printAny, printsOf } = await import('#core/commerce/print/print.js')
        const entity = requireTarget(app, request, 'read')
        const prints = printsOf(entity.name)
        if (prints.length === 0) throw new NotFoundError(`Nothing is printed of ${entity.pluralLabel}.`)
        const id = requireId(entity, request)
        const printed = oneOfNames(request, printParameter, prints)
        return download(await printAny(app.visit({}), printed, id), printedType)
      },
    },
  ]
}
