// Takes up a stored configuration: settled under the catalogue of now, at the desk of whoever asks.
import { resumeConfiguration } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { type OpenedDesk, openDesk } from '../../shop/desk.js'
import { toldOf } from '../../shop/destination.js'
import type { Shopper } from '../../shop/shopper.js'
import type { Visit } from '../visit.js'
import type { Choices } from './define.js'
import {
  type ConfigurationRecord,
  findConfiguration,
  requireAlive,
  requireInNoCart,
  requireOwner,
  type StoredConfiguration,
} from './rows.js'

/** A configuration as it stands at the desk: its state is changed in place. */
export interface Taken extends OpenedDesk {
  /** The visit, which has looked at the product's topic. */
  readonly work: Visit
  readonly row: StoredConfiguration
  /** The same as it was read. */
  readonly record: ConfigurationRecord
  readonly shopper: Shopper
  readonly state: ConfigurationState
  /** What the catalogue changed since the configuration was last stored. */
  readonly automatic: readonly AutomaticChange[]
}

const isChosen = ({ currency, country, state }: Choices): boolean => [currency, country, state].some((one) => one !== undefined)

/** Who is meant: the shopper that the host names, else the one who started the configuration. */
export function shopperOf(row: StoredConfiguration, named: Shopper | null): Shopper {
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
 * The configuration of the token, settled under the catalogue of now. NOT_FOUND for unknown and expired ones, and for those of
 * somebody else where the visit names the shopper. In a unit its row is locked until the unit ends.
 * @param choices what the shopper chooses anew; ValidationError where that is not to be had, or a cart holds the configuration
 */
export async function take(visit: Visit, token: string, choices: Choices = {}): Promise<Taken> {
  const { row, record, work } = await findConfiguration(visit, token)
  requireOwner(row, visit.named)
  requireAlive(row, work)
  const shopper = shopperOf(row, visit.named)
  if (isChosen(choices)) requireInNoCart(row)
  const kept = work.moment.snapshot.languages.includes(row.language_tag) ? row.language_tag : undefined
  const { currency = row.currency_id, country, state: stateOfCountry } = choices
  const place = { country, state: stateOfCountry }
  const wanted = { productId: row.product_id, language: visit.language ?? kept, currency, place, told: toldOf(row) }
  const desk = await openDesk(work, shopper, wanted)
  const again = () => resumeConfiguration(desk.product.program, desk.evaluation, row.selections)
  const { state, automatic } = work.context.timings.measureSync('engine', 'resume', again)
  const { product, shop, evaluation, told, place: shown } = desk
  return { product, shop, evaluation, told, place: shown, work, row, record, shopper, state, automatic }
}
