// Changes the currency, place and note of a cart, and updates its configurations in the same transaction.
import { createMessage } from '../../foundation/message.js'
import { ValidationError } from '../../foundation/errors.js'
import { cart as cartEntity } from '../../model/entities/orders/cart.js'
import { configuration as configurationEntity } from '../../model/entities/orders/configuration.js'
import { resolveCurrency } from '../../shop/shop.js'
import { resolvePlace, noPlace } from '../../shop/destination.js'
import type { TransactionContext, ServiceContext } from '../../storage/service-context.js'
import type { ShopperContext } from '../shopper-context.js'
import type { CartChange, CartReply, NewCart } from './define.js'
import { type CartFields, listPositions, type StoredCart } from './rows.js'
import { changeOwnCart } from './cart-transaction.js'

const maxNoteLength = 2_000

/** Validates the length of a note. ValidationError on `note`. */
export function validateNote(note: string): string {
  if (note.length <= maxNoteLength) return note
  throw ValidationError.of('note', createMessage('shop.noteTooLong', { longest: maxNoteLength }))
}

/** Fields of a new cart. ValidationError on `currency`, `country`, `state` and `note`. */
export async function toNewCartFields(work: ServiceContext, { currency, note = '', ...place }: NewCart): Promise<CartFields> {
  const { chosen } = await resolveCurrency(work, currency ?? null)
  return { currency_id: chosen.id, note: validateNote(note), ...(await resolvePlace(work, place, noPlace)) }
}

/** Copies the cart's currency and place to its configurations, so they have the same prices everywhere. */
export async function updateCartConfigurations(
  work: ServiceContext & TransactionContext,
  cartId: number,
  fields: Omit<CartFields, 'note'>,
): Promise<void> {
  const positions = await listPositions(work, cartId)
  if (positions.length === 0) return
  const records = await work.lock(configurationEntity, {
    column: 'id',
    values: positions.map((position) => position.configurationId),
  })
  const fieldEntries = Object.entries(fields)
  for (const { id, values } of records) {
    if (fieldEntries.some(([name, value]) => values[name as keyof typeof values] !== value)) {
      await work.write(configurationEntity, fields, { id })
    }
  }
}

async function toChangedFields(
  work: ServiceContext,
  cart: StoredCart,
  { currency, note, ...place }: CartChange,
): Promise<CartFields> {
  return {
    currency_id: currency === undefined ? cart.currencyId : (await resolveCurrency(work, currency)).chosen.id,
    note: note === undefined ? cart.note : validateNote(note),
    ...(await resolvePlace(work, place, cart.enteredPlace)),
  }
}

/** ValidationError on `currency` (unknown, not published), `country`, `state` and `note`; then nothing is changed. */
export function changeCart(shopperContext: ShopperContext, token: string, input: CartChange): Promise<CartReply> {
  return changeOwnCart(shopperContext, token, async (work, cart) => {
    const { note, ...shared } = await toChangedFields(work, cart, input)
    await work.write(cartEntity, { ...shared, note }, { id: cart.id })
    await updateCartConfigurations(work, cart.id, shared)
  })
}
