// The addresses of guidance: which answers still lead somewhere, and what stands in the way of one.
import type { App } from '#core/app.js'
import type { Route, ServiceRequest } from '../http/mount.js'
import { json } from '../http/reply.js'
import { readQuery, readWanted } from './input.js'

export function guidanceRoutes(app: App, base: string): readonly Route[] {
  const { guidance } = app
  const optionsOf = async (request: ServiceRequest, language: string | undefined) => {
    const shopper = await app.host.adapters.identity.shopper(app, request.headers)
    const tag = language ?? request.language ?? undefined
    return { shopper, ...(tag !== undefined && { language: tag }) }
  }
  return [
    {
      method: 'GET',
      path: `${base}/configurations/:token/guidance`,
      access: 'public',
      async handle(request) {
        const query = readQuery(request.query, ['language'])
        return json({ data: await guidance.guide(request.params.token ?? '', await optionsOf(request, query.get('language'))) })
      },
    },
    {
      method: 'GET',
      path: `${base}/configurations/:token/conflicts`,
      access: 'public',
      async handle(request) {
        const query = readQuery(request.query, ['question_id', 'value', 'language'])
        const options = await optionsOf(request, query.get('language'))
        return json({ data: await guidance.conflicts(request.params.token ?? '', readWanted(query), options) })
      },
    },
  ]
}
