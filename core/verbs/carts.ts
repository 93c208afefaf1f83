// Verbs of carts and their positions.
import { cartShape, cartSummaryShape, positionMoveShape } from '../commerce/cart/define.js'
import {
  currencyArgument,
  noteArgument,
  locationArguments,
  tokenArgument,
  quantityArgument,
  recordIdArgument,
  contactArguments,
} from './arguments.js'
import { defineVerb } from './define-verb.js'
import {
  createCart as runCreateCart,
  claimGuestCart,
  addPosition as runAddPosition,
  changePosition as runChangePosition,
  copyPosition as runCopyPosition,
  removePosition as runRemovePosition,
} from '../commerce/cart/service.js'
import {
  readCurrentCart,
  listCarts as runListCarts,
  resumeCart as runResumeCart,
  deleteCart as runDeleteCart,
  movePosition as runMovePosition,
} from '../commerce/cart/saved-carts.js'
import { listOf, object } from '../model/verb/shape.js'
import { readCart as runReadCart, changeCart as runChangeCart } from '../commerce/cart/change.js'
import { string } from '../model/properties/string.js'
import { checkoutShape } from '../commerce/checkout/define.js'
import { openCheckout as runOpenCheckout } from '../commerce/checkout/service.js'
import { quoteShape } from '../commerce/quote/define.js'
import { requestQuote as runRequestQuote } from '../commerce/quote/request.js'

export const createCart = defineVerb({
  name: 'create-cart',
  description: 'Creates a cart.',
  method: 'POST',
  path: 'carts',
  input: { currency: currencyArgument(), ...locationArguments(), note: noteArgument() },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { fields: _fields, ...input }) => runCreateCart(shopperContext, input),
})

export const currentCart = defineVerb({
  name: 'current-cart',
  description: "Reads the account's most recently changed cart.",
  method: 'GET',
  path: 'carts/current',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext) => readCurrentCart(shopperContext),
})

export const listCarts = defineVerb({
  name: 'list-carts',
  description: "Lists the account's open carts.",
  method: 'GET',
  path: 'carts',
  input: {},
  access: { where: 'commerce', limit: 'changes' },
  reply: object({ carts: listOf(cartSummaryShape) }),
  handler: async (shopperContext) => ({ carts: await runListCarts(shopperContext) }),
})

export const readCart = defineVerb({
  name: 'read-cart',
  description: 'Reads a cart.',
  method: 'GET',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runReadCart(shopperContext, token),
})

export const changeCart = defineVerb({
  name: 'change-cart',
  description: "Changes the currency, the shopper's location or the note of a cart.",
  method: 'PATCH',
  path: 'carts/:token',
  input: {
    token: tokenArgument('cart'),
    currency: currencyArgument('the current one'),
    ...locationArguments(),
    note: noteArgument(),
  },
  emptied: ['country', 'state', 'note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runChangeCart(shopperContext, token, input),
})

export const resumeCart = defineVerb({
  name: 'resume-cart',
  description: "Makes a cart the account's current one.",
  method: 'POST',
  path: 'carts/:token/resume',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runResumeCart(shopperContext, token),
})

export const claimCart = defineVerb({
  name: 'claim-cart',
  description: "Assigns a guest's cart to the signed-in account, by the host's rule.",
  method: 'POST',
  path: 'carts/:token/claim',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => claimGuestCart(shopperContext, token),
})

export const deleteCart = defineVerb({
  name: 'delete-cart',
  description: 'Deletes a cart with its positions. Their configurations become open again.',
  method: 'DELETE',
  path: 'carts/:token',
  input: { token: tokenArgument('cart') },
  access: { where: 'commerce', limit: 'changes' },
  reply: null,
  handler: async (shopperContext, { token }) => runDeleteCart(shopperContext, token),
})

export const addPosition = defineVerb({
  name: 'add-position',
  description: 'Adds a complete configuration to a cart.',
  method: 'POST',
  path: 'carts/:token/positions',
  input: {
    token: tokenArgument('cart'),
    configuration: string('Configuration', { required: true, help: 'It takes the token of a finished configuration.' }),
    quantity: quantityArgument(),
    note: noteArgument(),
  },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, configuration, quantity, note }) =>
    runAddPosition(shopperContext, token, { configuration, quantity, note }),
})

export const changePosition = defineVerb({
  name: 'change-position',
  description: 'Changes the configuration, quantity or note of a cart position.',
  method: 'PATCH',
  path: 'carts/:token/positions/:position',
  input: {
    token: tokenArgument('cart'),
    position: recordIdArgument('position'),
    configuration: string('Configuration', {
      help: 'It takes the token of a finished configuration of the same product, which replaces the configuration of the position.',
    }),
    quantity: quantityArgument(),
    note: noteArgument(),
  },
  emptied: ['note'],
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position, configuration, quantity, note }) =>
    runChangePosition(shopperContext, token, position, { configuration, quantity, note }),
})

export const copyPosition = defineVerb({
  name: 'copy-position',
  description: 'Copies a cart position with its configuration.',
  method: 'POST',
  path: 'carts/:token/positions/:position/copy',
  input: { token: tokenArgument('cart'), position: recordIdArgument('position') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position }) => runCopyPosition(shopperContext, token, position),
})

export const movePosition = defineVerb({
  name: 'move-position',
  description: 'Moves a position to another cart, for example to save it for later.',
  method: 'POST',
  path: 'carts/:token/positions/:position/move',
  input: {
    token: tokenArgument('cart'),
    position: recordIdArgument('position'),
    to: string('To', { help: 'The token of the other cart. Default: a new cart.' }),
  },
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: positionMoveShape,
  handler: async (shopperContext, { token, position, to }) => runMovePosition(shopperContext, token, position, to),
})

export const removePosition = defineVerb({
  name: 'remove-position',
  description: 'Removes a position from a cart. Its configuration becomes open again.',
  method: 'DELETE',
  path: 'carts/:token/positions/:position',
  input: { token: tokenArgument('cart'), position: recordIdArgument('position') },
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token, position }) => runRemovePosition(shopperContext, token, position),
})

export const openCheckout = defineVerb({
  name: 'open-checkout',
  description: 'Starts the checkout of a cart, or returns the existing one. A cart has one checkout.',
  method: 'POST',
  path: 'carts/:token/checkout',
  input: { token: tokenArgument('cart') },
  status: 201,
  location: ({ checkout }) => `checkouts/${checkout}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: checkoutShape,
  handler: async (shopperContext, { token }) => runOpenCheckout(shopperContext, token),
})

export const requestQuote = defineVerb({
  name: 'request-quote',
  description: 'Requests a quote for a cart and closes the cart. Requesting it again returns the same quote.',
  method: 'POST',
  path: 'carts/:token/quote',
  input: {
    token: tokenArgument('cart'),
    ...contactArguments(),
  },
  status: 201,
  location: ({ token }) => `quotes/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: quoteShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runRequestQuote(shopperContext, token, input),
})
