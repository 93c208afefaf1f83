// HTTP client for the API calls of cart, account, checkout, orders and quotes.
import type { DocumentReply } from '#core/contract.js'
import type {
  AcceptQuoteInput,
  CartChange,
  CartSummary,
  CheckoutChange,
  CheckoutReply,
  ConfigurationReply,
  Confirmation,
  Login,
  NewCart,
  NewPosition,
  OrderSummary,
  PaymentReply,
  PlaceOrderInput,
  PositionChange,
  PriceBreakdownReply,
  ProductListReply,
  ProductReply,
  ProfileChange,
  ProfileReply,
  QuoteReply,
  QuoteRequestInput,
  QuoteSummary,
  Registration,
  SavedConfigurationReply,
  SessionReply,
  SharedReply,
  ShopFrontReply,
  shopperCalls,
} from '#core/surface.js'
import { ApiClient, ApiFailure } from '../api-client.js'

/** The address fields of a form. */
export interface AddressValues {
  readonly first_name: string
  readonly last_name: string
  readonly company: string
  readonly line1: string
  readonly line2: string
  readonly zip: string
  readonly city: string
  readonly country_id: number | null
  readonly state_id: number | null
}

/** An address of the account, with the fields of the entity. */
export interface AccountAddress extends AddressValues {
  readonly id: number
  readonly is_default_billing: boolean | null
  readonly is_default_delivery: boolean | null
}

export type AddressChange = Partial<Omit<AccountAddress, 'id'>>

/** null if the record does not exist. */
export function ignoreMissingRecord(error: unknown): null {
  if (error instanceof ApiFailure && error.status === 404) return null
  throw error
}

const joinPathSegments = (path: string, ...names: readonly (string | number)[]): string =>
  [path, ...names.map((name) => encodeURIComponent(name))].join('/')

export class ShopApi extends ApiClient {
  front(): Promise<ShopFrontReply> {
    return this.ask('GET', '/shop')
  }

  /** @param limit value of the attribute; null for all */
  products(limit: string | null): Promise<ProductListReply> {
    return this.call('GET', this.url('/products', limit === null ? {} : { limit }))
  }

  /** The product as the owner of the configuration sees it. */
  product(id: number, configuration: string): Promise<ProductReply> {
    return this.call('GET', this.url(joinPathSegments('/products', id), { configuration }))
  }

  configuration(token: string): Promise<ConfigurationReply> {
    return this.ask('GET', joinPathSegments('/configurations', token))
  }

  /**
   * Creates an editable copy, also of a read-only configuration.
   * @param key the same for every attempt at one copy
   */
  duplicate(configuration: string, key: string): Promise<ConfigurationReply> {
    return this.ask('POST', `${joinPathSegments('/configurations', configuration)}/duplicate`, {}, key)
  }

  /** The saved configurations of the account, newest first. */
  async designs(): Promise<readonly SavedConfigurationReply[]> {
    return (await this.ask<{ readonly configurations: readonly SavedConfigurationReply[] }>('GET', '/configurations'))
      .configurations
  }

  /** Saves a configuration to the account, or renames a saved one. */
  saveDesign(configuration: string, name?: string): Promise<SavedConfigurationReply> {
    return this.ask('POST', `${joinPathSegments('/configurations', configuration)}/save`, name === undefined ? {} : { name })
  }

  /** It then expires like any other configuration. */
  releaseDesign(configuration: string): Promise<void> {
    return this.ask('DELETE', `${joinPathSegments('/configurations', configuration)}/save`)
  }

  /** Assigns a guest's configuration to the account. */
  claimConfiguration(configuration: string): Promise<ConfigurationReply> {
    return this.ask('POST', `${joinPathSegments('/configurations', configuration)}/claim`, {})
  }

  shareConfiguration(configuration: string): Promise<SharedReply> {
    return this.ask('POST', `${joinPathSegments('/configurations', configuration)}/share`, {})
  }

  configurationPrice(configuration: string): Promise<PriceBreakdownReply> {
    return this.ask('GET', `${joinPathSegments('/configurations', configuration)}/price`)
  }

  cart(token: string): Promise<shopperCalls.CartReply> {
    return this.ask('GET', joinPathSegments('/carts', token))
  }

  currentCart(): Promise<shopperCalls.CartReply> {
    return this.ask('GET', '/carts/current')
  }

  async carts(): Promise<readonly CartSummary[]> {
    return (await this.ask<{ readonly carts: readonly CartSummary[] }>('GET', '/carts')).carts
  }

  createCart(input: NewCart): Promise<shopperCalls.CartReply> {
    return this.ask('POST', '/carts', input)
  }

  /** Makes it the account's current cart. */
  resumeCart(token: string): Promise<shopperCalls.CartReply> {
    return this.ask('POST', `${joinPathSegments('/carts', token)}/resume`, {})
  }

  claimCart(token: string): Promise<shopperCalls.CartReply> {
    return this.ask('POST', `${joinPathSegments('/carts', token)}/claim`, {})
  }

  changeCart(token: string, change: CartChange): Promise<shopperCalls.CartReply> {
    return this.ask('PATCH', joinPathSegments('/carts', token), change)
  }

