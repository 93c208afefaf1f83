// Verbs of placed orders and their payments.
import { ordersShape, orderProgressShape } from '../commerce/order/define.js'
import { defineVerb } from './define-verb.js'
import {
  listOrders as runListOrders,
  readOwnOrder,
  readOwnOrderFile,
  repeatOrder as runRepeatOrder,
} from '../commerce/order/service.js'
import { documentShape } from '../commerce/document/define.js'
import { tokenArgument, fileArgument } from './arguments.js'
import { readOrderProgress as readProgress, cancelOwnOrder } from '../commerce/order/progress.js'
import { fileReply, listOf, object } from '../model/verb/shape.js'
import { cartShape } from '../commerce/cart/define.js'
import { paymentShape } from '../commerce/payment/define.js'
import { listPayments as runListPayments, beginPayment as runBeginPayment } from '../commerce/payment/begin.js'

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

export const readOrder = defineVerb({
  name: 'read-order',
  description: 'Reads an order as it was placed, with its current status.',
  method: 'GET',
  path: 'orders/:token',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce' },
  reply: documentShape,
  handler: async (shopperContext, { token }) => readOwnOrder(shopperContext, token),
})

export const readOrderProgress = defineVerb({
  name: 'read-order-progress',
  description: 'Reads the progress of an order: its steps, shipments with tracking, invoice and credit notes.',
  method: 'GET',
  path: 'orders/:token/progress',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce' },
  reply: orderProgressShape,
  handler: async (shopperContext, { token }) => readProgress(shopperContext, token),
})

export const readOrderFile = defineVerb({
  name: 'read-order-file',
  description: 'Reads an uploaded file of an order.',
  method: 'GET',
  path: 'orders/:token/files/:file',
  input: { token: tokenArgument('order'), file: fileArgument() },
  access: { where: 'commerce' },
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => readOwnOrderFile(shopperContext, token, id),
})

export const cancelOrder = defineVerb({
  name: 'cancel-order',
  description: 'Cancels an order that is neither confirmed nor paid nor shipped, if the settings of the shop allow it.',
  method: 'POST',
  path: 'orders/:token/cancellation',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  reply: orderProgressShape,
  handler: async (shopperContext, { token }) => cancelOwnOrder(shopperContext, token),
})

export const repeatOrder = defineVerb({
  name: 'repeat-order',
  description: 'Copies the positions of an order to a new cart, if they are still sold, at current prices.',
  method: 'POST',
  path: 'orders/:token/repeat',
  input: { token: tokenArgument('order') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runRepeatOrder(shopperContext, token),
})

export const listPayments = defineVerb({
  name: 'list-payments',
  description: 'Lists the payments of an order, the oldest first.',
  method: 'GET',
  path: 'orders/:token/payments',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  secret: true,
  reply: object({ payments: listOf(paymentShape) }),
  handler: async (shopperContext, { token }) => ({
    payments: await runListPayments(shopperContext, token),
  }),
})

export const beginPayment = defineVerb({
  name: 'begin-payment',
  description:
    'Starts the payment of an order by its payment method, or returns the pending payment: the URL of the payment page, or the payment instructions.',
  method: 'POST',
  path: 'orders/:token/payments',
  input: { token: tokenArgument('order') },
  access: { where: 'commerce', limit: 'changes' },
  status: 201,
  repeatable: 'outside',
  secret: true,
  reply: paymentShape,
  handler: async (shopperContext, { token }) => runBeginPayment(shopperContext, token),
})
