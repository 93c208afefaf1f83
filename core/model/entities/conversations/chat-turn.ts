// One message of a conversation.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
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
    chat_conversation_id: createParentJoin('Conversation', 'chat-conversation'),
    role: string('Role'),
    text: string('Text', { long: true }),
    created: datetime('Created'),
  },
})
