// Checks which answers can be added to a partial configuration, and explains conflicts.
import type { ProductSource, EngineTypes } from '../program/source.js'
import { createProofModel, type ProofModel } from './proof-model.js'
import { type AnswerModel, completeConstraint } from './formulas.js'
import { findReachable, answerLiteral, addSettledConstraints, addRequiredConstraints } from './reachability.js'
import { createProver, createSubsetMap, type Literal, type Prover, type Verdict, type SubsetMap } from './solver.js'

/** The current selections by question id, in normalized form. */
export type CurrentSelections = ReadonlyMap<number, string>

interface GuidanceResult {
  /** Whether the current selections can be completed. */
  readonly feasible: boolean
  /** Applicable answers that can still be completed, of questions without selection (or multi-select questions). */
  readonly extendable: readonly number[]
  /** Applicable answers that cannot be completed. */
  readonly deadEnds: readonly number[]
  /** True if the time budget ended. Answers in neither list are undecided. */
  readonly gaveUp: boolean
}

interface ConflictResult {
  /** Minimal sets of questions whose selections exclude the requested one, smallest first, with at most `size` questions each. */
  readonly minimalConflicts: readonly (readonly number[])[]
  /**
   * The smallest sets of questions to clear to allow the requested selection. Empty if more than `size` questions would be
   * necessary.
   */
  readonly minimumCorrections: readonly (readonly number[])[]
  readonly gaveUp: boolean
}

export interface Guide {
  /** `applies` returns whether an answer applies in the current configuration. Unknown selections are ignored. */
  guide(selections: CurrentSelections, applies: (answerId: number) => boolean, milliseconds: number): GuidanceResult
  /** Whether the question accepts the selection. */
  acceptsSelection(question: number, value: string): boolean
  /** Explains why the requested selection cannot be combined with the current ones. Both lists are empty if it can. */
  conflicts(
    selections: CurrentSelections,
    requested: { readonly question: number; readonly value: string },
    milliseconds: number,
    size?: number,
  ): Promise<ConflictResult>
  dispose(): void
}

const maxCompletions = 400
const maxReasons = 12

/** A cache of results for all configurations of a product: complete configurations, and reasons that exclude answers. */
class GuidanceCache {
  /** The values of all subjects. The latest completion is the last. */
  readonly completions: Int32Array[] = []
  /** By answer: sets of assumptions that exclude it. */
  private readonly reasons = new Map<number, (readonly Literal[])[]>()

  /** Caches a completion and returns it. */
  addCompletion(values: Int32Array): Int32Array {
    if (this.completions.length >= maxCompletions) this.completions.splice(0, maxCompletions / 4)
    this.completions.push(values)
    return values
  }

  /** Caches a reason why no completion contains the answer. */
  addExclusion(answer: number, reason: readonly Literal[]): void {
    const existing = this.reasons.get(answer)
    if (!existing) this.reasons.set(answer, [reason])
    else if (existing.length < maxReasons) existing.push(reason)
    else existing[existing.indexOf(existing.reduce((a, b) => (b.length > a.length ? b : a)))] = reason
  }

  /** Whether a cached reason applies to the current assumptions. */
  excludes(answer: number, assumptions: ReadonlySet<Literal>): boolean {
    return this.reasons.get(answer)?.some((reason) => reason.every((literal) => assumptions.has(literal))) ?? false
  }
}

interface ConflictSets {
  /** Sets of part indexes that cannot hold together. Each is minimal. */
  readonly conflicts: readonly (readonly number[])[]
  /** Sets of part indexes whose removal makes the rest satisfiable. Each is minimal. */
  readonly corrections: readonly (readonly number[])[]
  /** True if the time budget ended before all sets were found. */
  readonly gaveUp: boolean
}

/**
 * `map` must be a new map for this number of parts. `possible` checks a list of literals together with all fixed assumptions.
 * `core` returns the conflicting literals after the result 'no'. If all parts can hold together, both lists are empty.
 */
