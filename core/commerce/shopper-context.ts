// The context of a shopper's request: the shopper, the language, their rights, the tokens that give access, and the host's rules for carts.
import { type Shopper, guest } from '../shop/shopper.js'
import type { Optimiser } from '../product/optimiser.js'
import type { Context } from '../storage/context.js'
import { type Actor, ServiceContext, type ServiceContextOptions } from '../storage/service-context.js'
import type { FileBytes } from './configuration/define.js'
import type { DocumentPrinter, PrintRequester } from './document/define.js'
import type { LineItemTrust } from './line-item/define.js'
import { ValidationError, NotFoundError, ServiceError } from '../foundation/errors.js'
import type { Shop } from '../shop/shop.js'
import { createShopIssue, translateShopMessage } from '../shop/language.js'
import { createMessage } from '../foundation/message.js'
import { randomFillSync } from 'node:crypto'
import { day, hour } from '../foundation/clock.js'
import type { VersionedSnapshot } from '../storage/caches.js'

/** The host's rules for carts, line items and accounts. */
export interface ShopRules {
  /** False if the host owns cart, checkout and orders. */
  readonly commerce: boolean
  /** null if the host owns the carts. */
  readonly carts: CartRules | null
  /** Signing rules of line items, for a host that owns the carts; null otherwise. */
  readonly lineItems: LineItemTrust | null
  /** True if the service manages the accounts itself: registration, login and passwords. */
  readonly keepsAccounts: boolean
}

export interface ShopperRequest extends ServiceContextOptions {
  /** The shopper named by the host. Omitted: the service itself is the caller, and ownership is not checked. */
  readonly shopper?: Shopper | undefined
  /** Language tag for texts and messages. Default: the record's language, or the store's. */
  readonly language?: string | undefined
  /** The value of the header X-Svc-Shopper. */
  readonly session?: string | undefined
  /** The client's network, by which limits on scarce resources are shared. Omitted: the service itself is the caller. */
  readonly network?: string | undefined
  /** The uploaded file. */
  readonly content?: FileBytes | undefined
  /** Builds the absolute URL of a shop page from its path, for example `/account/password`. */
  readonly link?: ((path: string) => string) | undefined
}

export class ShopperContext extends ServiceContext {
  /** null if the service itself is the caller. */
  readonly namedShopper: Shopper | null
  readonly language: string | undefined
  readonly session: string | undefined
  readonly network: string | undefined
  readonly content: FileBytes | undefined
  private readonly links: ((path: string) => string) | undefined

  constructor(
    context: Context,
    readonly rules: ShopRules,
    shopper: ShopperRequest,
    /** null if nothing is printed: within the service's own work. */
    readonly printer: DocumentPrinter | null = null,
    /** null if nothing is searched. */
    readonly optimiser: Optimiser | null = null,
  ) {
    super(context, shopper)
    this.namedShopper = shopper.shopper ?? null
    this.language = shopper.language
    this.session = shopper.session
    this.network = shopper.network
    this.content = shopper.content
    this.links = shopper.link
  }

  /** The named shopper, or a guest. */
  get shopper(): Shopper {
    return this.namedShopper ?? guest
  }

  /** The requester for the printer's limits. */
  get requester(): PrintRequester {
    return this.namedShopper === null && this.network === undefined ? 'staff' : { network: this.network ?? '' }
  }

  /** The actor that logs show for changes: `shopper` if the shopper is named. */
  override get role(): Actor {
    return this.namedShopper === null ? super.role : { role: 'shopper', who: '' }
  }

  /** The URL of a shop page, for mails. Only the path if the surface has no URL. */
  link(path: string): string {
    return this.links ? this.links(path) : path
  }

  /** A copy of the context in another language of the shop. */
  inLanguage(language: string): this {
    return this.with({ language })
  }

  /** A copy of the context for another shopper, after a login. */
  forShopper(shopper: Shopper): this {
    return this.with({ namedShopper: shopper })
  }
}

const rightRefusals = {
  may_order: { code: 'MAY_NOT_ORDER', messageKey: 'shop.ordersNotAllowed' },
  may_save: { code: 'MAY_NOT_SAVE', messageKey: 'shop.savingNotAllowed' },
  may_request_quote: { code: 'MAY_NOT_REQUEST_QUOTE', messageKey: 'shop.quotesNotAllowed' },
} as const

