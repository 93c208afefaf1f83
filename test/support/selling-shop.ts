// A test shop in Belgium with delivery and payment, and checkouts made through its verbs.
import type { App } from '../../core/app.js'
import type { CheckoutReply } from '../../core/commerce/checkout/define.js'
import type { DocumentReply } from '../../core/commerce/document/define.js'
import type { ShopperRequest } from '../../core/commerce/shopper-context.js'
import type { Shopper } from '../../core/shop/shopper.js'
import { guest } from '../../core/shop/shopper.js'
import { advisor } from '../../plugins/advisor/index.js'
import { packages } from '../../plugins/packages/index.js'
import { payments } from '../../plugins/payments/index.js'
import { print } from '../../plugins/print/index.js'
import { statistics } from '../../plugins/statistics/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import { authorLamp, type Lamp } from '../plugins/runtime/lamp.js'
import { vat } from '../../plugins/vat/index.js'
import { createCatalogAuthor } from './catalog-author.js'
import { createFilledCart, type CartItem } from './filled-cart.js'
import { readFirstId, inBothLanguages } from './small-shop.js'

/** Plugins that an app needs for placing orders. */
export const checkoutPlugins = [stock, payments, print, advisor, packages, sheets, statistics, vat({ register: null })]

export interface SellingShop {
  readonly lamp: Lamp
  readonly belgium: number
  readonly france: number
  readonly taxClass: number
  /** The seeded method, to every country: 5 EUR. */
  readonly parcel: number
  /** To Belgium only: 9 EUR. */
  readonly courier: number
  /** Free of charge. */
  readonly transfer: number
  /** 2 per cent. */
  readonly card: number
}

/** Sets up the seeded shop with 21 % VAT in Belgium and 20 % in France, two shipping and two payment methods. */
export async function openSellingShop(app: App): Promise<SellingShop> {
  const author = createCatalogAuthor(app)
  const lamp = await authorLamp(app)
  const idOf = async (iso2: string): Promise<number> =>
    (await app.shop.createContext({}).list('country', { column: 'iso2', values: [iso2] }))[0]!.id
  const [belgium, france] = [await idOf('BE'), await idOf('FR')]
  const taxClass = await readFirstId(app.records, 'tax-class')
  const iban = 'DE02120300000000202051'
  await author.write('store', { name: 'Blinds & Co', line1: 'Quay 1', city: 'Ghent', country_id: belgium, iban }, 1)
  await author.write('settings', { weight_unit: 'kg', default_country_id: belgium, explicit_agreement_terms: true }, 1)
  const parcel = await readFirstId(app.records, 'shipping-method')
  const everywhere = (await app.shop.createContext({}).list('country')).map(({ id }) => id)
  const zone = await readFirstId(app.records, 'zone')
  await author.write('zone', { title: 'World', country_ids: everywhere }, zone)
  await author.write(
    'shipping-method',
    { ...inBothLanguages('title', 'Parcel'), price: 5, published: true, zone_id: zone, tax_class_id: taxClass },
    parcel,
  )
  const near = await author.write('zone', { title: 'Near', country_ids: [belgium] })
  const shipper_id = await readFirstId(app.records, 'shipper')
  const courier = await author.write('shipping-method', {
    ...inBothLanguages('title', 'Courier'),
    ...{ shipper_id, zone_id: near, price: 9, tax_class_id: taxClass, delivery_days: 1 },
  })
  const transfer = await readFirstId(app.records, 'payment-method')
  const card = await author.write('payment-method', {
    ...inBothLanguages('title', 'Card'),
    ...{ connector: 'cash_on_delivery', percentage: 2 },
  })
  return { lamp, belgium, france, taxClass, parcel, courier, transfer, card }
}

export const createHomeAddress = (shop: SellingShop) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  line1: 'Main street 1',
  zip: '9000',
  city: 'Ghent',
  country_id: shop.belgium,
})

/** Creates a shop account and returns the shopper as the host identifies them. */
export async function createAccount(app: App, email: string): Promise<Shopper> {
  const customer_group_id = await readFirstId(app.records, 'customer-group')
  const { id } = await app.records.write('customer', { email, first_name: 'Grace', last_name: 'Hopper', customer_group_id })
  return { customerId: id, customerGroupId: customer_group_id }
}

export const guestVisitor: ShopperRequest = { shopper: guest }

/** A complete checkout of a new cart. */
export async function prepareCheckoutForOrder(
  app: App,
  shop: SellingShop,
  items: readonly CartItem[] = [{}],
  caller: ShopperRequest = guestVisitor,
): Promise<CheckoutReply> {
  const { cart } = await createFilledCart(app, shop.lamp, items, caller)
  return completeCheckout(app, shop, cart, caller)
}

/** Completes the checkout of a cart. */
export async function completeCheckout(
  app: App,
  shop: SellingShop,
  cart: string,
  caller: ShopperRequest = guestVisitor,
): Promise<CheckoutReply> {
  const { checkout } = (await app.shop.serve('open-checkout', { token: cart }, caller)) as CheckoutReply
  const answers = { email: 'ada@example.org', billing: createHomeAddress(shop), terms_agreed: true }
  return (await app.shop.serve('change-checkout', { token: checkout, ...answers }, caller)) as CheckoutReply
}

/** Places the checkout for the total that it reports. */
export function placeCheckout(
  app: App,
  { checkout, totals }: CheckoutReply,
  caller: ShopperRequest = guestVisitor,
): Promise<DocumentReply> {
  const agreed = { total: totals!.gross, recurring_total: totals!.recurring.gross }
  return app.shop.serve('place-order', { token: checkout, ...agreed }, caller) as Promise<DocumentReply>
}
