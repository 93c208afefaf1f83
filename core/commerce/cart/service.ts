// The live cart: what shoppers do with it, under the host's rules of who owns it. Every change locks the cart first.
import { shopCurrency } from '../../shop/currency.js'
import { take, type Taken } from '../configuration/take.js'
import { heldSelections, missing } from '../../engine/program/view.js'
import { isoTime } from '../../ground/clock.js'
import { NotFoundError, ServiceError, ValidationError } from '../../ground/errors.js'
import type { Context } from '../../storage/context.js'
import { type Unit, unit } from '../../storage/database/unit.js'
import { announce } from '../../storage/pipeline/purge.js'
import { remove as removeRecord } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { within } from '../../storage/within.js'
import { momentOf } from '../../storage/record/moment.js'
import { catalogVersion, compiledProduct, productTopic, type Quantities } from '../../product/programs.js'
import { newToken } from '../configuration/rows.js'
import { claimCart } from './claim.js'
import { copyConfiguration } from './copy.js'
import type { CartOptions, CartReply, Carts, CartSummary, NewCart, NewPosition, PositionChange } from './define.js'
import type { CartRules } from './ownership.js'
import { requireQuantity } from './quantity.js'
import { cartReply } from './reply.js'
import {
  accountCarts,
  configurationsOf,
  findCart,
  insertCart,
  positionsOf,
  type StoredCart,
  type StoredPosition,
  touchCart,
  unknownCart,
} from './rows.js'

/** A cart holds so many positions at most. */
const mostPositions = 100
const longestNote = 2_000

export const hostOwnsCommerce = 'The host owns cart, checkout and orders.'

const unknownPosition = (): NotFoundError => new NotFoundError('There is no such position in this cart.')

class CartService implements Carts {
  constructor(
    private readonly context: Context,
    private readonly given: CartRules | null,
  ) {}

  /** The host's rules; NOT_FOUND where the carts are its own. */
  private get rules(): CartRules {
    if (this.given === null) throw new NotFoundError(hostOwnsCommerce)
    return this.given
  }

  async create(input: NewCart, options: CartOptions): Promise<CartReply> {
    const { rules } = this
    const { customerId } = options.shopper
    if (customerId === null && !rules.guests) {
      throw new ServiceError('AUTHENTICATION_REQUIRED', 'Guests have no cart here. Sign in first.')
    }
    return this.inUnit(options, async (u, context) => {
      const moment = await momentOf(context, u)
      const { chosen } = await shopCurrency(context, moment, input.currency ?? null)
      const { token } = await insertCart(context, u, customerId, chosen.id)
      return token
    })
  }

  async read(token: string, options: CartOptions): Promise<CartReply> {
    const { rules } = this
    const context = within(this.context, options.unit)
    const moment = await momentOf(context, options.unit)
    return cartReply(context, await findCart(context, rules, moment, token, options.shopper), options)
  }

  async current(options: CartOptions): Promise<CartReply> {
    const [cart] = await this.own(options)
    if (!cart) throw unknownCart()
    return cartReply(within(this.context, options.unit), cart, options)
  }

  async list(options: CartOptions): Promise<readonly CartSummary[]> {
    const carts = await this.own(options)
    const context = within(this.context, options.unit)
    return Promise.all(
      carts.map(async ({ id, token, created, changed }) => {
        const { length } = await positionsOf(context, [id])
        return { cart: token, positions: length, created, changed }
      }),
    )
  }

  add(token: string, input: NewPosition, options: CartOptions): Promise<CartReply> {
    return this.alter(token, options, async (u, cart, context) => {
      const positions = await positionsOf(context, [cart.id])
      requireRoom(positions)
      const taken = await take(context, input.configuration, { ...options, shopper: options.shopper }, u)
      requireFinished(taken)
      const quantity = input.quantity ?? taken.product.quantities.min
      requireQuantity(quantity, taken.product.quantities)
      const { row, moment, shopper } = taken
      const fields = {
        selections: heldSelections(taken.state),
        catalog_version: catalogVersion(moment, row.product_id),
        ...{ state: 'in_cart', currency_id: cart.currencyId, customer_group_id: shopper.customerGroupId },
        changed: isoTime(context.clock.now()),
      }
      await write(context, 'configuration', fields, { id: row.id, internal: true, unit: u })
      await this.place(u, cart, positions, row.id, row.product_id, quantity, input.note ?? '')
    })
  }

  change(token: string, position: number, input: PositionChange, options: CartOptions): Promise<CartReply> {
    return this.alter(token, options, async (u, cart, context) => {
      const found = await this.position(context, cart, position)
      if (input.quantity !== undefined) requireQuantity(input.quantity, await this.quantities(context, u, found))
      const fields = {
        ...(input.quantity !== undefined && { quantity: input.quantity }),
        ...(input.note !== undefined && { note: soundNote(input.note) }),
      }
      await write(context, 'cart-position', fields, { id: found.id, internal: true, unit: u })
    })
  }

