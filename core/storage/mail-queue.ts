// Mail that waits to be sent: queued in the unit whose outcome it tells, so that no crash loses it and no roll-back sends it.
import { isoTime } from '../ground/clock.js'
import type { Context } from './context.js'
import { insertRows } from './database/dialect.js'
import type { Unit } from './database/unit.js'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface QueuedMail extends Mail {
  readonly id: number
  /** How often it was tried in vain. */
  readonly attempts: number
}

/** After so many attempts, over about a day, a mail is given up. */
const mostAttempts = 10
const minute = 60_000

/** Queues a mail; it exists once the unit is committed. */
export async function queueMail(context: Context, u: Unit, mail: Mail): Promise<void> {
  const now = isoTime(context.clock.now())
  const columns = ['recipient', 'subject', 'body', 'created', 'attempts', 'next_attempt']
  await u.run(insertRows('svc_mail_queue', columns), [mail.to, mail.subject, mail.text, now, 0, now])
}

/** The mails that are due, oldest first. */
export async function dueMails(context: Context, limit: number): Promise<readonly QueuedMail[]> {
  const sql = `SELECT id, recipient, subject, body, attempts FROM svc_mail_queue
    WHERE next_attempt <= ? AND attempts < ? ORDER BY id LIMIT ?`
  const rows = await context.database.query(sql, [isoTime(context.clock.now()), mostAttempts, limit])
  return rows.map((row) => ({
    id: Number(row.id),
    to: String(row.recipient),
    subject: String(row.subject),
    text: String(row.body),
    attempts: Number(row.attempts),
  }))
}

/** The mail was handed over: it is forgotten, because it may hold secrets. */
export async function mailSent(context: Context, { id }: QueuedMail): Promise<void> {
  await context.database.run('DELETE FROM svc_mail_queue WHERE id = ?', [id])
}

/** Puts the next attempt off: a minute, then twice as long each time. */
export async function mailFailed(context: Context, { id, attempts }: QueuedMail): Promise<void> {
  const next = isoTime(context.clock.now() + minute * 2 ** attempts)
  const sql = 'UPDATE svc_mail_queue SET attempts = attempts + 1, next_attempt = ? WHERE id = ?'
  await context.database.run(sql, [next, id])
}
