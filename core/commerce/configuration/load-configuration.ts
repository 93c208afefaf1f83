// Loads a stored configuration, settles it under the current catalogue and opens a pricing session, or shows its product, for the caller.
import { resumeConfiguration } from '../../engine/program/configuration.js'
import type { AutomaticChange } from '../../engine/program/settlement.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import { type ShopperPricingSession, openPricingSession } from '../../shop/pricing-session.js'
import { toEnteredPlace } from '../../shop/destination.js'
import type { Shopper } from '../../shop/shopper.js'
import type { ShopperContext } from '../shopper-context.js'
import type { ConfigurationSettings } from './define.js'
import {
  type ConfigurationRecord,
  requireInNoCart,
  type StoredConfiguration,
  isClosedConfiguration,
  findOwnConfiguration,
} from './rows.js'
import { ValidationError } from '../../foundation/errors.js'
import type { ProductReply } from '../../shop/catalogue/define.js'
import { showProduct } from '../../shop/catalogue/service.js'
import { createMessage } from '../../foundation/message.js'
import { getAvailableSteps } from './history.js'
import type { ReplyHead } from './reply.js'

/** A loaded configuration with its pricing session. Its state is changed in place. */
export interface LoadedConfiguration extends ShopperPricingSession {
  /** The context, with the product's topic loaded. */
  readonly work: ShopperContext
  readonly row: StoredConfiguration
  /** The record that `row` was converted from. */
  readonly record: ConfigurationRecord
  readonly shopper: Shopper
  readonly state: ConfigurationState
  /** Changes caused by the catalogue since the configuration was last stored. */
  readonly automatic: readonly AutomaticChange[]
}

const hasSetting = ({ currency, country, state }: ConfigurationSettings): boolean =>
  [currency, country, state].some((setting) => setting !== undefined)

/**
 * The shopper named by the host, otherwise the shopper who started the configuration. An assertion with a user id decides alone: a
 * visitor without customer group and taxes gets neither from an earlier visitor.
 */
function resolveShopper(row: StoredConfiguration, identity: Shopper | null): Shopper {
  if (identity?.hostUserId !== undefined) return identity
  const isIdentified = identity !== null && (identity.customerId !== null || identity.customerGroupId !== null)
  const tax = identity?.tax ?? row.tax_context
  return {
    customerId: isIdentified ? identity.customerId : row.customer_id,
    customerGroupId: isIdentified ? identity.customerGroupId : row.customer_group_id,
    ...(row.host_user_id !== '' && { hostUserId: row.host_user_id }),
    ...(tax && { tax }),
  }
}

/**
 * Loads the configuration of the token and settles it under the current catalogue. NOT_FOUND for unknown and expired ones, and for
 * other shoppers' configurations if the visit names the shopper. Within a transaction its row is locked until the end.
 * @param choices settings that the shopper changes; ValidationError if a value is not offered or the configuration is in a cart
 */
export async function loadConfiguration(
  shopperContext: ShopperContext,
  token: string,
  choices: ConfigurationSettings = {},
): Promise<LoadedConfiguration> {
  const { row, record, work } = await findOwnConfiguration(shopperContext, token)
  const shopper = resolveShopper(row, shopperContext.namedShopper)
  if (hasSetting(choices)) requireInNoCart(row)
  const rowLanguage = work.versionedSnapshot.snapshot.languages.includes(row.language_tag) ? row.language_tag : undefined
  const { currency = row.currency_id, country, state: stateOfCountry } = choices
  const place = { country, state: stateOfCountry }
  const request = {
    productId: row.product_id,
    language: shopperContext.language ?? rowLanguage,
    currency,
    place,
    enteredPlace: toEnteredPlace(row),
  }
  const session = await openPricingSession(work, shopper, request)
  const again = () => resumeConfiguration(session.product.program, session.evaluation, row.selections)
  const { state, automatic } = work.context.timings.measureSync('engine', 'resume', again)
  const { product, shop, evaluation, enteredPlace, place: displayPlace } = session
  return { product, shop, evaluation, enteredPlace, place: displayPlace, work, row, record, shopper, state, automatic }
}

/** NOT_FOUND for a token that configuration commands reject too; ValidationError on `configuration` of another product. */
export async function showConfiguredProduct(shopperContext: ShopperContext, key: string, token: string): Promise<ProductReply> {
  const { row, work } = await findOwnConfiguration(shopperContext, token)
  const { language } = shopperContext
  const reply = await showProduct(work, key, {
    shopper: resolveShopper(row, shopperContext.namedShopper),
    enteredPlace: toEnteredPlace(row),
    ...(row.currency_id !== null && { currency: row.currency_id }),
    ...(language !== undefined && { language }),
  })
  if (reply.product.id === row.product_id) return reply
  const values = { id: String(row.product_id), title: reply.product.title }
  throw ValidationError.of('configuration', createMessage('shop.configurationOfOtherProduct', values), 'OTHER_PRODUCT')
}

/** Builds the head of a reply from the stored row: token, revision, and whether it can be changed, undone and redone. */
export function toReplyHead(row: Pick<StoredConfiguration, 'token' | 'revision' | 'state' | 'history'>): ReplyHead {
  const closed = isClosedConfiguration(row)
  return { configuration: row.token, revision: row.revision, read_only: closed, ...getAvailableSteps(closed ? '' : row.history) }
}
