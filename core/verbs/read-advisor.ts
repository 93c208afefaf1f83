// Tells whether the shop has an advisor, and what a shopper agrees to who writes to it.
import { advisorShape } from '../advisor/shape.js'
import { later } from '../ground/later.js'
import { defineVerb } from '../verb/define.js'

const load = later(() => import('../advisor/conversation.js'))

export const readAdvisor = defineVerb({
  name: 'read-advisor',
  description: 'Tells whether there is an advisor, and what a shopper agrees to who writes to it.',
  method: 'GET',
  path: 'advisor',
  input: {},
  access: { unnamed: true },
  reply: advisorShape,
  handler: async (visit) => (await load()).readAdvisor(visit),
})
