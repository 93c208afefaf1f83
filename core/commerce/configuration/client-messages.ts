// Messages of a client-side program that name neither a question nor an answer.

export const noPriceMessage = 'shop.combinationUnpriced'

/** Shown after the server corrects a result that the page computed differently. */
export const correctedResultMessage = 'shop.resultCorrected'
