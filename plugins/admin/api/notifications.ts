// Notifications: which ones the shop lacks, and the check, the preview and the test of an edited one that is not saved yet.
import {
  checkNotificationTexts,
  createMessage,
  listMissingNotifications,
  type Mail,
  previewNotificationDraft,
  ValidationError,
} from '#core/contract.js'
import { isObject, requireScopes } from '#core/surface.js'
import { createJsonReply, createReply, mediaTypes, type Reply } from '../../http/reply.js'
import type { AdminScope } from '../gate/admin-scope.js'
import type { PageContext } from '../page/page-frame.js'
import { createLabelTranslator } from '../wording/label-translator.js'
import { createMessageTranslator } from '../wording/message-translator.js'
import type { MailPreview, MissingNotifications, SentTest } from './screen-shape.js'

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

type Fields = AdminScope['request']['fields']

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The edited texts by key, such as `subject_en_GB`. */
function parseTexts({ texts }: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(isObject(texts) ? texts : {}).map(([key, text]) => [key, toText(text)]))
}

/** @param fields a `NotificationPreviewRequest` */
function writeDraft({ app, server, caller }: AdminScope, fields: Fields): Promise<Mail> {
  requireScopes(caller.grant, ['store:write'])
  const draft = { name: toText(fields['name']), status: toText(fields['status']), texts: parseTexts(fields) }
  return previewNotificationDraft(app.shop.createContext({}), draft, {
    language: toText(fields['language']),
    reader: fields['reader'] === 'manager' ? 'manager' : 'customer',
    url: server.baseUrl(),
  })
}

/** `POST notifications/preview` (store:write): the subject and the plain text. */
export async function previewDraft(scope: AdminScope): Promise<Reply> {
  const { to, subject, text, html } = await writeDraft(scope, scope.request.fields)
  return createJsonReply({ to, subject, text, html: html !== undefined } satisfies MailPreview)
}

/** The HTML of the same mail for a frame, from a form with the request as JSON. The page runs no script and loads only the logo. */
export async function showDraftPage({ scope }: PageContext, { request }: Fields): Promise<Reply> {
  const { html = '' } = await writeDraft(scope, parseRequest(request))
  return createReply(html, mediaTypes.html, {
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
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
