// Mail that waits to be sent: queued in the unit whose outcome it tells, so that no crash loses it and no roll-back sends it.
import { sha256 } from '../foundation/digest.js'
import { day, hour, formatIsoTime, minute } from '../foundation/clock.js'
import type { Context } from './context.js'
import { insertRows } from './database/dialect.js'
import { forgetBefore } from './database/forget.js'
import type { Queryable } from './database/queryable.js'
import type { Unit } from './database/unit.js'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The same as HTML; the text alone if left out. */
  readonly html?: string
  /** The record that it tells of. */
  readonly about?: { readonly entity: string; readonly id: number }
}

export interface QueuedMail extends Mail {
  readonly id: number
  /** How often it was tried in vain. */
  readonly attempts: number
}

/** Mail that is written when it is sent: it will carry a secret, which must not lie in the queue. */
export interface MailRequest {
  readonly to: string
  /** Who writes it. */
  readonly purpose: string
  /** What the writer needs to know; no secret. */
  readonly details: string
}

/** A mail that is due; with a purpose it is still to be written, and `text` holds the details. */
export interface WaitingMail extends QueuedMail {
  readonly purpose: string
  readonly created: string
}

/** So many requests for one purpose wait at most; anybody may make some. */
const mostRequests = 1_000
/** After so many attempts, over about a day, a mail is given up. */
const mostAttempts = 10

const columns = ['recipient', 'subject', 'body', 'html', 'entity', 'entity_id', 'created', 'attempts', 'next_attempt']

/** Queues mails by one statement; they exist once the unit is committed. */
export async function queueMails(context: Context, u: Unit, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const now = formatIsoTime(context.clock.now())
  const values = mails.flatMap(({ to, subject, text, html = null, about }) => [
    ...[to, subject, text, html],
    ...[about?.entity ?? null, about?.id ?? null, now, 0, now],
  ])
  u.meanwhile(u.run(insertRows('svc_mail_queue', columns, mails.length), values))
}

/**
 * Asks for a mail that is written later. The same statements run whether it will be written or not, so that nobody can tell by
 * time whom it concerns: one that waits for the same recipient already stays the only one, and too many are not taken.
 */
export async function requestMail(context: Context, u: Unit, { to, purpose, details }: MailRequest): Promise<void> {
  const now = formatIsoTime(context.clock.now())
  const once = sha256(`${purpose} ${to}`)
  const sql = 'SELECT COUNT(*) AS waiting FROM svc_mail_queue WHERE purpose = ?'
  const [row] = await u.query<{ waiting: number }>(sql, [purpose])
  if (Number(row?.waiting ?? 0) >= mostRequests) {
    context.log.warn({ purpose }, 'Too many mails of one purpose wait to be sent; another one was not queued.')
    return
  }
  const columns = ['purpose', 'once', 'recipient', 'subject', 'body', 'created', 'attempts', 'next_attempt']
  const values = [purpose, once, to, '', details, now, 0, now]
  await u.run(u.dialect.insertMissing('svc_mail_queue', columns, ['once']), values)
}

/** What is due, oldest first. */
export async function waitingMails(context: Context, limit: number): Promise<readonly WaitingMail[]> {
  const sql = `SELECT id, purpose, recipient, subject, body, html, created, attempts FROM svc_mail_queue
    WHERE next_attempt <= ? AND attempts < ? ORDER BY id LIMIT ?`
  const rows = await context.database.query(sql, [formatIsoTime(context.clock.now()), mostAttempts, limit])
  return rows.map((row) => ({
    id: Number(row.id),
    purpose: String(row.purpose),
    to: String(row.recipient),
    subject: String(row.subject),
    text: String(row.body),
    ...(row.html !== null && { html: String(row.html) }),
    created: String(row.created),
    attempts: Number(row.attempts),
  }))
}

