// The stored configuration: found by its token, kept until it expires, written through the pipeline.
import type { Shopper, TaxContext } from '../../shop/shopper.js'
import { randomBytes } from 'node:crypto'
import { NotFoundError, ServiceError } from '../../ground/errors.js'
import { requireEntity } from '../../model/registry.js'
import type { Context, Moment } from '../../storage/context.js'
import type { Unit } from '../../storage/database/unit.js'
import { write } from '../../storage/pipeline/write.js'
import { type LoadedRecord, loadRecords } from '../../storage/record/load.js'
import { momentOf } from '../../storage/record/moment.js'

export interface HeldSelection {
  readonly question_id: number
  readonly value: string
}

export interface StoredConfiguration {
  readonly id: number
  readonly revision: number
  readonly token: string
  readonly product_id: number
  readonly selections: readonly HeldSelection[]
  readonly customer_id: number | null
  readonly customer_group_id: number | null
  readonly currency_id: number | null
  readonly tax_context: TaxContext | null
  readonly language_tag: string
  readonly catalog_version: number
  readonly state: 'open' | 'in_cart' | 'ordered'
  /** Milliseconds since the epoch. */
  readonly changed: number
}

const entity = 'configuration'
const hour = 3_600_000
const defaultLifetime = 24
const tokenPattern = /^[A-Za-z0-9_-]{32}$/

/** 192 random bits: the only key to a configuration. */
export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

/** A loaded record of the entity as the configurator reads it. */
export function stored({ id, revision, values }: LoadedRecord): StoredConfiguration {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const reference = (value: unknown): number | null => (typeof value === 'number' ? value : null)
  return {
    id,
    revision,
    token: text(values.token),
    product_id: values.product_id as number,
    selections: (values.selections ?? []) as readonly HeldSelection[],
    customer_id: reference(values.customer_id),
    customer_group_id: reference(values.customer_group_id),
    currency_id: reference(values.currency_id),
    tax_context: (values.tax_context ?? null) as TaxContext | null,
    language_tag: text(values.language_tag),
    catalog_version: Number(values.catalog_version ?? 0),
    state: (text(values.state) || 'open') as StoredConfiguration['state'],
    changed: Date.parse(text(values.changed)) || 0,
  }
}

const unknown = (): NotFoundError =>
  new NotFoundError('There is no configuration with this token, or it has expired. Start a new one with POST configurations.')

/** The configuration of the token, locked where a unit is given; NOT_FOUND alike for malformed and unknown ones. */
export async function findConfiguration(context: Context, token: string, u?: Unit): Promise<StoredConfiguration> {
  if (!tokenPattern.test(token)) throw unknown()
  const where = { column: 'token', values: [token] }
  const lock = u?.dialect.forUpdate ?? ''
  const [found] = await loadRecords(u ?? context.database, requireEntity(context.registry, entity), [], where, lock)
  if (!found || found.values.token !== token) throw unknown()
  return stored(found)
}

/**
 * NOT_FOUND for what is somebody else's. An account's configuration is reached by that account alone; a guest's by guests that
 * hold the token, until one who signs in claims it. No check where no shopper is named: then the service itself asks.
 */
export function requireOwner(configuration: StoredConfiguration, shopper: Shopper | undefined): void {
  if (shopper !== undefined && configuration.customer_id !== shopper.customerId) throw unknown()
}

/** NOT_FOUND for an open configuration that was left alone for longer than the settings allow. */
export function requireAlive(configuration: StoredConfiguration, moment: Moment, now: number): void {
  if (configuration.state !== 'open') return
  const hours = moment.snapshot.settings.cart_lifetime_hours
  const lifetime = (typeof hours === 'number' ? hours : defaultLifetime) * hour
  if (configuration.changed + lifetime <= now) throw unknown()
}

export type NewConfiguration = Omit<StoredConfiguration, 'id' | 'revision' | 'state' | 'changed'>

/** Stores a new configuration and returns its id. */
export async function insertConfiguration(context: Context, moment: Moment, fields: NewConfiguration, u?: Unit): Promise<number> {
  const now = new Date(context.clock.now()).toISOString()
  const record = { ...fields, state: 'open', created: now, changed: now }
  return (await write(context, entity, record, { internal: true, moment, ...(u && { unit: u }) })).id
}

export type ConfigurationChanges = Partial<
  Pick<
    StoredConfiguration,
    'selections' | 'catalog_version' | 'language_tag' | 'customer_id' | 'customer_group_id' | 'tax_context'
  >
>

/**
 * Stores the changes if nobody else changed the configuration since it was read; false if somebody did.
 * @param byShopper false where the catalogue made them: the configuration's lifetime does not begin anew
 */
export async function saveConfiguration(
  context: Context,
  moment: Moment,
  { id, revision }: StoredConfiguration,
  changes: ConfigurationChanges,
  byShopper: boolean,
): Promise<boolean> {
  const record = byShopper ? { ...changes, changed: new Date(context.clock.now()).toISOString() } : changes
  try {
    await write(context, entity, record, { id, revision, internal: true, moment })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PRECONDITION_FAILED') return false
    throw error
  }
}

/** A guest's configuration becomes the account's; NOT_FOUND for what is another account's. */
export async function claimConfiguration(context: Context, u: Unit, token: string, shopper: Shopper): Promise<void> {
  const found = await findConfiguration(context, token, u)
  if (found.customer_id === shopper.customerId) return
  if (found.customer_id !== null || found.state === 'in_cart') throw unknown()
  requireAlive(found, await momentOf(context, u), context.clock.now())
  const owner = { customer_id: shopper.customerId, customer_group_id: shopper.customerGroupId }
  await write(context, entity, owner, { id: found.id, internal: true, unit: u })
}
