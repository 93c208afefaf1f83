// Which rules stand in the way of what somebody wants: for the shop, which learns from it whose rules turn people away.
import { type BlockingRule, findBlockingRules } from '../../engine/program/blocking-rules.js'
import { changeSelection } from '../../engine/program/configuration.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { Visit } from '../visit.js'
import type { ChangeEntry } from './define.js'
import { plainEntry } from './entry.js'
import { take } from './take.js'

/** That somebody wanted of a question, and what barred it. What he wanted is not told: it may have been typed. */
export interface Barred {
  readonly question_id: number
  readonly bars: readonly BlockingRule[]
}

/** A configuration as it stood when it was asked about; what is stored later does not change it. */
export class Barring {
  constructor(private readonly state: ConfigurationState) {}

  /** Nothing where nothing bars it. */
  ofSelection(question_id: number, value: string | null): readonly Barred[] {
    const bars = findBlockingRules(this.state, question_id, value)
    return bars.length === 0 ? [] : [{ question_id, bars }]
  }

  ofAnswer(id: number): readonly Barred[] {
    const { answerIndex, questionOfAnswer, questions } = this.state.program
    const index = answerIndex.get(id)
    return index === undefined ? [] : this.ofSelection(questions[questionOfAnswer[index]!]!.id, String(id))
  }

  ofQuestion(id: number): readonly Barred[] {
    const index = this.state.program.questionIndex.get(id)
    return index === undefined || this.state.applies(index) ? [] : [{ question_id: id, bars: [{ kind: 'question', id }] }]
  }

  /**
   * Of each entry that was refused when its turn came, which is why those before it are made again.
   * @param refused places in the list
   */
  ofChange(entries: readonly ChangeEntry[], refused: ReadonlySet<number>, confirmed: boolean): readonly Barred[] {
    const trial = this.state.fork()
    const found: Barred[] = []
    for (const [place, sent] of entries.entries()) {
      const entry = plainEntry(trial, sent)
      if ('message' in entry) continue
      if (refused.has(place)) found.push(...new Barring(trial).ofSelection(entry.question_id, entry.value))
      else changeSelection(trial, entry, confirmed)
    }
    return found
  }
}

/** NOT_FOUND for unknown and expired configurations, and for those of others. */
export async function lookAtBars(visit: Visit, token: string): Promise<Barring> {
  const { state } = await take(visit, token)
  return new Barring(state)
}
