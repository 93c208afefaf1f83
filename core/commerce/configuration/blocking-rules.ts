// Finds the rules that block a selection, an answer or a question. The shop uses them to find rules that turn shoppers away.
import { type BlockingRule, findBlockingRules } from '../../engine/program/explanation.js'
import { changeSelection } from '../../engine/program/configuration.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { ShopperContext } from '../shopper-context.js'
import type { ChangeEntry } from './define.js'
import { toCompleteEntry } from './reply.js'

/** A question and the rules that block a selection of it. Leaves out the selection itself, because the shopper may have typed it. */
export interface BlockedQuestion {
  readonly question_id: number
  readonly bars: readonly BlockingRule[]
}

/** A configuration at the time of the request; later changes to the stored row do not affect it. */
export class BlockingRuleFinder {
  constructor(private readonly state: ConfigurationState) {}

  /** Empty if no rule blocks the selection. */
  findBySelection(question_id: number, value: string | null): readonly BlockedQuestion[] {
    const blockingRules = findBlockingRules(this.state, question_id, value)
    return blockingRules.length === 0 ? [] : [{ question_id, bars: blockingRules }]
  }

  findByAnswer(id: number): readonly BlockedQuestion[] {
    const { answerIndex, questionOfAnswer, questions } = this.state.program
    const index = answerIndex.get(id)
    return index === undefined ? [] : this.findBySelection(questions[questionOfAnswer[index]!]!.id, String(id))
  }

  findByQuestion(id: number): readonly BlockedQuestion[] {
    const index = this.state.program.questionIndex.get(id)
    return index === undefined || this.state.applies(index) ? [] : [{ question_id: id, bars: [{ kind: 'question', id }] }]
  }

  /**
   * The blocking rules of each refused entry. Applies the preceding entries again first, because they can affect the refusal.
   * @param refused indexes of entries
   */
  findByChange(entries: readonly ChangeEntry[], refused: ReadonlySet<number>, confirmed: boolean): readonly BlockedQuestion[] {
    const trial = this.state.fork()
    const blockedQuestions: BlockedQuestion[] = []
    for (const [place, changeEntry] of entries.entries()) {
      const entry = toCompleteEntry(trial, changeEntry)
      if ('message' in entry) continue
      if (refused.has(place))
        blockedQuestions.push(...new BlockingRuleFinder(trial).findBySelection(entry.question_id, entry.value))
      else changeSelection(trial, entry, confirmed)
    }
    return blockedQuestions
  }
}

/** NOT_FOUND for unknown and expired configurations, and for other shoppers' configurations. */
export async function loadBlockingRuleFinder(shopperContext: ShopperContext, token: string): Promise<BlockingRuleFinder> {
  // Plugins import this file through the contract, which must not load the parser of code calculations.
  const { loadConfiguration } = await import('./load-configuration.js')
  const { state } = await loadConfiguration(shopperContext, token)
  return new BlockingRuleFinder(state)
}
