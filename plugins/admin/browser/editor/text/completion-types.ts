// Types of text completion and text errors.

export interface CompletionItem {
  /** The text that replaces the started word. */
  readonly text: string
  readonly label: string
  readonly detail?: string
}

export interface CompletionList {
  /** Start of the replaced word, from 0. */
  readonly from: number
  readonly offers: readonly CompletionItem[]
}

/** The offers at a position of a text. null for none. */
export type CompletionSource = (text: string, at: number) => CompletionList | null

/** An error in a text, with its position from 0. null if unknown. */
export interface TextProblem {
  readonly message: string
  readonly at: number | null
}
