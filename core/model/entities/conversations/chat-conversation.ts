// A shopper's conversation with the advisor.
import { defineEntity } from '../../entity/define.js'
import { datetime } from '../../properties/datetime.js'
import { dropdown } from '../../properties/dropdown.js'
import { join } from '../../properties/join.js'

export const chatConversation = defineEntity({
  name: 'chat-conversation',
  label: 'conversation',
  pluralLabel: 'conversations',
  area: 'conversations',
  operations: ['list', 'read'],
  listing: ['customer_id', 'language_tag', 'started', 'last_activity'],
  properties: {
    customer_id: join('Customer', 'customer', { weak: true }),
    configuration_id: join('Configuration', 'configuration', { weak: true }),
    language_tag: dropdown('Language', { choices: 'languages' }),
    started: datetime('Started'),
    last_activity: datetime('Last activity'),
  },
  indexes: [['last_activity']],
  attached: [{ table: 'svc_advisor_threads', column: 'conversation_id' }],
})
