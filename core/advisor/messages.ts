// The service's own messages about the advisor, in English. They are translated like all other messages.
import type { ReplyOutcome } from './define.js'

/** Notices for incomplete replies, by outcome. */
export const outcomeNotices: Readonly<Record<ReplyOutcome | 'conversation' | 'network' | 'day' | 'rounds', string>> = {
  whole: '',
  stopped: 'You ended this reply.',
  left: 'This reply was ended because nobody listened any more.',
  failed: 'The advisor cannot answer at the moment. What you have chosen is kept. Please try again in a while.',
  length: 'This reply was cut because it became too long.',
  limit: 'The advisor has come to its limit. What you have chosen is kept.',
  conversation:
    'This conversation has become too long for the advisor. What you have chosen is kept. Please go on by yourself, or ask for a person.',
  network:
    'The advisor has answered as much as it may today for your internet connection. What you have chosen is kept. Please go on by yourself, or ask for a person.',
  day: 'The advisor has answered as much as it may today. What you have chosen is kept. Please go on by yourself, or ask for a person.',
  rounds: 'The advisor did not come to an end. What you have chosen is kept. Please say it in another way.',
}

export const advisorMessages = {
  none: 'There is no advisor in this shop at the moment.',
  consent:
    'You write with a language model, which is run outside this shop and can be wrong. E-mail addresses, phone numbers and postal addresses are taken out of what you write before it is sent there. Prices and what is possible are shown by the shop itself.',
  keptFor: 'Conversations are kept for {days} days; you can delete yours at any time.',
  kept: 'Conversations are kept until you delete them.',
  scripted: 'This is a demonstration: a script answers, and nothing leaves this shop.',
  stillAnswering: 'The advisor is still answering. Wait for the reply, or end it.',
  tooLong: 'This conversation has become too long. Start another one.',
  tooFast: 'You write faster than the advisor reads. Wait a minute.',
}
