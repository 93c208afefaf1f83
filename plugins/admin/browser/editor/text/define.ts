// What a text with completion is given.

export interface Offer {
  /** What is written in the place of the word that was begun. */
  readonly text: string
  readonly label: string
  readonly detail?: string
}

export interface Offers {
  /** Where the word begins that an offer replaces, counted from 0. */
  readonly from: number
  readonly offers: readonly Offer[]
}

/** What may be written at a place of a text; null where nothing is to be offered. */
export type Complete = (text: string, at: number) => Offers | null

/** What is wrong with a text, and where it begins, counted from 0; null where that is not known. */
export interface TextProblem {
  readonly message: string
  readonly at: number | null
}
