// The mail queue: pending mails with their errors, a preview for accounts that may read orders, and a retry.
import { createMessage, listQueue, type Mail, NotFoundError, retryMail } from '#core/contract.js'
import { loadQueuedMail, requireScopes } from '#core/surface.js'
import { createReply, createEmptyReply, createJsonReply, mediaTypes, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { MailPreview, MailRow } from './screen-shape.js'

/** Maximum number of listed mails. */
const maxListedMails = 500

function requireMailId({ request }: AdminScope): number {
  const id = request.params['id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new NotFoundError(createMessage('errors.noMailNamed', { id: id.slice(0, 40) }))
  return Number(id)
}

export async function listMails({ app, caller }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:read'])
  const mails: readonly MailRow[] = await listQueue(app.context, maxListedMails)
  return createJsonReply(mails)
}

/** Mails contain customer data, so reading one also needs the scope orders:read. */
async function readQueuedMail(scope: AdminScope): Promise<Mail> {
  requireScopes(scope.caller.grant, ['system:read', 'orders:read'])
  const id = requireMailId(scope)
  const mail = await loadQueuedMail(scope.app.context, id)
  if (mail) return mail
  throw new NotFoundError(createMessage('errors.mailNotQueued', { id }))
}

export async function previewMail(scope: AdminScope): Promise<Reply> {
  const { to, subject, text, html } = await readQueuedMail(scope)
  return createJsonReply({ to, subject, text, html: html !== undefined } satisfies MailPreview)
}

/** The mail's HTML for a frame. It can run no script, send no form and load nothing. */
export async function readMailPage(scope: AdminScope): Promise<Reply> {
  const { html } = await readQueuedMail(scope)
  if (html === undefined) throw new NotFoundError(createMessage('errors.mailPlainText'))
  return createReply(html, mediaTypes.html, {
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    'cache-control': 'no-store',
  })
}

/** The next round of sending tries the mail again. */
export async function retryQueuedMail(scope: AdminScope): Promise<Reply> {
  requireScopes(scope.caller.grant, ['system:write'])
  const id = requireMailId(scope)
  if (!(await retryMail(scope.app.context, id))) throw new NotFoundError(createMessage('errors.noMail', { id }))
  return createEmptyReply(204)
}
