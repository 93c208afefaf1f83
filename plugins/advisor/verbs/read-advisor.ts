// Reports whether the shop has an advisor, and the terms that a shopper accepts by using it.
import { advisorShape } from '../define.js'
import { defineVerb } from 'product-configurator-service'

export const readAdvisor = defineVerb({
  name: 'read-advisor',
  description: 'Reports whether the shop has an advisor, and the terms that a shopper accepts by using it.',
  method: 'GET',
  path: 'advisor',
  input: {},
  access: { unnamed: true },
  reply: advisorShape,
  handler: async (shopperContext) => (await import('../conversation.js')).loadAdvisorReply(shopperContext),
})
