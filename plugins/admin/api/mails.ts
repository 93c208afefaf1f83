// Mails: the queue with errors, preview and retry; missing notifications, and the check, the preview and the test of an edited one.
import {
  checkNotificationTexts,
  createMessage,
  listMissingNotifications,
  listQueue,
  type Mail,
  NotFoundError,
  previewNotificationDraft,
  retryMail,
  ValidationError,
} from '#core/contract.js'
import { entities, isObject, requireScopes, serviceState } from '#core/surface.js'
import { createReply, createEmptyReply, createJsonReply, mediaTypes, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { PageContext } from '../page/page-frame.js'
import { createLabelTranslator } from '../wording/label-translator.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import type { MailPreview, MailRow, MissingNotifications, SentTest, ServerTest } from './screen-shape.js'

/** Maximum number of listed mails. */
const maxListedMails = 500
/** Maximum number of queued mails among which a test mail is found. */
const maxSearchedMails = 10_000

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
  const mail = await serviceState.loadQueuedMail(scope.app.context, id)
  if (mail) return mail
  throw new NotFoundError(createMessage('errors.mailNotQueued', { id }))
}

export async function previewMail(scope: AdminScope): Promise<Reply> {
  return createJsonReply(toMailPreview(await readQueuedMail(scope)))
}

const toMailPreview = ({ to, subject, text, html, attachment }: Mail): MailPreview => ({
  to,
  subject,
  text,
  html: html !== undefined,
  attachment: attachment?.file ?? null,
})

/** A frame with a mail runs no script, sends no form, and loads only pictures of the shop. */
const framePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"

/** The mail's HTML for a frame. */
export async function readMailPage(scope: AdminScope): Promise<Reply> {
  const { html } = await readQueuedMail(scope)
  if (html === undefined) throw new NotFoundError(createMessage('errors.mailPlainText'))
  return createReply(html, mediaTypes.html, {
    'content-security-policy': framePolicy,
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

/**
 * `POST mails/test` (system:write): sends a mail to the signed-in account through the mail server now. A refused mail stays in the queue
 * with the reason.
 */
export async function sendServerTest({ app, caller, language }: AdminScope): Promise<Reply> {
  requireScopes(caller.grant, ['system:write'])
  const to = caller.session?.account.email ?? ''
  if (!app.context.plugins.some(({ name }) => name === 'mail'))
    throw ValidationError.of('to', createMessage('errors.mailNotSetUp'))
  if (to === '') throw ValidationError.of('to', createMessage('errors.noOwnAddress'))
  const work = await app.shop.createContext({}).at()
  const [store] = await work.records(entities.store)
  const shop = store?.name ?? ''
  const { message } = createMessageTranslator(app.context.registry, language)
  const subject = message(createMessage('mail.serverTestSubject', { shop }))
  const text = message(createMessage('mail.serverTestBody', { shop }))
  const listTests = async (): Promise<readonly MailRow[]> =>
    (await listQueue(app.context, maxSearchedMails)).filter((mail) => mail.to === to && mail.subject === subject)
  const earlierIds = new Set((await listTests()).map(({ id }) => id))
  await work.transact((inside) => inside.mail({ to, subject, text }))
  await app.operations.tasks.run('send-mail')
  const waiting = (await listTests()).find(({ id }) => !earlierIds.has(id))
  return createJsonReply({ to, failure: waiting?.failure ?? null } satisfies ServerTest)
}

type Fields = AdminScope['request']['fields']

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The edited texts by key, such as `subject_en_GB`. */
function parseTexts({ texts }: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(isObject(texts) ? texts : {}).map(([key, text]) => [key, toText(text)]))
}

/** @param fields a `NotificationPreviewRequest` */
function writeDraft({ app, server, caller }: AdminScope, fields: Fields): Promise<Mail> {
  requireScopes(caller.grant, ['store:write'])
  const draft = {
    name: toText(fields['name']),
    status: toText(fields['status']),
    attachment: toText(fields['attachment']),
    texts: parseTexts(fields),
  }
  return previewNotificationDraft(app.shop.createContext({}), draft, {
    language: toText(fields['language']),
    reader: fields['reader'] === 'manager' ? 'manager' : 'customer',
    url: server.baseUrl(),
  })
}

/** `POST notifications/preview` (store:write): the subject and the plain text. */
export async function previewDraft(scope: AdminScope): Promise<Reply> {
  return createJsonReply(toMailPreview(await writeDraft(scope, scope.request.fields)))
}

/** The HTML of the same mail for a frame, from a form with the request as JSON. */
export async function showDraftPage({ scope }: PageContext, { request }: Fields): Promise<Reply> {
  const { html = '' } = await writeDraft(scope, parseRequest(request))
  return createReply(html, mediaTypes.html, {
    'content-security-policy': framePolicy,
    'cache-control': 'no-store',
  })
}

function parseRequest(json: unknown): Fields {
  try {
    const request: unknown = JSON.parse(String(json))
    return isObject(request) ? request : {}
  } catch {
    return {}
  }
}

/** `POST notifications/check` (store:write): the problems of the placeholders of edited texts. */
export function checkDraftTexts({ app, caller, language, request }: AdminScope): Reply {
  requireScopes(caller.grant, ['store:write'])
  const { refusal } = createMessageTranslator(app.context.registry, language)
  const issues = checkNotificationTexts(parseTexts(request.fields))
  return createJsonReply(issues.map((issue) => refusal(issue)) satisfies readonly string[])
}

/** `POST notifications/test` (store:write): queues the mail to the address of the signed-in account. */
export async function sendDraftTest(scope: AdminScope): Promise<Reply> {
  const { app, caller, request } = scope
  const mail = await writeDraft(scope, request.fields)
  const to = caller.session?.account.email ?? ''
  if (!app.context.plugins.some(({ name }) => name === 'mail'))
    throw ValidationError.of('to', createMessage('errors.mailNotSetUp'))
  if (to === '') throw ValidationError.of('to', createMessage('errors.noOwnAddress'))
  await app.shop.createContext({}).transact((work) => work.mail({ ...mail, to }))
  return createJsonReply({ to } satisfies SentTest)
}
