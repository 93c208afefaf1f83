// One message of a conversation.
import { defineEntity } from '../../entity/define.js'
import { partOf } from '../../entity/order-groups.js'
import { datetime } from '../../properties/datetime.js'
import { string } from '../../properties/string.js'

export const chatTurn = defineEntity({
  name: 'chat-turn',
  label: 'turn',
  pluralLabel: 'turns',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['chat_conversation_id', 'role', 'created'],
  properties: {
    chat_conversation_id: partOf('Conversation', 'chat-conversation'),
    role: string('Role'),
    text: string('Text', { long: true }),
    created: datetime('Created'),
  },
})
