// Registrations with an unconfirmed e-mail address. Password and link token are stored as hashes; names and cart tokens are not.
import { randomBytes } from 'node:crypto'
import { day, formatIsoTime } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../foundation/email-address.js'
import type { InUnit, Work } from '../../storage/work.js'

/** The fields of the future account, and the guest's cart and configurations. */
export interface PendingRegistrationFields {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly language_tag: string
  readonly cart?: string | undefined
  readonly configurations?: readonly string[] | undefined
}

export interface PendingRegistration {
  readonly passwordHash: string
  readonly fields: PendingRegistrationFields
}

const registrationLifetime = day

const hashEmail = (email: string): string => sha256(toEmailKey(email))

/** Replaces an earlier registration of the address and invalidates its link. Runs the same statements in both cases. */
export async function storePendingRegistration(
  { unit, now }: Work & InUnit,
  { passwordHash, fields }: PendingRegistration,
): Promise<void> {
  const columns = ['address', 'password', 'fields', 'token', 'created', 'expires']
  const values = [
    hashEmail(fields.email),
    passwordHash,
    JSON.stringify(fields),
    null,
    formatIsoTime(now),
    formatIsoTime(now + registrationLifetime),
  ]
  const assignments = columns.slice(1).map((name) => `${name} = ${unit.dialect.incoming(name)}`)
  await unit.run(unit.dialect.upsert('svc_pending_registrations', columns, ['address'], assignments.join(', ')), values)
}

/** Issues the token of the link and returns it with the registration; null if none is pending. An earlier token becomes invalid. */
export async function issueConfirmationToken(
  { unit, now }: Work & InUnit,
  email: string,
): Promise<{ readonly token: string; readonly fields: PendingRegistrationFields } | null> {
  const sql = `SELECT fields FROM svc_pending_registrations WHERE address = ? AND expires > ? ${unit.dialect.forUpdate}`
  const [row] = await unit.query<{ fields: string }>(sql, [hashEmail(email), formatIsoTime(now)])
  if (!row) return null
  const token = randomBytes(24).toString('base64url')
  await unit.run('UPDATE svc_pending_registrations SET token = ? WHERE address = ?', [sha256(token), hashEmail(email)])
  return { token, fields: JSON.parse(row.fields) as PendingRegistrationFields }
}

/** Deletes the registration of the token and returns it; null for a token that is unknown, used, replaced or expired. */
export async function consumePendingRegistration(
  { unit, now }: Work & InUnit,
  token: string,
): Promise<PendingRegistration | null> {
  const digest = sha256(token)
  const sql = 'SELECT password, fields FROM svc_pending_registrations WHERE token = ? AND expires > ?'
  const [row] = await unit.query<{ password: string; fields: string }>(sql, [digest, formatIsoTime(now)])
  const { affected } = await unit.run('DELETE FROM svc_pending_registrations WHERE token = ?', [digest])
  if (!row || affected !== 1) return null
  return { passwordHash: row.password, fields: JSON.parse(row.fields) as PendingRegistrationFields }
}

export async function deletePendingRegistration({ unit }: InUnit, email: string): Promise<void> {
  await unit.run('DELETE FROM svc_pending_registrations WHERE address = ?', [hashEmail(email)])
}
