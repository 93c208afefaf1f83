// Notifications: which ones the shop lacks.
import { listMissingNotifications } from '#core/contract.js'
import { requireScopes } from '#core/surface.js'
import { createJsonReply, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import { createLabelTranslator } from '../wording/label-translator.js'
import type { MissingNotifications } from './screen-shape.js'

/** `GET notifications/missing` (store:write). */
export async function readMissingNotifications({ app, caller, language }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['store:write'])
  const work = await app.shop.createContext({}).at()
  const translate = createLabelTranslator(app.context.registry, language)
  const missing = await listMissingNotifications(work)
  return createJsonReply({
    statuses: missing.map(({ status, label }) => translate(label, `labels-choices.notification.status.${status}`)),
    hasNone: (await work.list('notification')).length === 0,
  } satisfies MissingNotifications)
}
