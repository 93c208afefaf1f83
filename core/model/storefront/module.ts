// How the storefront draws a question type that a plugin brings: a script of the browser, and what its element is given.

export interface StorefrontModule {
  /** The name of the question type that it draws; the element is `svc-question-` and that name in small letters. */
  readonly name: string
  /** The script's file, an ES module that imports nothing: `new URL('./browser/ral-colour.js', import.meta.url)`. */
  readonly script: URL
}

/** What the configurator puts into the element's property `state` before each drawing. The element draws into itself, not into a shadow. */
export interface QuestionElementState {
  /** The id that the form control must have: the label points to it. */
  readonly id: string
  /** Ids for the control's aria-describedby. */
  readonly describedBy: string
  readonly title: string
  /** The question as the catalogue shows it, with what its type tells of its settings: `question['ral_series']`. */
  readonly question: Readonly<Record<string, unknown>>
  /** A language tag. */
  readonly language: string
  /** What the shopper last entered, else what is held; '' for nothing. */
  readonly value: string
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Sends a finished entry; '' clears. */
  select(value: string): void
  /** Notes an unfinished entry; it is sent when the shopper pauses. */
  type(value: string): void
}
