// Reply schema of the checkout.
import {
  choice,
  extendShape,
  figure,
  flag,
  listOf,
  maybe,
  withName,
  nullable,
  object,
  type Shape,
  text,
  whole,
} from '../../model/verb/shape.js'
import { amountShape, currencyShape } from '../../shop/shape.js'
import { orderBlockerCodes } from '../cart/define.js'
import { positionShape, totalShape } from '../cart/shape.js'
import { postalAddressShape } from '../document/shape.js'
import type { AddressTexts } from '../document/define.js'
import { type CheckoutReply, type CheckoutTotals, type DeliveryChoice, type PaymentChoice, checkoutSteps } from './define.js'

const nullableId = nullable(whole())

const placedAddressShape: Shape<AddressTexts> = withName(
  'PlacedAddress',
  extendShape(postalAddressShape, { country_id: nullableId, state_id: nullableId, county_id: nullableId, city_id: nullableId }),
)

const nullablePrice = nullable(figure(), 'null where prices are not to be seen.')
const priceFields = { net: nullablePrice, tax: nullablePrice, gross: nullablePrice }

const deliveryChoiceShape: Shape<DeliveryChoice> = withName(
  'DeliveryChoice',
  object({ ...priceFields, id: whole(), title: text(), shipper: text(), days: nullable(whole()) }),
)

const paymentChoiceShape: Shape<PaymentChoice> = withName(
  'PaymentChoice',
  object({
    ...priceFields,
    id: whole(),
    title: text(),
    description: text('Rich text.'),
    connector: text('The payment provider.'),
  }),
)

const chargeShape = nullable(extendShape(amountShape, { title: text() }))

const totalsShape: Shape<CheckoutTotals> = withName(
  'CheckoutTotals',
  extendShape(totalShape, { goods: amountShape, delivery: chargeShape, payment: chargeShape, recurring: totalShape }),
)

export const checkoutShape: Shape<CheckoutReply> = withName(
  'Checkout',
  object({
    checkout: text('The token: of the order, once it is placed.'),
    cart: text("The cart's token."),
    account: flag('True where an account orders; false for a guest.'),
    language: text(),
    currency: currencyShape,
    currencies: listOf(currencyShape),
    b2b: flag('True: net prices are shown first.'),
    email: text(),
    phone: text(),
    vat_id: text(),
    note: text(),
    billing: nullable(placedAddressShape),
    delivery: nullable(placedAddressShape, 'Where the goods go; null while that is not known, and where nothing is delivered.'),
    same_address: flag('True: the goods go to the billing address.'),
    positions: listOf(positionShape),
    asks_for_delivery: flag('False: neither a delivery address nor a shipping method is asked for.'),
    shipping_methods: listOf(deliveryChoiceShape, 'What is offered, the default first.'),
    shipping_method_id: nullable(whole(), 'What was chosen, offered or not any more.'),
    asks_for_payment: flag('False where there is nothing to pay.'),
    payment_methods: listOf(paymentChoiceShape, 'What is offered, the default first.'),
    payment_method_id: nullable(whole(), 'What was chosen, offered or not any more.'),
    asks_for_terms: flag('True: the terms must be agreed to.'),
    terms_agreed: flag(),
    totals: nullable(totalsShape, 'With the delivery and the payment that were chosen.'),
    weight: figure(),
    weight_unit: text(),
    missing: listOf(
      withName(
        'MissingAnswer',
        object({ field: text(), step: choice(...checkoutSteps), code: maybe(choice(...orderBlockerCodes)), message: text() }),
      ),
      'What still stands between the checkout and the order; empty where it can be placed.',
    ),
  }),
)
