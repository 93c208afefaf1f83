// The verbs of the advisor.
import type { Verb } from 'product-configurator-service'
import { askForPerson } from './ask-for-person.js'
import { claimConversation } from './claim-conversation.js'
import { deleteConversation } from './delete-conversation.js'
import { readAdvisor } from './read-advisor.js'
import { readConversation } from './read-conversation.js'
import { sendMessage } from './send-message.js'
import { startConversation } from './start-conversation.js'
import { stopReply } from './stop-reply.js'
import { streamConversation } from './stream-conversation.js'

export const advisorVerbs: readonly Verb[] = [
  askForPerson,
  claimConversation,
  deleteConversation,
  readAdvisor,
  readConversation,
  sendMessage,
  startConversation,
  stopReply,
  streamConversation,
]
