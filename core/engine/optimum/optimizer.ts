// Finds the best complete configuration of a product, proves that it is optimal, and finds the next best ones.
import {
  openConfiguration,
  resumeConfiguration,
  initializeConfiguration as begin,
  currentSelections,
} from '../program/configuration.js'
import { type EvaluationContext, measureNode } from '../program/program.js'
import { questionsOfNode } from '../program/dependency-graph.js'
import type { ProductSource } from '../program/source.js'
import type { ConfigurationState } from '../program/state.js'
import type { EngineTypes } from '../program/source.js'
import { createProofModel, type ProofModel } from '../proof/proof-model.js'
import { finishableConstraint } from '../proof/formulas.js'
import { findReachable } from '../proof/reachability.js'
import { createProver, type Prover } from '../proof/solver.js'
import { addSettledConstraints, addRequiredConstraints } from '../proof/reachability.js'
import { compileWithTables } from '../variant/variant-compiler.js'
import { type Box, createDomain, isRange, numberPiece, type Piece, type Variable, Variables } from './box.js'
import { CostBounds, costParts, satisfiesPreference, preferredNumbers, CalculatedLimits } from './costs.js'
import type { Aim, OptimalConfiguration, OptimumReport, OptimumRequest, Preference } from './optimum-request.js'
import { CandidateChecker } from './candidate-checker.js'
import { CostEstimator } from './cost-estimator.js'
import { type BestConfiguration, type SearchGoal, BranchAndBound } from './branch-and-bound.js'

/** The cost parts of each objective, the most important first. */
const orders: Readonly<Record<Aim, readonly number[]>> = {
  cheapest: [costParts.net, costParts.recurring, costParts.unmet, costParts.changes],
  lightest: [costParts.weight, costParts.net, costParts.recurring, costParts.unmet, costParts.changes],
  closest: [costParts.unmet, costParts.net, costParts.recurring, costParts.changes],
}

function goalOf({ aim, ceilings, mostChanges: maxChanges, ties }: OptimumRequest): SearchGoal {
  const order = orders[aim]
  const unlimited = Number.MAX_SAFE_INTEGER
  return {
    order: ties ? order : order.slice(0, 1),
    limits: [
      ceilings.net ?? unlimited,
      ceilings.recurring ?? unlimited,
      ceilings.weight ?? unlimited,
      unlimited,
      maxChanges ?? unlimited,
    ],
  }
}

/** Splits number ranges at the limits of preferences. */
function splitPiece(piece: Piece, { step }: Variable, wishes: readonly Preference[]): readonly Piece[] {
  let pieces = [piece]
  const ends = wishes.flatMap((wish) => {
    const { min, max } = wish
    const points = preferredNumbers(wish).flatMap((point) => [point, point + step])
    return [...(min === undefined ? [] : [min]), ...(max === undefined ? [] : [max + step]), ...points]
  })
  for (const end of ends) {
    pieces = pieces.flatMap((range) => {
      if (!isRange(range) || end <= range.low! || end > range.high!) return [range]
      const from = Number((range.low! + Math.ceil(Number(((end - range.low!) / step).toPrecision(15))) * step).toPrecision(15))
      const below = Number((from - step).toPrecision(15))
      return from > range.high!
        ? [range]
        : [numberPiece(range.value, range.low!, below), numberPiece(range.value, from, range.high!)]
    })
  }
  return pieces
}

/** The initial search space: all values that the product and the mandatory preferences allow. Null if it is empty. */
function boxOf(
  model: ProofModel,
  prover: Prover,
  variables: Variables,
  state: ConfigurationState,
  wishes: readonly Preference[],
): Box | null {
  const { program } = state
  const { formulas } = model
  const box: Box[number][] = []
  for (const variable of variables.list) {
    const { id, type } = program.questions[variable.question]!
    const ownPreferences = wishes.filter(({ question_id }) => question_id === id)
    const mandatory = type.multiple ? [] : ownPreferences.filter(({ weight }) => weight === null)
    const all = variable.root.pieces.flatMap((piece) => splitPiece(piece, variable, ownPreferences))
    const pieces = all.filter((piece) => mandatory.every((wish) => satisfiesPreference(wish, piece)))
    if (pieces.length === 0) return null
    box.push(createDomain(pieces))
    const values = new Set(pieces.map(({ value }) => value))
    prover.require(null, formulas.in(variable.subject, values))
  }
  for (const { question_id, values = [], weight } of wishes) {
    const index = program.questionIndex.get(question_id)
    if (index === undefined || weight !== null || !program.questions[index]!.type.multiple) continue
    const ticks = variables.of[index]!.filter(({ answer }) => values.includes(String(program.answers[answer]!.id)))
    prover.require(null, formulas.or(ticks.map(({ subject }) => formulas.in(subject, [1]))))
  }
  return box
}

/** Forbids answers that no variable contains because they are unavailable. */
function forbidUnavailable(model: ProofModel, prover: Prover, variables: Variables): void {
  const open = new Set(variables.list.flatMap(({ subject, root }) => root.pieces.map(({ value }) => `${subject}:${value}`)))
  for (const { subject, value } of model.answerOf.values())
    if (!open.has(`${subject}:${value}`)) prover.require(null, model.formulas.not(model.formulas.in(subject, [value])))
}

