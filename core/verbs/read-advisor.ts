// Reports whether the shop has an advisor, and the terms that a shopper accepts by using it.
import { advisorShape } from '../advisor/shape.js'
import { defineVerb } from '../verb/define.js'
import { loadAdvisorReply } from '../advisor/conversation.js'

export const readAdvisor = defineVerb({
  name: 'read-advisor',
  description: 'Reports whether the shop has an advisor, and the terms that a shopper accepts by using it.',
  method: 'GET',
  path: 'advisor',
  input: {},
  access: { unnamed: true },
  reply: advisorShape,
  handler: async (shopperContext) => loadAdvisorReply(shopperContext),
})
