// Lists the account's quotes.
import { quotesShape } from '../commerce/quote/shape.js'
import { defineVerb } from './define-verb.js'
import { listQuotes as runListQuotes } from '../commerce/quote/service.js'

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
