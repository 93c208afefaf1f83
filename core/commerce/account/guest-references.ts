// References to a guest's carts and configurations that give no access to them, unlike their tokens.
import { sha256 } from '../../foundation/digest.js'
import { isToken } from '../token.js'

/** The id, and the digest of the token: a database may assign the id of a deleted record again. */
export interface GuestReference {
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
