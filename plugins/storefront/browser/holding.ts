// What the service holds, as it last said: the whole state of one revision, and what a change has altered merged into it.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'
import type { SelectionInput } from '#core/engine/program/configuration.js'
import type { AutomaticChange } from '#core/engine/program/settlement.js'
import type { AnswerReply, MissingEntry, QuestionReply } from '#core/engine/program/configuration-view.js'
import type { AnswerPriceReply } from '#core/shop/answer-prices.js'
import type { PriceReply } from '#core/shop/price.js'

/** A selection that is another one all of a sudden, and not by this tab's doing. */
export interface Difference extends Omit<AutomaticChange, 'reason'> {
  readonly reason: 'elsewhere'
}

export class Holding {
  token: string | null = null
  revision = 0
  readonly questions = new Map<number, QuestionReply>()
  readonly answers = new Map<number, AnswerReply>()
  /** What answers with a calculated price cost now, by answer. */
  answerPrices: ReadonlyMap<number, AnswerPriceReply> = new Map()
  missing: readonly MissingEntry[] = []
  /** Whether a step leads back or forth; read_only: somebody else's, or ordered, so that what is entered goes to a copy. */
  can: Pick<ConfigurationReply, 'can_redo' | 'can_undo' | 'country' | 'currency' | 'read_only' | 'state'> | null = null
  price: PriceReply | null = null
  weight = 0

  selection(questionId: number): string | null {
    return this.questions.get(questionId)?.selection ?? null
  }

  /** Every selection, cleared questions too: a new configuration given these becomes the same. */
  selections(): readonly SelectionInput[] {
    return [...this.questions.values()].map(({ id, selection }) => ({ question_id: id, value: selection }))
  }

  /** What a change of this very state has altered. */
  merge(reply: ConfigurationReply): void {
    this.token = reply.configuration
    this.revision = reply.revision
    for (const question of reply.questions) this.questions.set(question.id, question)
    for (const answer of reply.answers) this.answers.set(answer.id, answer)
    this.answerPrices = new Map(reply.answer_prices?.map((one) => [one.answer_id, one]))
    this.missing = reply.missing
    this.can = reply
    this.price = reply.price
    this.weight = reply.weight
  }

  /** The whole state in place of what was held; says which selections differ. */
  replace(reply: ConfigurationReply): readonly Difference[] {
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