/** Whether a price or weight reads a question whose values are only sampled. */
function readsSamples({ program }: ConfigurationState, variables: Variables, measures: readonly number[]): boolean {
  return program.questions.some(({ index }) =>
    measures.some((measure) =>
      questionsOfNode(program, measureNode(program, index, measure)).some(
        (question) => question !== index && variables.of[question]!.some(({ sampled }) => sampled),
      ),
    ),
  )
}

function toConfiguration(
  { state, path, cost }: BestConfiguration,
  costs: CostBounds,
  toFill: ReadonlySet<number>,
  proven: boolean,
): OptimalConfiguration {
  const { questions, source } = state.program
  const open = questions.filter(({ index }) => toFill.has(index) && state.text[index] === null && state.applies(index))
  return {
    selections: currentSelections(state),
    changes: path,
    toFill: open.filter((question) => question.source.required).map(({ id }) => id),
    net: cost[costParts.net]!,
    recurring: source.use_recurring_pricing ? cost[costParts.recurring]! : 0,
    weight: cost[costParts.weight]!,
    unmet: costs.unmet(state),
    proven,
  }
}

/** The maximum share of the time budget. */
const share = 0.3

/** Values that could not be checked in time remain. Returns null if no value is possible. */
function removeImpossibleValues(box: Box, { list }: Variables, prover: Prover, spent: (share: number) => boolean): Box | null {
  const possibleValues = list.map(() => new Set<number>())
  const recordExample = (): void => {
    const example = prover.example()
    for (const { index, subject } of list) possibleValues[index]!.add(example[subject]!)
  }
  const verdict = prover.possible([])
  if (verdict === 'no') return null
  if (verdict === 'unknown') return box
  recordExample()
  return box.map((domain, index) => {
    const { subject } = list[index]!
    const impossibleValues = new Set<number>()
    for (const value of new Set(domain.pieces.map((piece) => piece.value))) {
      if (possibleValues[index]!.has(value) || spent(share)) continue
      const verdict = prover.possible([prover.value(subject, value)])
      if (verdict === 'yes') recordExample()
      if (verdict === 'no') impossibleValues.add(value)
    }
    return impossibleValues.size === 0 ? domain : createDomain(domain.pieces.filter(({ value }) => !impossibleValues.has(value)))
  })
}

/** Runs the optimizer. `spent` returns whether that share of the time budget is used up; 1 = the whole budget. */
export async function optimizeConfiguration(
  source: ProductSource,
  types: EngineTypes,
  context: EvaluationContext,
  request: OptimumRequest,
  spent: (share: number) => boolean,
): Promise<OptimumReport> {
  const program = compileWithTables(source, types)
  const model = createProofModel(source, types)
  const start = request.from === null ? begin(program, context).state : resumeConfiguration(program, context, request.from).state
  const variables = new Variables(program, model, context, start, request.wishes)
  let share = request.alternatives > 0 ? 0.6 : 1
  const prover = await createProver(model.formulas, model.sizes, () => spent(share))
  try {
    addSettledConstraints(model, prover, findReachable(model, new Set()))
    addRequiredConstraints(model, prover, null, finishableConstraint)
    forbidUnavailable(model, prover, variables)
    const requested = boxOf(model, prover, variables, start, request.wishes)
    const box = requested && removeImpossibleValues(requested, variables, prover, spent)
    if (box === null) return { configurations: [], impossible: true, bound: null }
    const reckoner = new CostEstimator(openConfiguration(program, context), variables)
    const costs = new CostBounds(start, variables, reckoner, request)
    const limits = new CalculatedLimits(program, variables, reckoner)
    const checker = new CandidateChecker(start, variables)
    const goal = goalOf(request)
    const measures = goal.order.filter((part) => part < costParts.unmet)
    const isSampled = readsSamples(start, variables, measures)
    const configurations: OptimalConfiguration[] = []
    let bound: number | null = null
    let impossible = false
    let lost: BranchAndBound['lost'] = null
    for (let attempt = 0; attempt <= request.alternatives; attempt++) {
      const search = new BranchAndBound(goal, variables, costs, checker, prover, model.formulas, reckoner, limits)
      search.lost = lost
      const remaining = search.run(box)
      lost = search.lost
      const proven = remaining === null && !search.isUncertain && !isSampled
      const first = goal.order[0]!
      if (attempt === 0) {
        impossible = proven && search.best === null
        const minimum = remaining?.[first] ?? search.best?.cost[first] ?? null
        bound = search.isUncertain || isSampled || minimum === null || !Number.isFinite(minimum) ? null : minimum
      }
      if (search.best === null) break
      configurations.push(
        toConfiguration(
          search.best,
          costs,
          variables.toFill,
          proven && configurations.every((configuration) => configuration.proven),
        ),
      )
      if (!search.exclude(search.best.pieces)) break
      share = 0.6 + (0.4 * (attempt + 1)) / request.alternatives
    }
    return { configurations: configurations, impossible, bound }
  } finally {
    prover.dispose()
  }
}
