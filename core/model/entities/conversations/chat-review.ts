// The review of a conversation: lessons that an AI model extracted from it.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { string } from '../../properties/string.js'

export const chatReview = defineEntity({
  name: 'chat-review',
  label: 'conversation review',
  pluralLabel: 'conversation reviews',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['chat_conversation_id', 'model', 'created'],
  properties: {
    chat_conversation_id: createParentJoin('Conversation', 'chat-conversation'),
    lessons: string('Lessons learned', { long: true }),
    model: string('Model', { help: 'The AI model that wrote the review.' }),
    created: datetime('Created'),
  },
})
