// An attempt to contact a shopper after a conversation.
import { defineEntity } from '../../entity/define.js'
import { createParentJoin } from '../../entity/document-fields.js'
import { datetime } from '../../properties/datetime.js'
import { string } from '../../properties/string.js'

export const chatOutreach = defineEntity({
  name: 'chat-outreach',
  label: 'outreach',
  pluralLabel: 'outreaches',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['chat_conversation_id', 'channel', 'status', 'created'],
  properties: {
    chat_conversation_id: createParentJoin('Conversation', 'chat-conversation'),
    channel: string('Channel'),
    status: string('Status'),
    created: datetime('Created'),
  },
})
