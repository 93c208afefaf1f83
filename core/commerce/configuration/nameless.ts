// Sentences of a program that name neither a question nor an answer.

export const unpriced = 'There is no price for this combination.'

/** Where a page had reckoned otherwise. */
export const corrected = 'The shop reckons otherwise than stood here a moment ago. What stands here now is right.'
