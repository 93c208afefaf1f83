// Routes of the printed documents of orders and quotes, for shop staff. Orders are read-only.
import { type App, createLabel, createMessage, NotFoundError } from '#core/contract.js'
import { salesDocuments } from '#core/surface.js'
import type { Route } from '../http/mount.js'
import { createDownload } from '../http/reply.js'
import { apiRoot } from './route-names.js'
import { readChoiceParameter, requireRecordId, requireTargetEntity } from '../http/record-query.js'

/** Query parameter that selects the document. Default: the first available one. */
export const printParameter = 'document'

export function createPrintRoutes(app: App): readonly Route[] {
  return [
    {
      method: 'GET',
      path: `${apiRoot}/:entity/:id/print`,
      access: 'bearer',
      async handle(request) {
        const entity = requireTargetEntity(app, request, 'read')
        const prints = salesDocuments.listPrintedDocuments(app.context.registry, entity.name)
        if (prints.length === 0)
          throw new NotFoundError(createMessage('errors.nothingPrinted', { entities: createLabel('entity', entity.pluralLabel) }))
        const id = requireRecordId(entity, request)
        const name = readChoiceParameter(
          request,
          printParameter,
          prints.map((printed) => printed.name),
        )
        const { mediaType } = prints.find((printed) => printed.name === name)!
        return createDownload(await salesDocuments.printDocumentById(app.shop.createContext({}), name, id), mediaType)
      },
    },
  ]
}
