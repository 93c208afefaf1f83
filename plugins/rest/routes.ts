// All routes of the entity API, loaded at server start.
import type { App } from '#core/contract.js'
import type { Route, ServerInfo } from '../http/mount.js'
import { createDocsRoutes, createDocumentRoutes } from './document-routes.js'
import { createFileRoutes, createRecordRoutes } from './record-routes.js'
import { createPrintRoutes } from './print-routes.js'
import { createSheetRoutes } from './sheet-routes.js'
import { withRouteNames } from './route-names.js'

export function createRestRoutes(app: App, server: ServerInfo): readonly Route[] {
  return [
    ...createDocumentRoutes(app, server),
    ...[
      ...createSheetRoutes(app, server),
      ...createRecordRoutes(app, server),
      ...createFileRoutes(app, server),
      ...createPrintRoutes(app),
    ].map(withRouteNames),
    ...createDocsRoutes(server, app.context.registry),
  ]
}
