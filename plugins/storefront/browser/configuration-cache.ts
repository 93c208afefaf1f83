// The configuration as the service last reported it, and notices about changes that the shopper did not make.
import type {
  AnswerPriceReply,
  AnswerReply,
  AutomaticChange,
  ConfigurationReply,
  MissingEntry,
  PriceReply,
  QuestionReply,
  SelectionInput,
} from '#core/surface.js'

/** A selection that was changed outside this tab. */
export interface ExternalChange extends Omit<AutomaticChange, 'reason'> {
  readonly reason: 'elsewhere'
}

export class ConfigurationCache {
  token: string | null = null
  revision = 0
  readonly questions = new Map<number, QuestionReply>()
  readonly answers = new Map<number, AnswerReply>()
  /** Current prices of the answers with a calculated price, by answer id. */
  answerPrices: ReadonlyMap<number, AnswerPriceReply> = new Map()
  missing: readonly MissingEntry[] = []
  /** Whether undo and redo are possible. `read_only`: shared by another person or ordered, so entries go to a copy. */
  can: Pick<
    ConfigurationReply,
    'can_redo' | 'can_undo' | 'country' | 'currency' | 'delivery_text' | 'read_only' | 'state' | 'unit_price'
  > | null = null
  price: PriceReply | null = null
  weight = 0

  selection(questionId: number): string | null {
    return this.questions.get(questionId)?.selection ?? null
  }

  /** All selections, cleared questions included. A new configuration with these selections is identical. */
  selections(): readonly SelectionInput[] {
    return [...this.questions.values()].map(({ id, selection }) => ({ question_id: id, value: selection }))
  }

  /** Merges the reply to a change of the current state. */
  merge(reply: ConfigurationReply): void {
    this.token = reply.configuration
    this.revision = reply.revision
    for (const question of reply.questions) this.questions.set(question.id, question)
    for (const answer of reply.answers) this.answers.set(answer.id, answer)
    this.answerPrices = new Map(reply.answer_prices?.map((answerPrice) => [answerPrice.answer_id, answerPrice]))
    this.missing = reply.missing
    this.can = reply
    this.price = reply.price
    this.weight = reply.weight
  }

  /** Replaces the whole state and returns the selections that differ. */
  replace(reply: ConfigurationReply): readonly ExternalChange[] {
    const before = this.token === reply.configuration ? this.selections() : []
    this.questions.clear()
    this.answers.clear()
    this.merge(reply)
    return before.flatMap(({ question_id, value }) => {
      const to = this.selection(question_id)
      return to === value ? [] : [{ question_id, from: value, to, reason: 'elsewhere' as const }]
    })
  }
}

/** The data of a notice to the shopper about automatic changes, restored entries or lost entries. */
export interface ConfiguratorNotice {
  /** Selections that the shopper did not change. */
  readonly changes: readonly (AutomaticChange | ExternalChange)[]
  /** Earlier entries were restored: copied into a new configuration (`expired`), or sent late (`unsent`). */
  readonly restored?: 'expired' | 'unsent'
  /** The message that the result shown before the service's answer was wrong. */
  readonly corrected?: string
  /** Entries that could not be restored. */
  readonly lost?: readonly { readonly question_id: number; readonly message: string }[]
}

export interface ChangeDescription {
  readonly change: 'cleared' | 'removed' | 'replaced' | 'selected'
  readonly from: string
  readonly to: string
}

/** The values of a text about a changed selection. */
export function describeChange(from: string | null, to: string | null): ChangeDescription {
  const change = to === null ? (from === null ? 'cleared' : 'removed') : from === null ? 'selected' : 'replaced'
  return { change, from: from ?? '', to: to ?? '' }
}
