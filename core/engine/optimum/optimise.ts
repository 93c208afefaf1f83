// Finds the best complete configuration of a product, proves that it is optimal, and finds the next best ones.
import { open, resume, start as begin } from '../program/configure.js'
import type { EvaluationContext } from '../program/context.js'
import { figureNode } from '../program/program.js'
import { questionsOfNode } from '../program/reads.js'
import type { ProductSource } from '../program/source.js'
import type { State } from '../program/state.js'
import type { EngineTypes } from '../program/types.js'
import { heldSelections } from '../program/view.js'
import { abstract, type Abstraction } from '../proof/abstract.js'
import { finishable } from '../proof/model.js'
import { reach } from '../proof/reach.js'
import { createProver, type Prover } from '../proof/solver.js'
import { requireSettled, requireWhole } from '../proof/valid-state.js'
import { compileWithTables } from '../variant/compile.js'
import { aliveIn } from './alive.js'
import { type Box, domainOf, isRange, numberPiece, type Piece, type Variable, Variables } from './box.js'
import { Costs, parts } from './costs.js'
import type { Aim, FoundConfiguration, OptimumReport, OptimumRequest, Wish } from './define.js'
import { Judge } from './judge.js'
import { CalculatedLimits } from './limits.js'
import { Reckoner } from './reckon.js'
import { type Best, type Goal, Search } from './search.js'
import { satisfiesPreference, numbersIn } from './wish.js'

/** The cost parts of each objective, the most important first. */
const orders: Readonly<Record<Aim, readonly number[]>> = {
  cheapest: [parts.net, parts.recurring, parts.unmet, parts.changes],
  lightest: [parts.weight, parts.net, parts.recurring, parts.unmet, parts.changes],
  closest: [parts.unmet, parts.net, parts.recurring, parts.changes],
}

function goalOf({ aim, ceilings, mostChanges, ties }: OptimumRequest): Goal {
  const order = orders[aim]
  const unlimited = Number.MAX_SAFE_INTEGER
  return {
    order: ties ? order : order.slice(0, 1),
    limits: [
      ceilings.net ?? unlimited,
      ceilings.recurring ?? unlimited,
      ceilings.weight ?? unlimited,
      unlimited,
      mostChanges ?? unlimited,
    ],
  }
}

/** Splits number ranges at the limits of preferences. */
function splitPiece(piece: Piece, { step }: Variable, wishes: readonly Wish[]): readonly Piece[] {
  let pieces = [piece]
  const ends = wishes.flatMap((wish) => {
    const { min, max } = wish
    const points = numbersIn(wish).flatMap((point) => [point, point + step])
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
function boxOf(model: Abstraction, prover: Prover, variables: Variables, state: State, wishes: readonly Wish[]): Box | null {
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
    box.push(domainOf(pieces))
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
function forbidUnavailable(model: Abstraction, prover: Prover, variables: Variables): void {
  const open = new Set(variables.list.flatMap(({ subject, root }) => root.pieces.map(({ value }) => `${subject}:${value}`)))
  for (const { subject, value } of model.answerOf.values())
    if (!open.has(`${subject}:${value}`)) prover.require(null, model.formulas.not(model.formulas.in(subject, [value])))
}

/** Whether a price or weight reads a question whose values are only sampled. */
function readsSamples({ program }: State, variables: Variables, measures: readonly number[]): boolean {
  return program.questions.some(({ index }) =>
    measures.some((measure) =>
      questionsOfNode(program, figureNode(program, index, measure)).some(
        (question) => question !== index && variables.of[question]!.some(({ sampled }) => sampled),
      ),
    ),
  )
}

function toConfiguration(
  { state, path, cost }: Best,
  costs: Costs,
  toFill: ReadonlySet<number>,
  proven: boolean,
): FoundConfiguration {
  const { questions, source } = state.program
  const open = questions.filter(({ index }) => toFill.has(index) && state.text[index] === null && state.applies(index))
  return {
    selections: heldSelections(state),
    changes: path,
    toFill: open.filter((question) => question.source.required).map(({ id }) => id),
    net: cost[parts.net]!,
    recurring: source.use_recurring_pricing ? cost[parts.recurring]! : 0,
    weight: cost[parts.weight]!,
    unmet: costs.unmet(state),
    proven,
  }
}

/** Runs the optimizer. `spent` returns whether that share of the time budget is used up; 1 = the whole budget. */
export async function optimise(
  source: ProductSource,
  types: EngineTypes,
  context: EvaluationContext,
  request: OptimumRequest,
  spent: (share: number) => boolean,
): Promise<OptimumReport> {
  const program = compileWithTables(source, types)
  const model = abstract(source, types)
  const start = request.from === null ? begin(program, context).state : resume(program, context, request.from).state
  const variables = new Variables(program, model, context, start, request.wishes)
  let share = request.alternatives > 0 ? 0.6 : 1
  const prover = await createProver(model.formulas, model.sizes, () => spent(share))
  try {
    requireSettled(model, prover, reach(model, new Set()))
    requireWhole(model, prover, null, finishable)
    forbidUnavailable(model, prover, variables)
    const requested = boxOf(model, prover, variables, start, request.wishes)
    const box = requested && aliveIn(requested, variables, prover, spent)
    if (box === null) return { found: [], impossible: true, bound: null }
    const reckoner = new Reckoner(open(program, context), variables)
    const costs = new Costs(start, variables, reckoner, request)
    const limits = new CalculatedLimits(program, variables, reckoner)
    const checker = new Judge(start, variables)
    const goal = goalOf(request)
    const measures = goal.order.filter((part) => part < parts.unmet)
    const isSampled = readsSamples(start, variables, measures)
    const configurations: FoundConfiguration[] = []
    let bound: number | null = null
    let impossible = false
    let lost: Search['lost'] = null
    for (let attempt = 0; attempt <= request.alternatives; attempt++) {
      const search = new Search(goal, variables, costs, checker, prover, model.formulas, reckoner, limits)
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
    return { found: configurations, impossible, bound }
  } finally {
    prover.dispose()
  }
}
