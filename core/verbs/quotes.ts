// Verbs of quotes.
import { quotesShape, quoteShape } from '../commerce/quote/define.js'
import { defineVerb } from './define-verb.js'
import {
  listQuotes as runListQuotes,
  readOwnQuote,
  readOwnQuoteFile,
  declineOwnQuote,
  repeatQuote as runRepeatQuote,
} from '../commerce/quote/service.js'
import { tokenArgument, fileArgument, addressArguments } from './arguments.js'
import { fileReply } from '../model/verb/shape.js'
import { documentShape } from '../commerce/document/define.js'
import { boolean } from '../model/properties/boolean.js'
import { join } from '../model/properties/join.js'
import { decimal } from '../model/properties/number.js'
import { acceptQuote as runAcceptQuote } from '../commerce/quote/accept.js'
import { cartShape } from '../commerce/cart/define.js'

export const listQuotes = defineVerb({
  name: 'list-quotes',
  description: "Lists the account's quotes, the newest first.",
  method: 'GET',
  path: 'quotes',
  input: {},
  access: { where: 'commerce' },
  reply: quotesShape,
  handler: async (shopperContext) => ({ quotes: await runListQuotes(shopperContext) }),
})

export const readQuote = defineVerb({
  name: 'read-quote',
  description: 'Reads a quote and the data required to accept it.',
  method: 'GET',
  path: 'quotes/:token',
  input: { token: tokenArgument('quote') },
  access: { where: 'commerce' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => readOwnQuote(shopperContext, token),
})

export const readQuoteFile = defineVerb({
  name: 'read-quote-file',
  description: 'Reads an uploaded file of a quote.',
  method: 'GET',
  path: 'quotes/:token/files/:file',
  input: { token: tokenArgument('quote'), file: fileArgument() },
  access: { where: 'commerce' },
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => readOwnQuoteFile(shopperContext, token, id),
})

export const acceptQuote = defineVerb({
  name: 'accept-quote',
  description:
    'Accepts a quote for the totals shown to the shopper and creates the order. Accepting it again returns the same order.',
  method: 'POST',
  path: 'quotes/:token/accept',
  input: {
    token: tokenArgument('quote'),
    ...addressArguments(),
    payment_method_id: join('Payment method', 'payment-method', { help: 'One of the offered methods.' }),
    terms_agreed: boolean('Terms agreed', { help: 'True if the shopper agrees to the terms.' }),
    total: decimal('Total', { required: true, help: 'The gross total shown to the shopper.' }),
    recurring_total: decimal('Recurring total', { help: 'The recurring gross total shown to the shopper. Default 0.' }),
  },
  status: 201,
  location: ({ token }) => `orders/${token}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'orders' },
  reply: documentShape,
  handler: async (shopperContext, { token, fields: _fields, ...input }) => runAcceptQuote(shopperContext, token, input),
})

export const declineQuote = defineVerb({
  name: 'decline-quote',
  description: 'Declines a quote. Declining it again has no effect.',
  method: 'POST',
  path: 'quotes/:token/decline',
  input: { token: tokenArgument('quote') },
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: quoteShape,
  handler: async (shopperContext, { token }) => declineOwnQuote(shopperContext, token),
})

export const repeatQuote = defineVerb({
  name: 'repeat-quote',
  description: 'Copies the positions of a quote to a new cart, if they are still sold, at current prices.',
  method: 'POST',
  path: 'quotes/:token/repeat',
  input: { token: tokenArgument('quote') },
  status: 201,
  location: ({ cart }) => `carts/${cart}`,
  repeatable: true,
  access: { where: 'commerce', limit: 'changes' },
  reply: cartShape,
  handler: async (shopperContext, { token }) => runRepeatQuote(shopperContext, token),
})
