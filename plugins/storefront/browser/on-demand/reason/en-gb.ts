// Texts that explain why something is unavailable, in English.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1
      ? '1 more option is not compatible with your selection.'
      : `${count} more options are not compatible with your selection.`,
  showThem: 'Show',
  why: 'Why?',
  whyOf: (title) => `Why? ${title}`,
  requiredChanges: 'This is not compatible with your selection. If you choose it, this changes too:',
  unknownChanges: 'This is not compatible with your selection. If you choose it, you need to change something else.',
  whyUnknown: 'The shop is not responding right now. Please try again.',
  orElse: 'Or:',
  takeIt: 'Choose it',
  leaveIt: 'Cancel',
}
