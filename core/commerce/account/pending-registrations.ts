// Registrations with an unconfirmed e-mail address. They contain no name, no password and no token that gives access to anything.
import { randomBytes } from 'node:crypto'
import { day, formatIsoTime } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../foundation/email-address.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { GuestReference } from './guest-references.js'

/** The data that a confirmation requires. */
export interface PendingRegistration {
  readonly email: string
  readonly language_tag: string
  readonly carts: readonly GuestReference[]
  readonly configurations: readonly GuestReference[]
}

const registrationLifetime = day

const hashEmail = (email: string): string => sha256(toEmailKey(email))

/** Replaces an earlier registration of the address and invalidates its link. Runs the same statements in both cases. */
export async function storePendingRegistration(
  { unit, now }: ServiceContext & TransactionContext,
  pending: PendingRegistration,
): Promise<void> {
  const columns = ['address', 'fields', 'token', 'created', 'expires']
  const values = [
    hashEmail(pending.email),
    JSON.stringify(pending),
    null,
    formatIsoTime(now),
    formatIsoTime(now + registrationLifetime),
  ]
  const assignments = columns.slice(1).map((name) => `${name} = ${unit.dialect.incoming(name)}`)
  await unit.run(unit.dialect.upsert('svc_pending_registrations', columns, ['address'], assignments.join(', ')), values)
}

/** Issues the token of the link and returns it with the registration; null if none is pending. An earlier token becomes invalid. */
export async function issueConfirmationToken(
  { unit, now }: ServiceContext & TransactionContext,
  email: string,
): Promise<{ readonly token: string; readonly pending: PendingRegistration } | null> {
  const sql = `SELECT fields FROM svc_pending_registrations WHERE address = ? AND expires > ? ${unit.dialect.forUpdate}`
  const [row] = await unit.query<{ fields: string }>(sql, [hashEmail(email), formatIsoTime(now)])
  if (!row) return null
  const token = randomBytes(24).toString('base64url')
  await unit.run('UPDATE svc_pending_registrations SET token = ? WHERE address = ?', [sha256(token), hashEmail(email)])
  return { token, pending: JSON.parse(row.fields) as PendingRegistration }
}

/** Deletes the registration of the token and returns it; null for a token that is unknown, used, replaced or expired. */
export async function consumePendingRegistration(
  { unit, now }: ServiceContext & TransactionContext,
  token: string,
): Promise<PendingRegistration | null> {
  const digest = sha256(token)
  const sql = 'SELECT fields FROM svc_pending_registrations WHERE token = ? AND expires > ?'
  const [row] = await unit.query<{ fields: string }>(sql, [digest, formatIsoTime(now)])
  const { affected } = await unit.run('DELETE FROM svc_pending_registrations WHERE token = ?', [digest])
  return row && affected === 1 ? (JSON.parse(row.fields) as PendingRegistration) : null
}

export async function deletePendingRegistration({ unit }: TransactionContext, email: string): Promise<void> {
  await unit.run('DELETE FROM svc_pending_registrations WHERE address = ?', [hashEmail(email)])
}
