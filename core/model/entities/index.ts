// The entities of core by area. Plugins add their own.
import type { EntityDefinition } from '../entity/define.js'
import { answer } from './catalog/answer.js'
import { calculationCode } from './catalog/calculation-code.js'
import { calculationFormula } from './catalog/calculation-formula.js'
import { calculationMatrix } from './catalog/calculation-matrix.js'
import { calculation } from './catalog/calculation.js'
import { example } from './catalog/example.js'
import { page } from './catalog/page.js'
import { productDetailPane } from './catalog/product-detail-pane.js'
import { productListAssignment } from './catalog/product-list-assignment.js'
import { productList } from './catalog/product-list.js'
import { product } from './catalog/product.js'
import { question } from './catalog/question.js'
import { variantTable } from './catalog/variant-table.js'
import { chatConversation } from './conversations/chat-conversation.js'
import { chatEvent } from './conversations/chat-event.js'
import { chatOutreach } from './conversations/chat-outreach.js'
import { chatRecommendation } from './conversations/chat-recommendation.js'
import { chatReview } from './conversations/chat-review.js'
import { chatTurn } from './conversations/chat-turn.js'
import { address } from './customers/address.js'
import { customerGroup } from './customers/customer-group.js'
import { customer } from './customers/customer.js'
import { party } from './customers/party.js'
import { review } from './customers/review.js'
import { cartPosition } from './orders/cart-position.js'
import { cart } from './orders/cart.js'
import { configuration } from './orders/configuration.js'
import { creditNote } from './orders/credit-note.js'
import { invoice } from './orders/invoice.js'
import { orderAddress } from './orders/order-address.js'
import { orderLineConfig } from './orders/order-line-config.js'
import { orderLine } from './orders/order-line.js'
import { orderTaxRate } from './orders/order-tax-rate.js'
import { paymentEvent } from './orders/payment-event.js'
import { payment } from './orders/payment.js'
import { quoteLineConfig } from './orders/quote-line-config.js'
import { quoteLine } from './orders/quote-line.js'
import { quoteTaxRate } from './orders/quote-tax-rate.js'
import { quote } from './orders/quote.js'
import { salesOrder } from './orders/sales-order.js'
import { shipment } from './orders/shipment.js'
import { city } from './store/city.js'
import { contentPage } from './store/content-page.js'
import { country } from './store/country.js'
import { county } from './store/county.js'
import { currency } from './store/currency.js'
import { notification } from './store/notification.js'
import { paymentMethod } from './store/payment-method.js'
import { salutation } from './store/salutation.js'
import { settings } from './store/settings.js'
import { shipper } from './store/shipper.js'
import { shippingMethod } from './store/shipping-method.js'
import { state } from './store/state.js'
import { store } from './store/store.js'
import { taxClass } from './store/tax-class.js'
import { taxRate } from './store/tax-rate.js'
import { zone } from './store/zone.js'

/** The entities of core by their name in code, in the order of the reference. */
export const entities = {
  product,
  page,
  question,
  answer,
  productList,
  productListAssignment,
  calculation,
  calculationFormula,
  calculationMatrix,
  calculationCode,
  variantTable,
  productDetailPane,
  example,
  settings,
  store,
  contentPage,
  currency,
  taxClass,
  taxRate,
  shipper,
  zone,
  shippingMethod,
  paymentMethod,
  salutation,
  notification,
  country,
  state,
  county,
  city,
  customer,
  address,
  party,
  review,
  customerGroup,
  configuration,
  cart,
  cartPosition,
  salesOrder,
  orderAddress,
  orderLine,
  orderLineConfig,
  orderTaxRate,
  quote,
  quoteLine,
  quoteLineConfig,
  quoteTaxRate,
  invoice,
  creditNote,
  payment,
  paymentEvent,
  shipment,
  chatConversation,
  chatTurn,
  chatEvent,
  chatRecommendation,
  chatOutreach,
  chatReview,
} satisfies Readonly<Record<string, EntityDefinition>>

/** The same as a list. */
export const coreEntities: readonly EntityDefinition[] = Object.values(entities)
