// Texts that explain why something is unavailable, in English.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1 ? 'One more answer does not fit your other choices.' : `${count} more answers do not fit your other choices.`,
  showThem: 'Show',
  why: 'Why?',
  whyOf: (title) => `Why? ${title}`,
  requiredChanges: 'It does not fit your other choices. If you take it, this changes too:',
  unknownChanges: 'It does not fit your other choices, so something else will have to change afterwards.',
  whyUnknown: 'The shop does not answer at the moment. Please try again.',
  orElse: 'Or:',
  takeIt: 'Take it',
  leaveIt: 'Leave it',
}
