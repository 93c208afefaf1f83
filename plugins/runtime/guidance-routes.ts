// The addresses of guidance: which answers still lead somewhere, and what stands in the way of one.
import type { App } from '#core/app.js'
import { findConflicts, guideConfiguration } from '#core/commerce/configuration/guidance.js'
import type { Visit } from '#core/commerce/visit.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { json } from '../http/reply.js'
import { readQuery, readWanted } from './input.js'
import { shopperOf } from './shopper.js'

export function guidanceRoutes(app: App, base: string): readonly Route[] {
  const visit = async (request: ServiceRequest, language: string | undefined): Promise<Visit> =>
    app.visit({ shopper: await shopperOf(app, request), language: language ?? request.language ?? undefined })
  return [
    {
      method: 'GET',
      path: `${base}/configurations/:token/guidance`,
      access: 'public',
      async handle(request) {
        const query = readQuery(request.query, ['language'])
        return json({ data: await guideConfiguration(await visit(request, query.get('language')), request.params.token ?? '') })
      },
    },
    {
      method: 'GET',
      path: `${base}/configurations/:token/conflicts`,
      access: 'public',
      async handle(request) {
        const query = readQuery(request.query, ['question_id', 'value', 'language'])
        const asked = await visit(request, query.get('language'))
        return json({ data: await findConflicts(asked, request.params.token ?? '', readWanted(query)) })
      },
    },
  ]
}
