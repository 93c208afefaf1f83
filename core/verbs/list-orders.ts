// Lists the account's orders.
import { ordersShape } from '../commerce/order/shape.js'
import { later } from '../ground/later.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../commerce/order/service.js'))

export const listOrders = defineVerb({
  name: 'list-orders',
  description: "Lists the account's orders, the newest first.",
  method: 'GET',
  path: 'orders',
  input: {},
  access: { where: 'commerce' },
  reply: ordersShape,
  handler: async (visit) => ({ orders: await (await load()).listOrders(visit) }),
})
