// Declares a browser script that renders a plugin's question type in the storefront, and the state of its custom element.

export interface StorefrontModule {
  /** The name of the question type. The custom element is called `svc-question-<name>`, in lower case. */
  readonly name: string
  /** URL of the script, an ES module without imports: `new URL('./browser/ral-colour.js', import.meta.url)`. */
  readonly script: URL
}

/** The configurator sets it as the element's property `state` before each render. The element renders into itself, without shadow DOM. */
export interface QuestionElementState {
  /** The id of the form control; the label refers to it. */
  readonly id: string
  /** Ids for the control's `aria-describedby`. */
  readonly describedBy: string
  readonly title: string
  /** The question as in the catalogue, with the settings that its type publishes: `question['ral_series']`. */
  readonly question: Readonly<Record<string, unknown>>
  /** A language tag. */
  readonly language: string
  /** The shopper's current input, otherwise the stored selection; '' if empty. */
  readonly value: string
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Submits a completed input. '' clears the selection. */
  select(value: string): void
  /** Registers an unfinished input. It is submitted after a short pause. */
  type(value: string): void
}
