// The outgoing mail queue. Mails are queued in the transaction that they report on, so they are sent only after its commit.
import { sha256 } from '../foundation/digest.js'
import { day, hour, formatIsoTime, minute } from '../foundation/clock.js'
import type { Context } from './context.js'
import { insertRows, type Queryable } from './database/dialect.js'
import { deleteRowsBefore } from './database/table-rows.js'
import type { Unit } from './unit-of-work/transaction.js'

/** A document that is printed and attached when the mail is sent. */
export interface MailAttachment {
  /** The name of the printed document. */
  readonly document: string
  /** The id of its order, quote or credit note. null: a sample, in `language`. */
  readonly id: number | null
  /** The language of the document. */
  readonly language: string
  /** The name of the file, for example `Invoice 1001.pdf`. */
  readonly file: string
  /** The sentence of the mail that names the file. */
  readonly notice: string
}

export interface Mail {
  readonly to: string
  /** Where replies go. Default: to the sender. */
  readonly replyTo?: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The HTML version. Without it, the mail has only plain text. */
  readonly html?: string
  /** The record that the mail is about. */
  readonly about?: { readonly entity: string; readonly id: number }
  readonly attachment?: MailAttachment
}

export interface QueuedMail extends Mail {
  readonly id: number
  /** The number of failed attempts. */
  readonly attempts: number
}

/** A mail whose text is created when it is sent. It will contain a secret, which must not be stored in the queue. */
export interface MailRequest {
  readonly to: string
  /** Selects the function that creates the text. */
  readonly purpose: string
  /** Input for that function. Must not contain secrets. */
  readonly details: string
}

/** A mail that is due. With a `purpose`, its text does not exist yet, and `text` has the details. */
export interface DueMail extends QueuedMail {
  readonly purpose: string
  readonly created: string
}

/** The maximum number of pending requests for one purpose. Anonymous callers can create requests. */
const maximumPendingRequests = 1_000
/** The queue gives a mail up after this many attempts, about one day. */
const maximumAttempts = 10

const columns = [
  'recipient',
  'reply_to',
  'subject',
  'body',
  'html',
  'entity',
  'entity_id',
  'attachment',
  'created',
  'attempts',
  'next_attempt',
]

/** Queues mails with one statement. They exist after the unit's commit. */
export async function queueMails(context: Context, u: Unit, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const now = formatIsoTime(context.clock.now())
  const values = mails.flatMap(({ to, replyTo = '', subject, text, html = null, about, attachment }) => [
    to,
    replyTo === '' ? null : replyTo,
    subject,
    text,
    html,
    about?.entity ?? null,
    about?.id ?? null,
    attachment === undefined ? null : JSON.stringify(attachment),
    now,
    0,
    now,
  ])
  await u.run(insertRows('svc_mail_queue', columns, mails.length), values)
}

/**
 * Queues a mail request. The same statements run whether a mail will be sent or not, so the response time does not reveal
 * whether an account exists. A pending request for the same recipient is not repeated. Requests above the limit are dropped.
 */
export async function requestMail(context: Context, u: Unit, { to, purpose, details }: MailRequest): Promise<void> {
  const now = formatIsoTime(context.clock.now())
  const deduplicationKey = sha256(`${purpose} ${to}`)
  const sql = 'SELECT COUNT(*) AS waiting FROM svc_mail_queue WHERE purpose = ?'
  const [row] = await u.query<{ waiting: number }>(sql, [purpose])
  if (Number(row?.waiting ?? 0) >= maximumPendingRequests) {
    context.log.warn({ purpose }, 'Too many mails of one kind are queued. Another one was not queued.')
    return
  }
  const columns = ['purpose', 'once', 'recipient', 'subject', 'body', 'created', 'attempts', 'next_attempt']
  const values = [purpose, deduplicationKey, to, '', details, now, 0, now]
  await u.run(u.dialect.insertMissing('svc_mail_queue', columns, ['once']), values)
}

interface MailRow {
  readonly recipient: unknown
  readonly reply_to: unknown
  readonly subject: unknown
  readonly body: unknown
  readonly html: unknown
  readonly attachment: unknown
}

const toMail = ({ recipient, reply_to, subject, body, html, attachment }: MailRow): Mail => ({
  to: String(recipient),
  ...(reply_to !== null && { replyTo: String(reply_to) }),
  subject: String(subject),
  text: String(body),
  ...(html !== null && { html: String(html) }),
  ...(attachment !== null && { attachment: JSON.parse(String(attachment)) as MailAttachment }),
})

/** The due mails, oldest first. */
export async function loadDueMails(context: Context, limit: number): Promise<readonly DueMail[]> {
  const sql = `SELECT id, purpose, recipient, reply_to, subject, body, html, attachment, created, attempts FROM svc_mail_queue
    WHERE next_attempt <= ? AND attempts < ? ORDER BY id LIMIT ?`
  const rows = await context.database.query<MailRow & Record<'id' | 'purpose' | 'created' | 'attempts', unknown>>(sql, [
    formatIsoTime(context.clock.now()),
    maximumAttempts,
    limit,
  ])
  return rows.map((row) => ({
    ...toMail(row),
    id: Number(row.id),
    purpose: String(row.purpose),
    created: String(row.created),
    attempts: Number(row.attempts),
  }))
}

