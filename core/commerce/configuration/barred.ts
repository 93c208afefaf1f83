// Finds the rules that block a selection, an answer or a question. The shop uses them to find rules that turn shoppers away.
import { type BlockingRule, findBlockingRules } from '../../engine/program/blocking-rules.js'
import { changeSelection } from '../../engine/program/configuration.js'
import type { ConfigurationState } from '../../engine/program/state.js'
import type { Visit } from '../visit.js'
import type { ChangeEntry } from './define.js'
import { plainEntry } from './entry.js'
import { take } from './take.js'

/** A question and the rules that block a selection of it. Leaves out the selection itself, because the shopper may have typed it. */
export interface Barred {
  readonly question_id: number
  readonly bars: readonly BlockingRule[]
}

/** A configuration at the time of the request; later changes to the stored row do not affect it. */
export class Barring {
  constructor(private readonly state: ConfigurationState) {}

  /** Empty if no rule blocks the selection. */
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
   * The blocking rules of each refused entry. Applies the preceding entries again first, because they can affect the refusal.
   * @param refused indexes of entries
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

/** NOT_FOUND for unknown and expired configurations, and for other shoppers' configurations. */
export async function lookAtBars(visit: Visit, token: string): Promise<Barring> {
  const { state } = await take(visit, token)
  return new Barring(state)
}
