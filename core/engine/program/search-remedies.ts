// The search for the fewest changes that bring something about.
import { replay, type Step } from './replay.js'
import { type Effort, Search, type Shortfall, subsets, type Target, tolerance } from './search.js'
import type { State } from './state.js'

const mostRemedies = 8
/** Remedies of many steps each are offered only up to so many steps together. */
const mostSteps = 48
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
    // Where nothing can bring it about there is nothing to search.
    if (this.failsWhatever(this.questions)) return []
    const shortfall = this.shortfalls().toSorted((a, b) => b.missing - a.missing)[0]
    for (let size = 1; size <= this.questions.length; size++) {
      const found: (readonly Step[])[] = []
      const most = Math.max(1, Math.min(mostRemedies, Math.floor(mostSteps / size)))
      for (const subset of this.promising(size, shortfall)) {
        if (this.spent() || found.length >= most) break
        if (!this.direct && this.failsWhatever(subset)) continue
        const steps = this.assign(subset, [])
        if (steps) found.push(steps)
      }
      if (found.length > 0) return found
      if (this.spent()) break
    }
    return depth > 0 ? this.detours(targetOf, depth) : []
  }

  /** Sets of questions of a size, those with the largest effects first; without those that cannot make up for what is missing. */
  private promising(size: number, shortfall: Shortfall | undefined): Iterable<readonly number[]> {
    if (shortfall) return this.filling(shortfall, this.byGain(shortfall), size, 0, 0)
    if (this.direct) return subsets(this.questions, size)
    const effects = this.effects()
    return subsets(
      [...this.questions].sort((a, b) => effects.get(b)! - effects.get(a)!),
      size,
    )
  }

  /** The questions of a sum by their gains, then all others, which may have to change, too. */
  private byGain({ gains }: Shortfall): Shortfall['gains'] {
    const known = new Set(gains.map(([question]) => question))
    return [...gains, ...this.questions.filter((question) => !known.has(question)).map((question) => [question, 0] as const)]
  }

  private *filling(
    shortfall: Shortfall,
    gains: Shortfall['gains'],
    size: number,
    from: number,
    gained: number,
  ): Generator<readonly number[]> {
    if (size === 0) {
      yield []
      return
    }
    for (let i = from; i <= gains.length - size; i++) {
      // They descend: if the next ones do not do, none of those behind will.
      const best = gains.slice(i, i + size).reduce((sum, [, gain]) => sum + gain, gained)
      if (best < shortfall.missing - tolerance) return
      const [question, gain] = gains[i]!
      for (const rest of this.filling(shortfall, gains, size - 1, i + 1, gained + gain)) yield [question, ...rest]
    }
  }

  /** Other selections for all of these questions with which it comes about. */
  private assign(questions: readonly number[], steps: Step[]): readonly Step[] | null {
    const question = questions[steps.length]
    if (question === undefined) return this.holds() ? this.tried(steps) : null
    const present = this.state.text[question]!
    for (const to of this.domains.get(question)!) {
      if (this.isPresent(question, to) || this.spent()) continue
      this.trial.hold(question, to)
      const open = questions.slice(steps.length + 1)
      const hopeless = open.length > 0 && !this.direct && this.failsWhatever(open)
      const found = hopeless ? null : this.assign(questions, [...steps, { question, to }])
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
export function searchRemedies(state: State, target: Target, targetOf: TargetOf, effort?: Effort): Remedies {
  const search = new RemedySearch(state, target, effort)
  const remedies = search.remedies(targetOf, deepest)
  return { remedies, exact: search.exact }
}
