// The context of a shopper's request: the shopper, the language, and the shop's rules.
import type { Shopper } from '../shop/shopper.js'
import { guest } from '../shop/shopper.js'
import type { Optimiser } from '../product/optimum/define.js'
import type { Context } from '../storage/context.js'
import { type Actor, ServiceContext, type ServiceContextOptions } from '../storage/service-context.js'
import type { FileBytes } from './configuration/define.js'
import type { CartRules } from './cart/ownership.js'
import type { DocumentPrinter, PrintRequester } from './document/print-source.js'
import type { LineItemTrust } from './line-item/define.js'

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