function enumerateConflicts(
  map: SubsetMap,
  parts: readonly (readonly Literal[])[],
  possible: (literals: readonly Literal[]) => Verdict,
  core: () => readonly Literal[],
  expired: () => boolean,
): ConflictSets {
  const conflicts: number[][] = []
  const corrections: number[][] = []
  const everyPart = [...parts.keys()]
  const check = (indexes: Iterable<number>): Verdict => possible([...indexes].flatMap((i) => parts[i]!))
  for (let seed = map.next(); seed !== null; seed = map.next()) {
    if (expired()) return { conflicts, corrections, gaveUp: true }
    const verdict = check(seed)
    if (verdict === 'unknown') return { conflicts, corrections, gaveUp: true }
    if (verdict === 'yes') {
      const satisfiable = new Set(seed)
      for (const i of everyPart) if (!satisfiable.has(i) && check([...satisfiable, i]) === 'yes') satisfiable.add(i)
      const missing = everyPart.filter((i) => !satisfiable.has(i))
      if (missing.length > 0) corrections.push(missing)
      map.blockSubsetsOf(satisfiable)
    } else {
      const failed = new Set(core())
      let conflict = [...seed].filter((i) => parts[i]!.some((literal) => failed.has(literal)))
      for (const i of [...conflict]) {
        const smaller = conflict.filter((other) => other !== i)
        if (check(smaller) === 'no') conflict = smaller
      }
      conflicts.push(conflict)
      map.blockSupersetsOf(conflict)
    }
  }
  return { conflicts, corrections, gaveUp: expired() }
}

/** Prepares guidance for all configurations of a product. `now` returns milliseconds. */
export async function createGuide(source: ProductSource, types: EngineTypes, now: () => number): Promise<Guide> {
  const model = createProofModel(source, types)
  let deadline = Number.POSITIVE_INFINITY
  const expired = (): boolean => now() > deadline
  const prover = await createProver(model.formulas, model.sizes, expired)
  const lessons = new GuidanceCache()
  addSettledConstraints(model, prover, findReachable(model, new Set()))
  addRequiredConstraints(model, prover, null, completeConstraint)
  return {
    guide(selections, applies, milliseconds) {
      deadline = now() + milliseconds
      return computeGuidance(model, prover, lessons, selections, applies, expired)
    },
    acceptsSelection: (question, value) => model.entryOf(question, value) !== null,
    async conflicts(selections, requested, milliseconds, size = 4) {
      const base = unavailable(model, selections, requested).map((answer) => -answerLiteral(prover, answer))
      const requestedLiterals = literalsOf(model, prover, requested.question, requested.value)
      const otherSelections = [...selections].filter(([question]) => question !== requested.question)
      const parts = otherSelections.flatMap(([question, value]) => {
        const literals = literalsOf(model, prover, question, value)
        return literals ? [{ question, literals }] : []
      })
      if (!requestedLiterals) return { minimalConflicts: [], minimumCorrections: [], gaveUp: false }
      const map = await createSubsetMap(parts.length)
      // There is no await after this line, so no other call can change the deadline.
      deadline = now() + milliseconds
      const literals = parts.map((part) => part.literals)
      const check = (additional: readonly Literal[]): Verdict => prover.possible([...base, ...requestedLiterals, ...additional])
      const conflictSets = enumerateConflicts(map, literals, check, () => prover.core(), expired)
      map.dispose()
      const toQuestions = (sets: readonly (readonly number[])[]): number[][] =>
        sets.map((set) => set.map((i) => parts[i]!.question)).sort((a, b) => a.length - b.length)
      const minSize = Math.min(...conflictSets.corrections.map((set) => set.length))
      return {
        minimalConflicts: toQuestions(conflictSets.conflicts.filter((set) => set.length <= size)),
        minimumCorrections:
          minSize > size || minSize === 0 ? [] : toQuestions(conflictSets.corrections.filter((set) => set.length === minSize)),
        gaveUp: conflictSets.gaveUp,
      }
    },
    dispose: () => prover.dispose(),
  }
}