/** Rights that are refused on use. Without the right to see prices, a shopper gets no prices instead of an error. */
type CustomerGroupRight = keyof typeof rightRefusals

interface RightRefusal<R extends CustomerGroupRight = CustomerGroupRight> {
  readonly code: (typeof rightRefusals)[R]['code']
  /** In the shopper's language. */
  readonly message: string
}

/** The parts of the shop that depend on the shopper's group and language. */
type GroupShop = Pick<Shop, 'customerGroup' | 'language'>

/** Why the shopper lacks the right; null if they have it. Shoppers without a group have all rights. */
export function findRightRefusal<R extends CustomerGroupRight>(
  { context }: ServiceContext,
  shop: GroupShop,
  right: R,
): RightRefusal<R> | null {
  if (shop.customerGroup?.[right] !== false) return null
  const { code, messageKey } = rightRefusals[right]
  return { code, message: translateShopMessage(context.registry, shop.language, messageKey) }
}

/** ValidationError on `customer_group` with the right's own code if the shopper's group lacks it. */
export function requireRight(work: ServiceContext, shop: GroupShop, right: CustomerGroupRight): void {
  if (shop.customerGroup?.[right] !== false) return
  const { code, messageKey } = rightRefusals[right]
  const message = createMessage(messageKey)
  throw new ValidationError([createShopIssue(work.context.registry, shop.language, 'customer_group', message, code)])
}

/** Determines the owner of a cart: an account, or anybody with the token. */
export interface CartRules {
  /** True if guests may have carts, which they access by token. */
  readonly guests: boolean
  /** At login a guest's positions are merged into the account's open cart, or the guest's cart moves to the account. */
  readonly atLogin: 'merge' | 'move'
  /** Whether the visitor may read and change the cart. The caller has compared the token. */
  owns(
    cart: { readonly customerId: number | null },
    visitor: { readonly shopper: Shopper; readonly holdsToken: boolean },
  ): boolean
}

export const hostOwnsCommerceMessage = createMessage('shop.hostOwnsCommerce')
export const serviceOwnsCartsMessage = createMessage('shop.serviceOwnsCarts')

/** The host's rules; NOT_FOUND if the host owns the carts. */
export function requireCartRules({ rules }: { readonly rules: { readonly carts: CartRules | null } }): CartRules {
  if (rules.carts === null) throw new NotFoundError(hostOwnsCommerceMessage)
  return rules.carts
}

/** The account's id; AUTHENTICATION_REQUIRED for guests. */
export function requireAccount({ shopper: { customerId } }: ShopperContext): number {
  if (customerId !== null) return customerId
  throw new ServiceError('AUTHENTICATION_REQUIRED', createMessage('shop.accountNeeded'))
}

// Secret tokens give a shopper access to their configuration, cart, order, quote or payment.

const tokenPattern = /^[A-Za-z0-9_-]{32}$/

/** Bytes, that is 192 bits. */
const tokenBytes = 24
/** Random bytes for 64 tokens. A call to the system's random source is as slow as a small write. Each byte is used once. */
const randomPool = Buffer.allocUnsafeSlow(64 * tokenBytes)
let usedBytes = randomPool.length

/** 192 random bits as 32 characters. The token alone gives access, so it must be unguessable. */
export function createToken(): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  usedBytes += tokenBytes
  return randomPool.toString('base64url', usedBytes - tokenBytes, usedBytes)
}

/** False for malformed tokens, which then need no look-up. */
export const isToken = (text: string): boolean => tokenPattern.test(text)

/** Hours. Used if the setting is empty. */
const defaultHours = 24

/** Milliseconds for which a shared configuration is available after it was last shared. */
export const sharedLifetime = 30 * day

/** Milliseconds, from the setting `cart_lifetime_hours`. */
export function getCartLifetime({ snapshot }: VersionedSnapshot): number {
  return (snapshot.settings.cart_lifetime_hours ?? defaultHours) * hour
}

/** Milliseconds since creation, from the setting `order_draft_lifetime_hours`. */
export function getDraftLifetime({ snapshot }: VersionedSnapshot): number {
  return (snapshot.settings.order_draft_lifetime_hours ?? defaultHours) * hour
}
