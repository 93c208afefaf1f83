// Lists the account's orders.
import { ordersShape } from '../commerce/order/shape.js'
import { defineVerb } from './define-verb.js'
import { listOrders as runListOrders } from '../commerce/order/service.js'

export const listOrders = defineVerb({
  name: 'list-orders',
  description: "Lists the account's orders, the newest first.",
  method: 'GET',
  path: 'orders',
  input: {},
  access: { where: 'commerce' },
  reply: ordersShape,
  handler: async (shopperContext) => ({ orders: await runListOrders(shopperContext) }),
})
