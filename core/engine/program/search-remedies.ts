// The fewest changes that bring something about, each tried out in an order in which it can be made.
import { replay, type Step } from './replay.js'
import { Search, subsets, type Target } from './search.js'
import type { State } from './state.js'

const mostRemedies = 8
/** Sets of changes that would do if they could be made, for each of which the way is searched. */
const mostBlocked = 6

/** What stands between a step and the state: the question or the answer that does not apply; null where nothing does. */
export type TargetOf = (step: Step) => Target | null

export interface Remedies {
  /** The smallest sets of changes that bring it about, each in an order in which they can be made; all of one size. */
  readonly remedies: readonly (readonly Step[])[]
  /** False where the search gave up, or could not try every value of a calculation. */
  readonly exact: boolean
}

class RemedySearch extends Search {
  private readonly blocked: (readonly Step[])[] = []

  /** The smallest sets of changes, sizes ascending; where none can be made, ways that lead through other questions. */
  remedies(targetOf: TargetOf, depth: number): readonly (readonly Step[])[] {
    for (let size = 1; size <= this.questions.length; size++) {
      const found: (readonly Step[])[] = []
      for (const subset of subsets(this.questions, size)) {
        if (this.spent() || found.length >= mostRemedies) break
        const steps = this.assign(subset, [])
        if (steps) found.push(steps)
      }
      if (found.length > 0) return found
      if (this.spent()) break
    }
    return depth > 0 ? this.detours(targetOf, depth) : []
  }

  /** Other selections for all of these questions with which it comes about. */
  private assign(questions: readonly number[], steps: Step[]): readonly Step[] | null {
    const question = questions[steps.length]
    if (question === undefined) return this.holds() ? this.tried(steps) : null
    const present = this.state.text[question]!
    for (const to of this.domains.get(question)!) {
      if (this.isPresent(question, to) || this.spent()) continue
      this.trial.hold(question, to)
      const found = this.assign(questions, [...steps, { question, to }])
      this.trial.hold(question, present)
      if (found) return found
    }
    return null
  }

  /** The present selection, where no other comes out like it. */
  private isPresent(question: number, to: string | null): boolean {
    return to === this.state.text[question]! && (this.alike.get(question)?.get(to)?.length ?? 1) === 1
  }

  /** The steps as they were seen to work, or others with the same outcome. */
  private tried(steps: readonly Step[]): readonly Step[] | null {
    for (const variant of this.variants(steps)) {
      if (this.spent()) break
      this.effort.replays++
      const order = replay(this.state, variant, (after) => this.target.works(after))
      if (order) return order
    }
    if (this.blocked.length < mostBlocked) this.blocked.push(steps)
    return null
  }

  private *variants(steps: readonly Step[]): Generator<readonly Step[]> {
    const [first, ...rest] = steps
    if (!first) {
      yield []
      return
    }
    const values = this.alike.get(first.question)?.get(first.to) ?? [first.to]
    const others = values.filter((to) => to !== this.state.text[first.question]!)
    for (const tail of this.variants(rest)) for (const to of others) yield [{ ...first, to }, ...tail]
  }

  /** Brings about first what the steps need that cannot be made now. */
  private detours(targetOf: TargetOf, depth: number): readonly (readonly Step[])[] {
    if (this.blocked.length > 0) this.exact = false
    const found: (readonly Step[])[] = []
    for (const steps of this.blocked) {
      const ways = steps.reduce<readonly (readonly Step[])[]>(
        (before, step) => {
          const target = targetOf(step)
          const first = target ? new RemedySearch(this.state, target, this.effort).remedies(targetOf, depth - 1) : [[]]
          return before.flatMap((way) => first.map((more) => [...way, ...more, step]))
        },
        [[]],
      )
      const way = ways.map((steps_) => this.replayed(steps_)).find((one) => one !== null)
      if (way) found.push(way)
    }
    const fewest = Math.min(...found.map(({ length }) => length))
    return found.filter(({ length }) => length === fewest)
  }

  private replayed(steps: readonly Step[]): readonly Step[] | null {
    const questions = new Set(steps.map(({ question }) => question))
    if (questions.size < steps.length || this.spent()) return null
    this.effort.replays++
    return replay(this.state, steps, (after) => this.target.works(after))
  }
}

/** How many others a change may need first, one behind the other. */
const deepest = 2

/** What would bring the target about. */
export function searchRemedies(state: State, target: Target, targetOf: TargetOf): Remedies {
  const search = new RemedySearch(state, target)
  const remedies = search.remedies(targetOf, deepest)
  return { remedies, exact: search.exact }
}
