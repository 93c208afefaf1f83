// Loads a stored configuration, settles it under the current catalogue and opens a pricing session for the caller.
import { resumeConfiguration } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { type ShopperPricingSession, openPricingSession } from '../../shop/pricing-session.js'
import { toEnteredPlace } from '../../shop/destination.js'
import type { Shopper } from '../../shop/shopper.js'
import type { Visit } from '../visit.js'
import type { ConfigurationSettings } from './define.js'
import {
  type ConfigurationRecord,
  findConfiguration,
  requireAliveConfiguration,
  requireInNoCart,
  requireConfigurationOwner,
  type StoredConfiguration,
} from './rows.js'

/** A loaded configuration with its pricing session. Its state is changed in place. */
export interface LoadedConfiguration extends ShopperPricingSession {
  /** The context, with the product's topic loaded. */
  readonly work: Visit
  readonly row: StoredConfiguration
  /** The record that `row` was converted from. */
  readonly record: ConfigurationRecord
  readonly shopper: Shopper
  readonly state: ConfigurationState
  /** Changes caused by the catalogue since the configuration was last stored. */
  readonly automatic: readonly AutomaticChange[]
}

const hasSetting = ({ currency, country, state }: ConfigurationSettings): boolean =>
  [currency, country, state].some((one) => one !== undefined)

/** The shopper named by the host, otherwise the shopper who started the configuration. */
export function resolveShopper(row: StoredConfiguration, named: Shopper | null): Shopper {
  const isNamed = named !== null && (named.customerId !== null || named.customerGroupId !== null)
  const tax = named?.tax ?? row.tax_context
  const hostUserId = named?.hostUserId ?? row.host_user_id
  return {
    customerId: isNamed ? named.customerId : row.customer_id,
    customerGroupId: isNamed ? named.customerGroupId : row.customer_group_id,
    ...(hostUserId !== '' && { hostUserId }),
    ...(tax && { tax }),
  }
}

/**
 * Loads the configuration of the token and settles it under the current catalogue. NOT_FOUND for unknown and expired ones, and for
 * other shoppers' configurations if the visit names the shopper. Within a transaction its row is locked until the end.
 * @param choices settings that the shopper changes; ValidationError if a value is not offered or the configuration is in a cart
 */
export async function loadConfiguration(
  visit: Visit,
  token: string,
  choices: ConfigurationSettings = {},
): Promise<LoadedConfiguration> {
  const { row, record, work } = await findConfiguration(visit, token)
  requireConfigurationOwner(row, visit.named)
  requireAliveConfiguration(row, work)
  const shopper = resolveShopper(row, visit.named)
  if (hasSetting(choices)) requireInNoCart(row)
  const kept = work.moment.snapshot.languages.includes(row.language_tag) ? row.language_tag : undefined
  const { currency = row.currency_id, country, state: stateOfCountry } = choices
  const place = { country, state: stateOfCountry }
  const wanted = { productId: row.product_id, language: visit.language ?? kept, currency, place, told: toEnteredPlace(row) }
  const desk = await openPricingSession(work, shopper, wanted)
  const again = () => resumeConfiguration(desk.product.program, desk.evaluation, row.selections)
  const { state, automatic } = work.context.timings.measureSync('engine', 'resume', again)
  const { product, shop, evaluation, told, place: shown } = desk
  return { product, shop, evaluation, told, place: shown, work, row, record, shopper, state, automatic }
}
