// The service's own messages about the advisor, in English. They are translated like all other messages.
import type { ReplyOutcome } from './define.js'

/** Notices for incomplete replies, by outcome. */
export const outcomeNotices: Readonly<Record<ReplyOutcome | 'conversation' | 'network' | 'day' | 'rounds', string>> = {
  whole: '',
  stopped: 'You stopped this reply.',
  left: 'This reply was stopped because the page was closed.',
  failed: 'The advisor is not available at the moment. Your selections are saved. Please try again later.',
  length: 'This reply was cut off because it became too long.',
  limit: 'The advisor has reached its limit. Your selections are saved.',
  conversation:
    'This conversation has become too long for the advisor. Your selections are saved. Please continue on your own, or talk to our team.',
  network:
    'The advisor has reached its daily limit for your internet connection. Your selections are saved. Please continue on your own, or talk to our team.',
  day: 'The advisor has reached its daily limit. Your selections are saved. Please continue on your own, or talk to our team.',
  rounds: 'The advisor could not finish your request. Your selections are saved. Please rephrase your message.',
}

export const advisorMessages = {
  none: 'The advisor is not available at the moment.',
  consent:
    'You are chatting with an AI assistant that runs outside this shop and can make mistakes. E-mail addresses, phone numbers and postal addresses are removed from your messages before they are sent to it. Prices and available options come from the shop itself.',
  keptFor: 'Conversations are stored for {days} days. You can delete yours at any time.',
  kept: 'Conversations are stored until you delete them.',
  scripted: 'This is a demo: a script replies, and no data leaves this shop.',
  stillAnswering: 'The advisor is still replying. Please wait for the reply, or stop it.',
  tooLong: 'This conversation is too long. Please start a new one.',
  tooFast: 'You are sending messages too quickly. Please wait a minute.',
}
