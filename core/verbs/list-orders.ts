// Lists the account's orders.
import { listOrders as list } from '../commerce/order/service.js'
import { ordersShape } from '../commerce/order/shape.js'
import { defineVerb } from '../verb/define.js'

export const listOrders = defineVerb({
  name: 'list-orders',
  description: "Lists the account's orders, the last one first.",
  method: 'GET',
  path: 'orders',
  input: {},
  access: { where: 'commerce' },
  reply: ordersShape,
  handler: async (visit) => ({ orders: await list(visit) }),
})
