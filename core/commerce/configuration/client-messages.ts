// Messages of a client-side program that name neither a question nor an answer.

export const noPriceMessage = 'There is no price for this combination.'

/** Shown after the server corrects a result that the page computed differently. */
export const correctedResultMessage = 'The values shown here were corrected. The current values apply.'