function literalsOf(model: ProofModel, prover: Prover, question: number, value: string): Literal[] | null {
  return model.entryOf(question, value)?.map((entry) => prover.value(entry.subject, entry.value)) ?? null
}

/** Unavailable answers are in no completion, unless they are already selected or requested. */
function unavailable(
  model: ProofModel,
  selections: CurrentSelections,
  requested?: { readonly question: number; readonly value: string },
): readonly AnswerModel[] {
  const exempt = new Set(
    [...selections, ...(requested ? [[requested.question, requested.value] as const] : [])].flatMap(([, value]) =>
      value.split(','),
    ),
  )
  return [...model.answerOf.values()].filter((answer) => !answer.selectable && !exempt.has(String(answer.id)))
}

function computeGuidance(
  model: ProofModel,
  prover: Prover,
  lessons: GuidanceCache,
  selections: CurrentSelections,
  applies: (answerId: number) => boolean,
  expired: () => boolean,
): GuidanceResult {
  const entries = [...selections].flatMap(([question, value]) => model.entryOf(question, value) ?? [])
  const unavailableAnswers = unavailable(model, selections)
  const assumptions = [
    ...unavailableAnswers.map((answer) => -answerLiteral(prover, answer)),
    ...entries.map(({ subject, value }) => prover.value(subject, value)),
  ]
  const candidates = model.questions.flatMap((question) => {
    const selection = selections.get(question.id)
    const applicable = question.answers.filter((answer) => applies(answer.id))
    if (selection === undefined) return applicable
    // More answers can be added to a multi-select question.
    const selectedIds = new Set(selection.split(','))
    return question.subjects.length > 1 ? applicable.filter((answer) => !selectedIds.has(String(answer.id))) : []
  })
  const possibleIds = new Set<number>()
  const impossibleIds = new Set<number>()
  // One completion proves many answers to be possible.
  const recordPossible = (values: Int32Array): void => {
    for (const { id, subject, value } of candidates) if (values[subject] === value) possibleIds.add(id)
  }
  const fits = (values: Int32Array): boolean =>
    entries.every(({ subject, value }) => values[subject] === value) &&
    unavailableAnswers.every(({ subject, value }) => values[subject] !== value)
  const cachedCompletions = lessons.completions.filter(fits)
  for (const values of cachedCompletions) recordPossible(values)
  if (cachedCompletions.length === 0) {
    const verdict = prover.possible(assumptions)
    if (verdict !== 'yes') {
      const deadEnds = verdict === 'no' ? candidates.map((answer) => answer.id) : []
      return { feasible: false, extendable: [], deadEnds, gaveUp: verdict === 'unknown' }
    }
    recordPossible(lessons.addCompletion(prover.example()))
  }
  const assumptionSet = new Set(assumptions)
  for (const answer of candidates) {
    if (possibleIds.has(answer.id)) continue
    if (!answer.selectable || lessons.excludes(answer.id, assumptionSet)) {
      impossibleIds.add(answer.id)
      continue
    }
    if (expired()) continue
    const requestedLiteral = answerLiteral(prover, answer)
    const verdict = prover.possible([...assumptions, requestedLiteral])
    if (verdict === 'yes') recordPossible(lessons.addCompletion(prover.example()))
    if (verdict !== 'no') continue
    impossibleIds.add(answer.id)
    lessons.addExclusion(
      answer.id,
      prover.core().filter((literal) => literal !== requestedLiteral),
    )
  }
  const undecided = possibleIds.size + impossibleIds.size < candidates.length
  return {
    feasible: true,
    extendable: filterIds(candidates, possibleIds),
    deadEnds: filterIds(candidates, impossibleIds),
    gaveUp: undecided,
  }
}

function filterIds(answers: readonly { readonly id: number }[], ids: ReadonlySet<number>): number[] {
  return answers.filter((answer) => ids.has(answer.id)).map((answer) => answer.id)
}
