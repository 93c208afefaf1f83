// What the conversation with the advisor says; one object per language in texts/.
export interface TalkTexts {
  readonly none: string
  /** Beside the name, where a script answers. */
  readonly demonstration: string
  readonly agree: string
  /** What opens what was agreed to. */
  readonly agreed: string
  readonly you: string
  readonly advisor: string
  /** Who has taken over. */
  readonly person: string
  readonly message: string
  readonly messageHint: string
  readonly send: string
  readonly stop: string
  readonly writing: string
  /** The same, for who listens, with the price that stands beside it. */
  readonly announced: (text: string, standing: string) => string
  /** What stands beside a figure, an id or a link that the shop's data does not hold. */
  readonly unverified: string
  /** Below a text that has some. */
  readonly unverifiedNote: string
  readonly ownFigure: string
  readonly looking: string
  readonly recommended: string
  /** Above how the configuration stands. */
  readonly standing: string
  readonly costs: (amount: string) => string
  readonly finished: string
  readonly stillMissing: string
  readonly open: string
  readonly buy: string
  readonly otherOne: string
  readonly askPerson: string
  readonly askPersonHint: string
  readonly askPersonSend: string
  readonly personAsked: string
  readonly telephone: string
  readonly beginAnew: string
  readonly remove: string
  readonly reallyRemove: string
  readonly removed: string
  readonly ended: string
  readonly notSent: string
  readonly reconnecting: string
  /** In place of the service's sentences for whoever calls it, by code. */
  readonly refusals: Readonly<Record<string, string>>
}
