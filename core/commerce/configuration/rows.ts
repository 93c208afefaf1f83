// The stored configuration: found by its token, kept until it expires, written through the pipeline.
import type { Shopper, TaxContext } from '../../shop/shopper.js'
import { NotFoundError, ServiceError, ValidationError } from '../../ground/errors.js'
import { isoTime } from '../../ground/clock.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import type { RecordOf } from '../../ground/property/typing.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { Work } from '../../storage/work.js'
import { lifetimeOf } from '../lifetime.js'
import { isToken } from '../token.js'
import { countConfiguration } from './open-count.js'

type ConfigurationRecord = LoadedRecord<RecordOf<typeof configuration>>

export interface StoredConfiguration extends Omit<ConfigurationRecord['values'], 'created' | 'changed' | 'tax_context'> {
  readonly revision: number
  readonly catalog_version: number
  readonly tax_context: TaxContext | null
  /** Milliseconds since the epoch. */
  readonly changed: number
}

/** A loaded record of the entity as the configurator reads it. */
export function stored({
  revision,
  values: { created: _created, changed, ...values },
}: ConfigurationRecord): StoredConfiguration {
  return {
    ...values,
    revision,
    catalog_version: values.catalog_version ?? 0,
    // Written from a `Shopper` by this file alone.
    tax_context: values.tax_context as TaxContext | null,
    changed: Date.parse(changed ?? '') || 0,
  }
}

const unknown = (): NotFoundError =>
  new NotFoundError('There is no configuration with this token, or it has expired. Start a new one with POST configurations.')

/** The configuration of the token, locked in a unit; NOT_FOUND alike for malformed and unknown ones. */
export async function findConfiguration(work: Work, token: string): Promise<StoredConfiguration> {
  if (!isToken(token)) throw unknown()
  const where = { column: 'token', values: [token] }
  const [found] = await (work.unit ? work.lock(configuration, where) : work.list(configuration, where))
  if (!found || found.values.token !== token) throw unknown()
  return stored(found)
}

/**
 * NOT_FOUND for what is somebody else's. An account's configuration is reached by that account alone; a guest's by guests that
 * hold the token, until one who signs in claims it. No check where no shopper is named: then the service itself asks.
 */
export function requireOwner(held: StoredConfiguration, shopper: Shopper | null): void {
  if (shopper !== null && held.customer_id !== shopper.customerId) throw unknown()
}

/** NOT_FOUND for an open configuration that was left alone for longer than the settings allow. */
export function requireAlive(held: StoredConfiguration, { moment, now }: Work): void {
  if (held.state !== 'open') return
  if (held.changed + lifetimeOf(moment) <= now) throw unknown()
}

/** True for what was ordered or quoted: it stays as it is on every path. */
export const isClosed = ({ state }: Pick<StoredConfiguration, 'state'>): boolean => state === 'ordered' || state === 'quoted'

/** ValidationError on `configuration` for a closed one. */
export function requireOpen(held: StoredConfiguration): void {
  if (!isClosed(held)) return
  if (held.state === 'quoted') {
    throw ValidationError.of(
      'configuration',
      'A quote was asked for with this configuration, so it can no longer be changed.',
      'QUOTED',
    )
  }
  throw ValidationError.of('configuration', 'This configuration was ordered, so it can no longer be changed.', 'ORDERED')
}

/** ValidationError on `configuration` for one in a cart, which decides for all that lies in it. */
export function requireInNoCart({ state }: StoredConfiguration): void {
  if (state !== 'in_cart') return
  const message = 'This configuration is in a cart, which decides on currency, country and state. Change them there.'
  throw ValidationError.of('configuration', message, 'IN_CART')
}

export type NewConfiguration = Omit<StoredConfiguration, 'id' | 'revision' | 'state' | 'changed'>

/** Stores a new configuration and returns its id. NOT_READY where the installation takes no more. */
export async function insertConfiguration(work: Work, fields: NewConfiguration): Promise<number> {
  await countConfiguration(work)
  const now = isoTime(work.now)
  return work.write(configuration, { ...fields, state: 'open', created: now, changed: now }, { trusted: true })
}

export type ConfigurationChanges = Partial<
  Pick<
    StoredConfiguration,
    | 'selections'
    | 'catalog_version'
    | 'language_tag'
    | 'customer_id'
    | 'customer_group_id'
    | 'tax_context'
    | 'currency_id'
    | 'country_id'
    | 'state_id'
  >
>

/**
 * Stores the changes if nobody else changed the configuration since it was read; false if somebody did.
 * @param byShopper false where the catalogue made them: the configuration's lifetime does not begin anew
 */
export async function saveConfiguration(
  work: Work,
  { id, revision }: StoredConfiguration,
  changes: ConfigurationChanges,
  byShopper: boolean,
): Promise<boolean> {
  const record = byShopper ? { ...changes, changed: isoTime(work.now) } : changes
  try {
    await work.write(configuration, record, { id, revision })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PRECONDITION_FAILED') return false
    throw error
  }
}

/** A guest's configuration becomes the account's; NOT_FOUND for what is another account's. */
export async function claimConfiguration(work: Work, token: string, shopper: Shopper): Promise<void> {
  const found = await findConfiguration(work, token)
  if (found.customer_id === shopper.customerId) return
  if (found.customer_id !== null || found.state === 'in_cart') throw unknown()
  requireAlive(found, await work.at())
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  await work.write(configuration, owner, { id: found.id })
}
