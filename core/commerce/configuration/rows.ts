// The stored configuration: found by its token, kept until it expires, written through the pipeline.
import type { Shopper, TaxContext } from '../../shop/shopper.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import type { LoadedRecord } from '../../storage/record/load.js'
import type { Work } from '../../storage/work.js'
import { translateMessage, type Texts } from '../../engine/program/evaluation-context.js'
import { productTopic, topicOfProduct } from '../../product/programs.js'
import { lifetimeOf, sharedLifetime } from '../lifetime.js'
import { isToken } from '../token.js'
import { countConfiguration } from './open-count.js'

export type ConfigurationRecord = LoadedRecord<RecordOf<typeof configuration>>

export interface StoredConfiguration extends Omit<ConfigurationRecord['values'], 'created' | 'changed' | 'tax_context'> {
  readonly revision: number
  readonly catalog_version: number
  readonly tax_context: TaxContext | null
  /** Milliseconds since the epoch. */
  readonly changed: number
}

/** A loaded record of the entity as the configurator reads it. */
export function stored({ revision, values }: ConfigurationRecord): StoredConfiguration {
  return {
    ...values,
    revision,
    catalog_version: values.catalog_version ?? 0,
    // Written from a `Shopper` by this file alone.
    tax_context: values.tax_context as TaxContext | null,
    changed: Date.parse(values.changed ?? '') || 0,
  }
}

const unknown = (): NotFoundError =>
  new NotFoundError('There is no configuration with this token, or it has expired. Start a new one with POST configurations.')

export interface FoundConfiguration<V> {
  /** It has looked at the product's topic. */
  readonly work: V
  readonly row: StoredConfiguration
  /** The same as it was read. */
  readonly record: ConfigurationRecord
}

/** The configuration of the token, locked in a unit; NOT_FOUND alike for malformed and unknown ones. */
export async function findConfiguration<V extends Work>(given: V, token: string): Promise<FoundConfiguration<V>> {
  if (!isToken(token)) throw unknown()
  const [seen, [found]] = await given.find(configuration, { column: 'token', values: [token] }, topicOfProduct)
  if (!found || found.values.token !== token) throw unknown()
  const row = stored(found)
  return { row, record: found, work: await seen.at(productTopic(row.product_id)) }
}

/**
 * NOT_FOUND for what is somebody else's. An account's configuration is reached by that account alone; a guest's by guests that
 * hold the token, until one who signs in claims it; a shared one by everybody who does. No check where no shopper is named: then the service itself asks.
 */
export function requireOwner(held: StoredConfiguration, shopper: Shopper | null): void {
  if (held.state === 'shared') return
  if (shopper !== null && held.customer_id !== shopper.customerId) throw unknown()
}

/** False for one that was left alone for longer than the settings allow and is not kept, or was shared too long ago. */
export function isAlive({ state, changed, saved, customer_id }: StoredConfiguration, { moment, now }: Work): boolean {
  const isKept = saved !== null && customer_id !== null
  if ((state !== 'open' && state !== 'shared') || isKept) return true
  return changed + (state === 'shared' ? sharedLifetime : lifetimeOf(moment)) > now
}

/** NOT_FOUND unless it is alive. */
export function requireAlive(held: StoredConfiguration, work: Work): void {
  if (!isAlive(held, work)) throw unknown()
}

/** Why a configuration stays as it is on every path, by its state. */
const sentences = {
  quoted: 'A quote was asked for with this configuration, so it can no longer be changed.',
  ordered: 'This configuration was ordered, so it can no longer be changed.',
  shared: 'This configuration was shared to be looked at. Duplicate it to change a copy of your own.',
}
const codes = { quoted: 'QUOTED', ordered: 'ORDERED', shared: 'READ_ONLY' } as const

const isClosing = (state: string | null): state is keyof typeof codes => state !== null && Object.hasOwn(codes, state)

/** True for what was ordered, quoted or shared. */
export const isClosed = ({ state }: Pick<StoredConfiguration, 'state'>): boolean => isClosing(state)

/** ValidationError on `configuration` for a closed one; in the shopper's language where the texts are given. */
export function requireOpen({ state }: StoredConfiguration, texts?: Texts): void {
  if (!isClosing(state)) return
  throw ValidationError.of('configuration', translateMessage(texts, sentences[state], {}), codes[state])
}

/** ValidationError on `configuration` for one in a cart, which decides for all that lies in it. */
export function requireInNoCart({ state }: StoredConfiguration): void {
  if (state !== 'in_cart') return
  const message = 'This configuration is in a cart, which decides on currency, country and state. Change them there.'
  throw ValidationError.of('configuration', message, 'IN_CART')
}

export type NewConfiguration = Omit<StoredConfiguration, 'id' | 'revision' | 'state' | 'changed' | 'history' | 'name' | 'saved'>

/** The states in which a configuration begins. */
export type Beginning = 'open' | 'in_cart' | 'shared'

/** Stores a new configuration and returns its id. NOT_READY where the installation takes no more. */
export async function insertConfiguration(work: Work, fields: NewConfiguration, state: Beginning = 'open'): Promise<number> {
  await countConfiguration(work, state === 'shared' ? 'shared' : 'open')
  const now = formatIsoTime(work.now)
  return work.write(configuration, { ...fields, state, created: now, changed: now }, { trusted: true })
}

export type ConfigurationChanges = Partial<
  Pick<
    StoredConfiguration,
    | 'selections'
    | 'history'
    | 'catalog_version'
    | 'language_tag'
    | 'customer_id'
    | 'customer_group_id'
    | 'tax_context'
    | 'host_user_id'
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
  standing: ConfigurationRecord,
  changes: ConfigurationChanges,
  byShopper: boolean,
): Promise<boolean> {
  const fields = byShopper ? { ...changes, changed: formatIsoTime(work.now) } : changes
  try {
    await work.write(configuration, fields, { id: standing.id, standing, trusted: true })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PRECONDITION_FAILED') return false
    throw error
  }
}

/** A guest's configuration becomes the account's; NOT_FOUND for what is another account's. */
export async function claimConfiguration(work: Work, token: string, shopper: Shopper): Promise<void> {
  const { row: found, work: seen } = await findConfiguration(work, token)
  if (found.customer_id === shopper.customerId) return
  if (found.customer_id !== null || found.state === 'in_cart' || found.state === 'shared') throw unknown()
  requireAlive(found, seen)
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  await work.write(configuration, owner, { id: found.id })
}
