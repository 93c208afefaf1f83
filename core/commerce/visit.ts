// Work in the name of a shopper: who asks, in which language he is answered, and by whose rules the shop is kept.
import type { Shopper } from '../shop/shopper.js'
import { guest } from '../shop/shopper.js'
import type { Optimiser } from '../product/optimum/define.js'
import type { Context } from '../storage/context.js'
import { type Doer, Work, type WorkOptions } from '../storage/work.js'
import type { FileBytes } from './configuration/define.js'
import type { CartRules } from './cart/ownership.js'
import type { Printer, PrintRequester } from './print/define.js'
import type { LineItemTrust } from './line-item/define.js'

/** What the host says of carts, line items and accounts. */
export interface ShopRules {
  /** False where the host owns cart, checkout and orders. */
  readonly commerce: boolean
  /** null where the host owns the carts. */
  readonly carts: CartRules | null
  /** How line items are signed for a host that owns the carts; null elsewhere. */
  readonly lineItems: LineItemTrust | null
  /** True where the service keeps the accounts itself: registration, login and passwords. */
  readonly keepsAccounts: boolean
}

export interface Visitor extends WorkOptions {
  /** Who asks, as the host says; left out, the service itself asks, and nobody's ownership is checked. */
  readonly shopper?: Shopper | undefined
  /** The tag in which texts and messages are written; the record's own, or the store default, if left out. */
  readonly language?: string | undefined
  /** What he sent as X-Svc-Shopper. */
  readonly session?: string | undefined
  /** The network of the request, by which shoppers share what is scarce; left out where the service itself asks. */
  readonly network?: string | undefined
  /** The file that he sends. */
  readonly content?: FileBytes | undefined
  /** The address of a page of the shop as he reaches it, from its path: `/account/password`. */
  readonly link?: ((path: string) => string) | undefined
}

export class Visit extends Work {
  /** null where the service itself asks. */
  readonly named: Shopper | null
  readonly language: string | undefined
  readonly session: string | undefined
  readonly network: string | undefined
  readonly content: FileBytes | undefined
  private readonly links: ((path: string) => string) | undefined

  constructor(
    context: Context,
    readonly rules: ShopRules,
    visitor: Visitor,
    /** null where nothing is printed: within the service's own work. */
    readonly printer: Printer | null = null,
    /** null where nothing is searched. */
    readonly optimiser: Optimiser | null = null,
  ) {
    super(context, visitor)
    this.named = visitor.shopper ?? null
    this.language = visitor.language
    this.session = visitor.session
    this.network = visitor.network
    this.content = visitor.content
    this.links = visitor.link
  }

  /** Whoever asks; a guest where nobody is named. */
  get shopper(): Shopper {
    return this.named ?? guest
  }

  /** Whose share of the printer a document uses. */
  get requester(): PrintRequester {
    return this.named === null && this.network === undefined ? 'staff' : { network: this.network ?? '' }
  }

  /** A shopper who is named does it himself. */
  override get doer(): Doer {
    return this.named === null ? super.doer : { doer: 'shopper', who: '' }
  }

  /** The address of a page of the shop, for mails: the path alone where the surface has no address. */
  link(path: string): string {
    return this.links ? this.links(path) : path
  }

  /** The same work in another language of the shop. */
  speaking(language: string): this {
    return this.with({ language })
  }

  /** The same work for another shopper: the one who has just signed in. */
  as(shopper: Shopper): this {
    return this.with({ named: shopper })
  }
}
