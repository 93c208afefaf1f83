// Types of the texts for the conversation with the advisor; one object per language in texts/.
export interface TalkTexts {
  readonly none: string
  /** Next to the advisor's name if a script answers. */
  readonly demonstration: string
  readonly agree: string
  /** Opens the consent text. */
  readonly agreed: string
  readonly you: string
  readonly advisor: string
  /** The name shown for a person of the shop who has taken over. */
  readonly person: string
  readonly message: string
  readonly messageHint: string
  readonly send: string
  readonly stop: string
  readonly writing: string
  /** The reply for screen readers, with the price that is shown next to it. */
  readonly announced: (text: string, configurationState: string) => string
  /** Next to a number, id or link that the shop's data does not contain. */
  readonly unverified: string
  /** Below a text that contains unverified parts. */
  readonly unverifiedNote: string
  readonly ownFigure: string
  readonly looking: string
  readonly recommended: string
  /** Heading of the state of the configuration. */
  readonly configurationState: string
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
  readonly startOver: string
  readonly remove: string
  readonly reallyRemove: string
  readonly removed: string
  readonly ended: string
  readonly notSent: string
  readonly reconnecting: string
  /** Replace the service's messages, which address API callers. By code. */
  readonly refusals: Readonly<Record<string, string>>
}
