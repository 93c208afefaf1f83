// An event of a conversation.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { json } from '../../properties/json.js'
import { string } from '../../properties/string.js'

export const chatEvent = defineEntity({
  name: 'chat-event',
  label: 'conversation event',
  pluralLabel: 'conversation events',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['chat_conversation_id', 'kind', 'created'],
  properties: {
    chat_conversation_id: createParentJoin('Conversation', 'chat-conversation'),
    kind: string('Kind'),
    data: json('Data'),
    created: datetime('Created'),
  },
})