/** The mail was handed over, or is not to be sent: it is forgotten, because it may hold secrets. */
export async function mailSent(context: Context, { id }: Pick<QueuedMail, 'id'>): Promise<void> {
  await context.database.run('DELETE FROM svc_mail_queue WHERE id = ?', [id])
}

/**
 * Puts the next attempt off: a minute, then twice as long each time.
 * @param reason what the mail server said, for whoever looks into the queue
 */
export async function mailFailed(context: Context, { id, attempts }: QueuedMail, reason = ''): Promise<void> {
  const next = formatIsoTime(context.clock.now() + minute * 2 ** attempts)
  const sql = 'UPDATE svc_mail_queue SET attempts = attempts + 1, next_attempt = ?, failure = ? WHERE id = ?'
  await context.database.run(sql, [next, reason.slice(0, 255), id])
}

/** A mail as people see it in the queue: never its body, which may hold what is not theirs to read. */
export interface QueueEntry {
  readonly id: number
  readonly to: string
  readonly subject: string
  /** `sales-order 5`; '' for a mail that tells of no record. */
  readonly about: string
  readonly created: string
  readonly attempts: number
  /** null where it was given up. */
  readonly next_attempt: string | null
  /** What the mail server said last. */
  readonly failure: string
}

/** What waits and what was given up, oldest first, at most `limit`. */
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
    next_attempt: Number(row.attempts) >= mostAttempts ? null : String(row.next_attempt),
    failure: row.failure === null ? '' : String(row.failure),
  }))
}

export interface QueueState {
  readonly waiting: number
  /** What waits for a person. */
  readonly givenUp: number
  /** When the oldest that waits was queued, in milliseconds; null where none waits. */
  readonly oldest: number | null
}

export async function countQueue(on: Queryable): Promise<QueueState> {
  const ended = 'SUM(CASE WHEN attempts >= ? THEN 1 ELSE 0 END) AS ended'
  const oldest = 'MIN(CASE WHEN attempts < ? THEN created END) AS oldest'
  const [row] = await on.query(`SELECT COUNT(*) AS mails, ${ended}, ${oldest} FROM svc_mail_queue`, [mostAttempts, mostAttempts])
  const givenUp = Number(row?.ended ?? 0)
  const since = row?.oldest ?? null
  return { waiting: Number(row?.mails ?? 0) - givenUp, givenUp, oldest: since === null ? null : Date.parse(String(since)) }
}

/** A mail of the queue as it will go out; null where it is no longer there, or is written when it is sent. */
export async function readQueued(context: Context, id: number): Promise<Mail | null> {
  const sql = "SELECT recipient, subject, body, html FROM svc_mail_queue WHERE id = ? AND purpose = ''"
  const [row] = await context.database.query(sql, [id])
  if (!row) return null
  const mail = { to: String(row.recipient), subject: String(row.subject), text: String(row.body) }
  return row.html === null ? mail : { ...mail, html: String(row.html) }
}

/** How many mails were tried in vain, those that were given up among them. */
export async function countFailing(context: Context): Promise<number> {
  const [row] = await context.database.query('SELECT COUNT(*) AS failing FROM svc_mail_queue WHERE attempts > 0')
  return Number(row?.failing ?? 0)
}

/** Tries a mail again from the beginning, at the next round; false where it is no longer in the queue. */
export async function retryMail(context: Context, id: number): Promise<boolean> {
  const sql = 'UPDATE svc_mail_queue SET attempts = 0, next_attempt = ? WHERE id = ?'
  return (await context.database.run(sql, [formatIsoTime(context.clock.now()), id])).affected > 0
}

/** Deletes mail that nobody took: requests after an hour, when what they would bring is of no use, everything else after a month. */
export async function forgetOldMail(context: Context): Promise<void> {
  const before = (milliseconds: number): string => formatIsoTime(context.clock.now() - milliseconds)
  await context.database.run("DELETE FROM svc_mail_queue WHERE purpose <> '' AND created < ?", [before(hour)])
  await forgetBefore(context.database, 'svc_mail_queue', 'created', before(30 * day))
}
