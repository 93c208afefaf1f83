// Lists the account's quotes.
import { listQuotes as list } from '../commerce/quote/service.js'
import { quotesShape } from '../commerce/quote/shape.js'
import { defineVerb } from '../verb/define.js'

export const listQuotes = defineVerb({
  name: 'list-quotes',
  description: "Lists the account's quotes, the last one first.",
  method: 'GET',
  path: 'quotes',
  input: {},
  access: { where: 'commerce' },
  reply: quotesShape,
  handler: async (visit) => ({ quotes: await list(visit) }),
})
