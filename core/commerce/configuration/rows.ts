// Stored configurations: loaded by token, expired by age, written through the write pipeline.
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

/** Converts a loaded record to a `StoredConfiguration`. */
export function stored({ revision, values }: ConfigurationRecord): StoredConfiguration {
  return {
    ...values,
    revision,
    catalog_version: values.catalog_version ?? 0,
    // Only this file writes it, from a `Shopper`.
    tax_context: values.tax_context as TaxContext | null,
    changed: Date.parse(values.changed ?? '') || 0,
  }
}

const unknown = (): NotFoundError =>
  new NotFoundError('There is no configuration with this token, or it has expired. Start a new one with POST configurations.')

export interface FoundConfiguration<V> {
  /** The context, with the product's topic loaded. */
  readonly work: V
  readonly row: StoredConfiguration
  /** The record that `row` was converted from. */
  readonly record: ConfigurationRecord
}

/** Loads the configuration of the token, locked within a transaction. NOT_FOUND for malformed and unknown tokens alike. */
export async function findConfiguration<V extends Work>(given: V, token: string): Promise<FoundConfiguration<V>> {
  if (!isToken(token)) throw unknown()
  const [seen, [found]] = await given.find(configuration, { column: 'token', values: [token] }, topicOfProduct)
  if (!found || found.values.token !== token) throw unknown()
  const row = stored(found)
  return { row, record: found, work: await seen.at(productTopic(row.product_id)) }
}

/**
 * NOT_FOUND for other shoppers' configurations. Only its account can reach an account's configuration. Any guest with the token can
 * reach a guest's configuration, until an account claims it. Anybody with the token can reach a shared one. No check if `shopper` is
 * null: then the service itself is the caller.
 */
export function requireOwner(held: StoredConfiguration, shopper: Shopper | null): void {
  if (held.state === 'shared') return
  if (shopper !== null && held.customer_id !== shopper.customerId) throw unknown()
}

/** False if it is older than its lifetime. Saved configurations of an account and states other than open and shared do not expire. */
export function isAlive({ state, changed, saved, customer_id }: StoredConfiguration, { moment, now }: Work): boolean {
  const isKept = saved !== null && customer_id !== null
  if ((state !== 'open' && state !== 'shared') || isKept) return true
  return changed + (state === 'shared' ? sharedLifetime : lifetimeOf(moment)) > now
}

/** NOT_FOUND unless it is alive. */
export function requireAlive(held: StoredConfiguration, work: Work): void {
  if (!isAlive(held, work)) throw unknown()
}

/** Why a configuration can no longer be changed, by state. */
const sentences = {
  quoted: 'A quote was requested for this configuration, so it can no longer be changed.',
  ordered: 'This configuration was ordered and can no longer be changed.',
  shared: 'This shared configuration is read-only. Duplicate it to make changes.',
}
const codes = { quoted: 'QUOTED', ordered: 'ORDERED', shared: 'READ_ONLY' } as const

const isClosing = (state: string | null): state is keyof typeof codes => state !== null && Object.hasOwn(codes, state)

/** True for ordered, quoted and shared configurations. */
export const isClosed = ({ state }: Pick<StoredConfiguration, 'state'>): boolean => isClosing(state)

/** ValidationError on `configuration` for a closed one, in the shopper's language if `texts` is set. */
export function requireOpen({ state }: StoredConfiguration, texts?: Texts): void {
  if (!isClosing(state)) return
  throw ValidationError.of('configuration', translateMessage(texts, sentences[state], {}), codes[state])
}

/** ValidationError on `configuration` if it is in a cart: the cart determines currency, country and state. */
export function requireInNoCart({ state }: StoredConfiguration): void {
  if (state !== 'in_cart') return
  const message = 'This configuration is in a cart, which decides on currency, country and state. Change them there.'
  throw ValidationError.of('configuration', message, 'IN_CART')
}

export type NewConfiguration = Omit<StoredConfiguration, 'id' | 'revision' | 'state' | 'changed' | 'history' | 'name' | 'saved'>

/** The possible states of a new configuration. */
export type Beginning = 'open' | 'in_cart' | 'shared'

/** Stores a new configuration and returns its id. NOT_READY if the installation's limit is reached. */
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
 * Stores the changes. Returns false if another request changed the configuration since it was read.
 * @param byShopper false for changes caused by the catalogue, which do not renew the configuration's lifetime
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

/** Assigns a guest's configuration to the account. NOT_FOUND for another account's. */
export async function claimConfiguration(work: Work, token: string, shopper: Shopper): Promise<void> {
  const { row: found, work: seen } = await findConfiguration(work, token)
  if (found.customer_id === shopper.customerId) return
  if (found.customer_id !== null || found.state === 'in_cart' || found.state === 'shared') throw unknown()
  requireAlive(found, seen)
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  await work.write(configuration, owner, { id: found.id })
}
