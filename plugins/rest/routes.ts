// All routes of the entity API, loaded at server start.
import type { App } from '#core/app.js'
import type { Route, ServerFacts } from '../http/mount.js'
import { docsRoutes } from './viewer/routes.js'
import { documentRoutes } from './documents.js'
import { fileRoutes } from './files.js'
import { printRoutes } from './prints.js'
import { recordRoutes } from './records.js'
import { sheetRoutes } from './sheets.js'
import { spelled } from './spelling.js'

export function restRoutes(app: App, server: ServerFacts): readonly Route[] {
  return [
    ...documentRoutes(app, server),
    ...[...sheetRoutes(app, server), ...recordRoutes(app, server), ...fileRoutes(app, server), ...printRoutes(app)].map(spelled),
    ...docsRoutes(server),
  ]
}