  copy(token: string, position: number, options: CartOptions): Promise<CartReply> {
    return this.alter(token, options, async (u, cart, context) => {
      const found = await this.position(context, cart, position)
      const positions = await positionsOf(context, [cart.id])
      requireRoom(positions)
      const source = (await configurationsOf(context, [found])).get(found.configurationId)
      if (!source) throw unknownPosition()
      const id = await copyConfiguration(context, u, source, { token: newToken(), state: 'in_cart' })
      await this.place(u, cart, positions, id, source.product_id, found.quantity, found.note)
    })
  }

  remove(token: string, position: number, options: CartOptions): Promise<CartReply> {
    return this.alter(token, options, async (u, cart, context) => {
      const found = await this.position(context, cart, position)
      await removeRecord(context, 'cart-position', found.id, { internal: true, unit: u })
      const fields = { state: 'open', changed: isoTime(context.clock.now()) }
      await write(context, 'configuration', fields, { id: found.configurationId, internal: true, unit: u })
    })
  }

  async claim(token: string, options: CartOptions): Promise<CartReply> {
    const { rules } = this
    return this.inUnit(options, (u, context) => claimCart(context, u, rules, token, options.shopper))
  }

  private async own({ shopper, unit: joined }: CartOptions): Promise<readonly StoredCart[]> {
    const { rules } = this
    if (shopper.customerId === null) return []
    const carts = await accountCarts(within(this.context, joined), shopper.customerId)
    return carts.filter((cart) => rules.owns(cart, { shopper, holdsToken: true }))
  }

  /** Runs the work, which gives the token of the cart to show. */
  private inUnit(options: CartOptions, work: (u: Unit, context: Context) => Promise<string>): Promise<CartReply> {
    return unit(options.unit ?? this.context.database, async (u) =>
      this.read(await work(u, within(this.context, u)), { ...options, unit: u }),
    )
  }

  /** A change of the visitor's own cart, which is locked first and whose lifetime begins anew. */
  private async alter(
    token: string,
    options: CartOptions,
    work: (u: Unit, cart: StoredCart, context: Context) => Promise<void>,
  ): Promise<CartReply> {
    const { rules } = this
    return this.inUnit(options, async (u, context) => {
      const moment = await momentOf(context, u)
      const cart = await findCart(context, rules, moment, token, options.shopper, u.dialect.forUpdate)
      await work(u, cart, context)
      await touchCart(context, u, cart)
      return token
    })
  }

  private async position(context: Context, cart: StoredCart, id: number): Promise<StoredPosition> {
    const found = (await positionsOf(context, [cart.id])).find((one) => one.id === id)
    if (!found) throw unknownPosition()
    return found
  }

  private async quantities(context: Context, u: Unit, position: StoredPosition): Promise<Quantities> {
    const configuration = (await configurationsOf(context, [position])).get(position.configurationId)
    if (!configuration) throw unknownPosition()
    const moment = await momentOf(context, u, [productTopic(configuration.product_id)])
    const product = await compiledProduct(context, moment, configuration.product_id)
    if (product === null) throw unknownPosition()
    return product.quantities
  }

  private async place(
    u: Unit,
    cart: StoredCart,
    others: readonly StoredPosition[],
    configurationId: number,
    productId: number,
    quantity: number,
    note: string,
  ): Promise<void> {
    const { context } = this
    const ordering = Math.max(0, ...others.map((one) => one.ordering)) + 1
    const fields = { cart_id: cart.id, configuration_id: configurationId, quantity, note: soundNote(note), ordering }
    const { id: positionId } = await write(context, 'cart-position', fields, { internal: true, unit: u })
    const payload = { cartId: cart.id, positionId, configurationId, productId, quantity }
    u.afterCommit(() => announce(context, 'onSvcAddToCart', payload))
  }
}

function requireRoom(positions: readonly StoredPosition[]): void {
  if (positions.length < mostPositions) return
  throw new ValidationError([], `A cart takes at most ${mostPositions} positions. Remove one first.`)
}

function soundNote(note: string): string {
  if (note.length <= longestNote) return note
  throw ValidationError.of('note', `Field 'note' takes at most ${longestNote} characters.`)
}

/** VALIDATION_FAILED on `configuration` unless it is open and nothing is missing. */
function requireFinished({ row, state }: Taken): void {
  if (row.state === 'in_cart') {
    const message = 'This configuration is in a cart already. Change the quantity of its position, or copy the position.'
    throw ValidationError.of('configuration', message, 'IN_CART')
  }
  if (row.state === 'ordered') {
    throw ValidationError.of('configuration', 'This configuration was ordered. Configure the product again.', 'ORDERED')
  }
  const issues = missing(state).map(({ message }) => ({ field: 'configuration', code: 'NOT_FINISHED', message }))
  if (issues.length > 0) throw new ValidationError(issues)
}

export function createCarts(context: Context, rules: CartRules | null): Carts {
  return new CartService(context, rules)
}