  /** Returns the unchanged cart if an earlier attempt, whose answer was lost, has already added the line. */
  async addPosition(token: string, position: NewPosition): Promise<shopperCalls.CartReply> {
    try {
      return await this.ask('POST', `${joinPathSegments('/carts', token)}/positions`, position)
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.problem.validationIssues?.[0]?.code !== 'IN_CART') throw error
      const cart = await this.cart(token)
      if (cart.positions.some(({ configuration }) => configuration === position.configuration)) return cart
      throw error
    }
  }

  changePosition(token: string, id: number, change: PositionChange): Promise<shopperCalls.CartReply> {
    return this.ask('PATCH', this.position(token, id), change)
  }

  removePosition(token: string, id: number): Promise<shopperCalls.CartReply> {
    return this.ask('DELETE', this.position(token, id))
  }

  /** @param key the same for every attempt at one copy */
  copyPosition(token: string, id: number, key: string): Promise<shopperCalls.CartReply> {
    return this.ask('POST', `${this.position(token, id)}/copy`, {}, key)
  }

  signIn(input: Login): Promise<SessionReply> {
    return this.ask('POST', '/sessions', input)
  }

  register(input: Registration): Promise<unknown> {
    return this.ask('POST', '/accounts', input)
  }

  confirmRegistration(token: string, input: Confirmation): Promise<SessionReply> {
    return this.ask('POST', joinPathSegments('/accounts/confirmations', token), input)
  }

  signOut(): Promise<void> {
    return this.ask('DELETE', '/sessions/current')
  }

  requestReset(email: string): Promise<unknown> {
    return this.ask('POST', '/password-resets', { email })
  }

  resetPassword(token: string, password: string): Promise<void> {
    return this.ask('POST', joinPathSegments('/password-resets', token), { password })
  }

  profile(): Promise<ProfileReply> {
    return this.ask('GET', '/account')
  }

  changeProfile(change: ProfileChange): Promise<ProfileReply> {
    return this.ask('PATCH', '/account', change)
  }

  async addresses(): Promise<readonly AccountAddress[]> {
    return (await this.ask<{ readonly addresses: readonly AccountAddress[] }>('GET', '/addresses')).addresses
  }

  storeAddress(change: AddressChange, id: number | null): Promise<AccountAddress> {
    return id === null ? this.ask('POST', '/addresses', change) : this.ask('PATCH', joinPathSegments('/addresses', id), change)
  }

  deleteAddress(id: number): Promise<void> {
    return this.ask('DELETE', joinPathSegments('/addresses', id))
  }

  /** The checkout of a cart. Each cart has one. */
  openCheckout(cart: string): Promise<CheckoutReply> {
    return this.ask('POST', `${joinPathSegments('/carts', cart)}/checkout`, {})
  }

  checkout(token: string): Promise<CheckoutReply> {
    return this.ask('GET', joinPathSegments('/checkouts', token))
  }

  changeCheckout(token: string, change: CheckoutChange): Promise<CheckoutReply> {
    return this.ask('PATCH', joinPathSegments('/checkouts', token), change)
  }

  /** Idempotent: repeated calls return the same order. */
  placeOrder(checkout: string, agreed: PlaceOrderInput): Promise<DocumentReply> {
    return this.ask('POST', `${joinPathSegments('/checkouts', checkout)}/place`, agreed)
  }

  order(token: string): Promise<DocumentReply> {
    return this.ask('GET', joinPathSegments('/orders', token))
  }

  async orders(): Promise<readonly OrderSummary[]> {
    return (await this.ask<{ readonly orders: readonly OrderSummary[] }>('GET', '/orders')).orders
  }

  /** The payment in progress, or a new one. */
  beginPayment(order: string, key?: string): Promise<PaymentReply> {
    return this.ask('POST', `${joinPathSegments('/orders', order)}/payments`, {}, key)
  }

  async payments(order: string): Promise<readonly PaymentReply[]> {
    return (
      await this.ask<{ readonly payments: readonly PaymentReply[] }>('GET', `${joinPathSegments('/orders', order)}/payments`)
    ).payments
  }

  requestQuote(cart: string, input: QuoteRequestInput, key: string): Promise<QuoteReply> {
    return this.ask('POST', `${joinPathSegments('/carts', cart)}/quote`, input, key)
  }

  quote(token: string): Promise<QuoteReply> {
    return this.ask('GET', joinPathSegments('/quotes', token))
  }

  async quotes(): Promise<readonly QuoteSummary[]> {
    return (await this.ask<{ readonly quotes: readonly QuoteSummary[] }>('GET', '/quotes')).quotes
  }

  acceptQuote(token: string, input: AcceptQuoteInput): Promise<DocumentReply> {
    return this.ask('POST', `${joinPathSegments('/quotes', token)}/accept`, input)
  }

  declineQuote(token: string): Promise<QuoteReply> {
    return this.ask('POST', `${joinPathSegments('/quotes', token)}/decline`, {})
  }

  /** Copies the lines of an order or a quote to a new cart. */
  repeat(documentKind: 'orders' | 'quotes', token: string, key: string): Promise<shopperCalls.CartReply> {
    return this.ask('POST', `${joinPathSegments(`/${documentKind}`, token)}/repeat`, {}, key)
  }

  /** The URL of a path below the API. */
  address(path: string): string {
    return this.url(path)
  }

  async file(path: string): Promise<Blob> {
    const answer = await fetch(this.url(path), {
      headers: this.shopper ? { 'x-svc-shopper': this.shopper } : {},
      credentials: 'same-origin',
    }).catch(() => null)
    if (answer === null || !answer.ok) throw new ApiFailure(answer?.status ?? 0)
    return answer.blob()
  }

  private position(token: string, id: number): string {
    return joinPathSegments(`${joinPathSegments('/carts', token)}/positions`, id)
  }

  private ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    // A request that is repeated with the same key is performed once.
    return this.call<T>(method, this.url(path), body, key === undefined ? {} : { 'idempotency-key': key })
  }
}

/** Not `randomUUID`: it does not exist on pages served without HTTPS. */
export function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
