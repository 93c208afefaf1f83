// Types of text completion and text errors.

export interface Offer {
  /** The text that replaces the started word. */
  readonly text: string
  readonly label: string
  readonly detail?: string
}

export interface Offers {
  /** Start of the replaced word, from 0. */
  readonly from: number
  readonly offers: readonly Offer[]
}

/** The offers at a position of a text. null for none. */
export type Complete = (text: string, at: number) => Offers | null

/** An error in a text, with its position from 0. null if unknown. */
export interface TextProblem {
  readonly message: string
  readonly at: number | null
}
