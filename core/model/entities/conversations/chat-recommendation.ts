// A recommendation of a product by the advisor.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { join } from '../../properties/join.js'
import { string } from '../../properties/string.js'

export const chatRecommendation = defineEntity({
  name: 'chat-recommendation',
  label: 'recommendation',
  pluralLabel: 'recommendations',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['chat_conversation_id', 'product_id', 'created'],
  properties: {
    chat_conversation_id: createParentJoin('Conversation', 'chat-conversation'),
    product_id: join('Product', 'product', { weak: true }),
    reason: string('Reason', { long: true }),
    created: datetime('Created'),
  },
})
