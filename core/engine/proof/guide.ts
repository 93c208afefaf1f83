// Guides a partial configuration: which answers can still be completed, and for one that cannot, what stands in its way.
import type { ProductSource } from '../program/source.js'
import type { EngineTypes } from '../program/types.js'
import { abstract, type Abstraction } from './abstract.js'
import { enumerateConflicts } from './conflicts.js'
import { Lessons } from './lessons.js'
import { type AnswerModel, complete } from './model.js'
import { reach } from './reach.js'
import { createProver, createSubsetMap, type Literal, type Prover, type Verdict } from './solver.js'
import { chosen, requireSettled, requireWhole } from './valid-state.js'

/** What is held, by question id, in the form in which selections are held. */
export type Held = ReadonlyMap<number, string>

export interface FoundGuidance {
  /** Whether what is held can be completed at all. */
  readonly feasible: boolean
  /** Answers that apply now, of questions that hold nothing (or take several), which can still be completed. */
  readonly extendable: readonly number[]
  /** Such answers that cannot. */
  readonly deadEnds: readonly number[]
  /** The time budget ended first: answers in neither list are undecided. */
  readonly gaveUp: boolean
}

export interface FoundConflicts {
  /** Minimal sets of questions whose selections exclude the wanted one, smallest first, at most `size` questions each. */
  readonly minimalConflicts: readonly (readonly number[])[]
  /** The smallest sets of questions to clear so that the wanted selection can be completed; empty where more than `size` are needed. */
  readonly minimumCorrections: readonly (readonly number[])[]
  readonly gaveUp: boolean
}

export interface Guide {
  /** `applies` is the state of the configuration: whether an answer applies now. Selections that do not fit are left out. */
  guide(held: Held, applies: (answerId: number) => boolean, milliseconds: number): FoundGuidance
  /** Whether the question can hold the selection at all. */
  knows(question: number, value: string): boolean
  /** Why the wanted selection cannot be completed beside what is held. Both lists are empty where it can. */
  conflicts(
    held: Held,
    wanted: { readonly question: number; readonly value: string },
    milliseconds: number,
    size?: number,
  ): Promise<FoundConflicts>
  dispose(): void
}

/** Prepares a product for guidance; serves all its configurations. `now` gives milliseconds. */
export async function createGuide(source: ProductSource, types: EngineTypes, now: () => number): Promise<Guide> {
  const model = abstract(source, types)
  let deadline = Number.POSITIVE_INFINITY
  const expired = (): boolean => now() > deadline
  const prover = await createProver(model.formulas, model.sizes, expired)
  const lessons = new Lessons()
  requireSettled(model, prover, reach(model, new Set()))
  requireWhole(model, prover, null, complete)
  return {
    guide(held, applies, milliseconds) {
      deadline = now() + milliseconds
      return guidance(model, prover, lessons, held, applies, expired)
    },
    knows: (question, value) => model.entryOf(question, value) !== null,
    async conflicts(held, wanted, milliseconds, size = 4) {
      const base = unavailable(model, held, wanted).map((answer) => -chosen(prover, answer))
      const want = literalsOf(model, prover, wanted.question, wanted.value)
      const others = [...held].filter(([question]) => question !== wanted.question)
      const parts = others.flatMap(([question, value]) => {
        const literals = literalsOf(model, prover, question, value)
        return literals ? [{ question, literals }] : []
      })
      if (!want) return { minimalConflicts: [], minimumCorrections: [], gaveUp: false }
      const map = await createSubsetMap(parts.length)
      // From here on nothing waits, so no other call moves the deadline.
      deadline = now() + milliseconds
      const literals = parts.map((part) => part.literals)
      const judge = (kept: readonly Literal[]): Verdict => prover.possible([...base, ...want, ...kept])
      const found = enumerateConflicts(map, literals, judge, () => prover.core(), expired)
      map.dispose()
      const named = (sets: readonly (readonly number[])[]): number[][] =>
        sets.map((set) => set.map((i) => parts[i]!.question)).sort((a, b) => a.length - b.length)
      const fewest = Math.min(...found.corrections.map((set) => set.length))
      return {
        minimalConflicts: named(found.conflicts.filter((set) => set.length <= size)),
        minimumCorrections: fewest > size || fewest === 0 ? [] : named(found.corrections.filter((set) => set.length === fewest)),
        gaveUp: found.gaveUp,
      }
    },
    dispose: () => prover.dispose(),
  }
}

