// Registrations with an unconfirmed e-mail address. They contain no name, no password, and references instead of tokens that give access.
import { randomBytes } from 'node:crypto'
import { day, formatIsoTime } from '../../foundation/clock.js'
import { sha256 } from '../../foundation/digest.js'
import { toEmailKey } from '../../model/properties/string.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import { isToken } from '../shopper-context.js'

/** A guest's cart or configuration: the id, and the digest of the token, because a database may assign the id of a deleted record again. */
interface GuestReference {
  readonly id: number
  readonly digest: string
}

interface TokenRecord {
  readonly values: { readonly id: number; readonly token: string; readonly customer_id: number | null }
}

/** Loads carts or configurations. */
export type LoadRecords = (where: {
  readonly column: 'id' | 'token'
  readonly values: readonly (number | string)[]
}) => Promise<readonly TokenRecord[]>

/** References to the guests' records with these tokens. Leaves out unknown tokens and records of accounts. */
export async function referToGuestRecords(load: LoadRecords, tokens: readonly string[]): Promise<readonly GuestReference[]> {
  const valid = tokens.filter(isToken)
  if (valid.length === 0) return []
  const records = await load({ column: 'token', values: valid })
  return records
    .filter(({ values }) => values.customer_id === null && valid.includes(values.token))
    .map(({ values }) => ({ id: values.id, digest: sha256(values.token) }))
}

/** The tokens of the records that still exist. */
export async function resolveGuestReferences(
  load: LoadRecords,
  references: readonly GuestReference[],
): Promise<readonly string[]> {
  if (references.length === 0) return []
  const digests = new Map(references.map(({ id, digest }) => [id, digest]))
  const records = await load({ column: 'id', values: [...digests.keys()] })
  return records.filter(({ values }) => digests.get(values.id) === sha256(values.token)).map(({ values }) => values.token)
}

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
