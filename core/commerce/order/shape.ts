// JSON shapes of the replies about orders.
import { figure, listOf, withName, nullable, object, type Shape, text, whole } from '../../model/verb/shape.js'
import { currencyShape } from '../../shop/shape.js'
import type { OrderSummary } from './define.js'

const orderSummaryShape: Shape<OrderSummary> = withName(
  'OrderSummary',
  object({
    order: text('The token.'),
    number: nullable(whole()),
    number_text: text('The number with its prefix.'),
    status: text(),
    placed: nullable(text('ISO 8601.')),
    currency: currencyShape,
    gross: figure(),
    recurring_gross: figure(),
  }),
)

export const ordersShape = object({ orders: listOf(orderSummaryShape, 'The last one first.') })