/** Deletes a mail that was sent or is not to be sent. It may contain secrets. */
export async function mailSent(context: Context, { id }: Pick<QueuedMail, 'id'>): Promise<void> {
  await context.database.run('DELETE FROM svc_mail_queue WHERE id = ?', [id])
}

/**
 * Postpones the next attempt by one minute, then twice as long each time.
 * @param reason the error of the mail server, for the queue list
 */
export async function mailFailed(context: Context, { id, attempts }: QueuedMail, reason = ''): Promise<void> {
  const next = formatIsoTime(context.clock.now() + minute * 2 ** attempts)
  const sql = 'UPDATE svc_mail_queue SET attempts = attempts + 1, next_attempt = ?, failure = ? WHERE id = ?'
  await context.database.run(sql, [next, reason.slice(0, 255), id])
}

/** A mail in the queue list. The body is omitted, because it may contain confidential data. */
export interface QueueEntry {
  readonly id: number
  readonly to: string
  readonly subject: string
  /** `sales-order 5`, or '' for a mail that is not about a record. */
  readonly about: string
  readonly created: string
  readonly attempts: number
  /** null if the mail was abandoned. */
  readonly next_attempt: string | null
  /** The last error of the mail server. */
  readonly failure: string
}

/** The waiting and the given-up mails, oldest first, at most `limit`. */
export async function listQueue(context: Context, limit: number): Promise<readonly QueueEntry[]> {
  const columns = 'id, recipient, subject, entity, entity_id, created, attempts, next_attempt, failure'
  const rows = await context.database.query(`SELECT ${columns} FROM svc_mail_queue ORDER BY id LIMIT ?`, [limit])
  return rows.map((row) => ({
    id: Number(row.id),
    to: String(row.recipient),
    subject: String(row.subject),
    about: row.entity === null ? '' : `${row.entity} ${row.entity_id}`,
    created: String(row.created),
    attempts: Number(row.attempts),
    next_attempt: Number(row.attempts) >= maximumAttempts ? null : String(row.next_attempt),
    failure: row.failure === null ? '' : String(row.failure),
  }))
}

export interface MailQueueState {
  readonly waiting: number
  /** Mails that need an operator. */
  readonly givenUp: number
  /** The time in milliseconds when the oldest waiting mail was queued. null if none waits. */
  readonly oldest: number | null
}

export async function countQueuedMails(on: Queryable): Promise<MailQueueState> {
  const failedSql = 'SUM(CASE WHEN attempts >= ? THEN 1 ELSE 0 END) AS ended'
  const oldest = 'MIN(CASE WHEN attempts < ? THEN created END) AS oldest'
  const [row] = await on.query(`SELECT COUNT(*) AS mails, ${failedSql}, ${oldest} FROM svc_mail_queue`, [
    maximumAttempts,
    maximumAttempts,
  ])
  const failedCount = Number(row?.ended ?? 0)
  const since = row?.oldest ?? null
  return {
    waiting: Number(row?.mails ?? 0) - failedCount,
    givenUp: failedCount,
    oldest: since === null ? null : Date.parse(String(since)),
  }
}

/** A queued mail as it will be sent. null if it is no longer queued or its text does not exist yet. */
export async function loadQueuedMail(context: Context, id: number): Promise<Mail | null> {
  const sql = "SELECT recipient, reply_to, subject, body, html, attachment FROM svc_mail_queue WHERE id = ? AND purpose = ''"
  const [row] = await context.database.query<MailRow>(sql, [id])
  return row ? toMail(row) : null
}

/** The number of mails with failed attempts, including given-up mails. */
export async function countFailingMails(context: Context): Promise<number> {
  const [row] = await context.database.query('SELECT COUNT(*) AS failing FROM svc_mail_queue WHERE attempts > 0')
  return Number(row?.failing ?? 0)
}

/** Resets the attempts of a mail, so the next run sends it again. Returns false if the mail is no longer queued. */
export async function retryMail(context: Context, id: number): Promise<boolean> {
  const sql = 'UPDATE svc_mail_queue SET attempts = 0, next_attempt = ? WHERE id = ?'
  return (await context.database.run(sql, [formatIsoTime(context.clock.now()), id])).affected > 0
}

/** Deletes unsent mails: mail requests after one hour, because they are useless then, all other mails after 30 days. */
export async function deleteExpiredMails(context: Context): Promise<void> {
  const before = (milliseconds: number): string => formatIsoTime(context.clock.now() - milliseconds)
  await context.database.run("DELETE FROM svc_mail_queue WHERE purpose <> '' AND created < ?", [before(hour)])
  await deleteRowsBefore(context.database, 'svc_mail_queue', 'created', before(30 * day))
}