function literalsOf(model: Abstraction, prover: Prover, question: number, value: string): Literal[] | null {
  return model.entryOf(question, value)?.map((entry) => prover.value(entry.subject, entry.value)) ?? null
}

/** Answers that cannot be chosen now are in no completion, unless they are held or wanted. */
function unavailable(
  model: Abstraction,
  held: Held,
  wanted?: { readonly question: number; readonly value: string },
): readonly AnswerModel[] {
  const kept = new Set(
    [...held, ...(wanted ? [[wanted.question, wanted.value] as const] : [])].flatMap(([, value]) => value.split(',')),
  )
  return [...model.answerOf.values()].filter((answer) => !answer.selectable && !kept.has(String(answer.id)))
}

function guidance(
  model: Abstraction,
  prover: Prover,
  lessons: Lessons,
  held: Held,
  applies: (answerId: number) => boolean,
  expired: () => boolean,
): FoundGuidance {
  const entries = [...held].flatMap(([question, value]) => model.entryOf(question, value) ?? [])
  const banned = unavailable(model, held)
  const assumed = [
    ...banned.map((answer) => -chosen(prover, answer)),
    ...entries.map(({ subject, value }) => prover.value(subject, value)),
  ]
  const open = model.questions.flatMap((question) => {
    const selection = held.get(question.id)
    const applying = question.answers.filter((answer) => applies(answer.id))
    if (selection === undefined) return applying
    // A question that takes several answers can be given more of them.
    const taken = new Set(selection.split(','))
    return question.subjects.length > 1 ? applying.filter((answer) => !taken.has(String(answer.id))) : []
  })
  const alive = new Set<number>()
  const dead = new Set<number>()
  // One completion shows many answers to be alive at once.
  const learn = (values: Int32Array): void => {
    for (const { id, subject, value } of open) if (values[subject] === value) alive.add(id)
  }
  const fits = (values: Int32Array): boolean =>
    entries.every(({ subject, value }) => values[subject] === value) &&
    banned.every(({ subject, value }) => values[subject] !== value)
  const known = lessons.completions.filter(fits)
  for (const values of known) learn(values)
  if (known.length === 0) {
    const verdict = prover.possible(assumed)
    if (verdict !== 'yes') {
      const deadEnds = verdict === 'no' ? open.map((answer) => answer.id) : []
      return { feasible: false, extendable: [], deadEnds, gaveUp: verdict === 'unknown' }
    }
    learn(lessons.completed(prover.example()))
  }
  const standing = new Set(assumed)
  for (const answer of open) {
    if (alive.has(answer.id)) continue
    if (!answer.selectable || lessons.excludes(answer.id, standing)) {
      dead.add(answer.id)
      continue
    }
    if (expired()) continue
    const wanted = chosen(prover, answer)
    const verdict = prover.possible([...assumed, wanted])
    if (verdict === 'yes') learn(lessons.completed(prover.example()))
    if (verdict !== 'no') continue
    dead.add(answer.id)
    lessons.excluded(
      answer.id,
      prover.core().filter((literal) => literal !== wanted),
    )
  }
  const undecided = alive.size + dead.size < open.length
  return { feasible: true, extendable: inOrder(open, alive), deadEnds: inOrder(open, dead), gaveUp: undecided }
}

function inOrder(answers: readonly { readonly id: number }[], ids: ReadonlySet<number>): number[] {
  return answers.filter((answer) => ids.has(answer.id)).map((answer) => answer.id)
}
