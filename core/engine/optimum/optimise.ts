// Finds the best whole configuration of a product, proves that none is better, and looks for the next best ones.
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
import { meets, numbersIn } from './wish.js'

/** The parts that an aim looks at, the weightiest first. */
const orders: Readonly<Record<Aim, readonly number[]>> = {
  cheapest: [parts.net, parts.recurring, parts.unmet, parts.changes],
  lightest: [parts.weight, parts.net, parts.recurring, parts.unmet, parts.changes],
  closest: [parts.unmet, parts.net, parts.recurring, parts.changes],
}

function goalOf({ aim, ceilings, mostChanges, ties }: OptimumRequest): Goal {
  const order = orders[aim]
  const any = Number.MAX_SAFE_INTEGER
  return {
    order: ties ? order : order.slice(0, 1),
    limits: [ceilings.net ?? any, ceilings.recurring ?? any, ceilings.weight ?? any, any, mostChanges ?? any],
  }
}

/** Numbers are parted where a wish begins and ends. */
function parted(piece: Piece, { step }: Variable, wishes: readonly Wish[]): readonly Piece[] {
  let pieces = [piece]
  const ends = wishes.flatMap((wish) => {
    const { min, max } = wish
    const points = numbersIn(wish).flatMap((point) => [point, point + step])
    return [...(min === undefined ? [] : [min]), ...(max === undefined ? [] : [max + step]), ...points]
  })
  for (const end of ends) {
    pieces = pieces.flatMap((own) => {
      if (!isRange(own) || end <= own.low! || end > own.high!) return [own]
      const from = Number((own.low! + Math.ceil(Number(((end - own.low!) / step).toPrecision(15))) * step).toPrecision(15))
      const below = Number((from - step).toPrecision(15))
      return from > own.high! ? [own] : [numberPiece(own.value, own.low!, below), numberPiece(own.value, from, own.high!)]
    })
  }
  return pieces
}

/** What is open at the beginning: whatever the product takes and the wishes that must be met leave. */
function boxOf(model: Abstraction, prover: Prover, variables: Variables, state: State, wishes: readonly Wish[]): Box | null {
  const { program } = state
  const { formulas } = model
  const box: Box[number][] = []
  for (const variable of variables.list) {
    const { id, type } = program.questions[variable.question]!
    const own = wishes.filter(({ question_id }) => question_id === id)
    const must = type.multiple ? [] : own.filter(({ weight }) => weight === null)
    const all = variable.root.pieces.flatMap((piece) => parted(piece, variable, own))
    const pieces = all.filter((piece) => must.every((wish) => meets(wish, piece)))
    if (pieces.length === 0) return null
    box.push(domainOf(pieces))
    const left = new Set(pieces.map(({ value }) => value))
    prover.require(null, formulas.in(variable.subject, left))
  }
  for (const { question_id, values = [], weight } of wishes) {
    const index = program.questionIndex.get(question_id)
    if (index === undefined || weight !== null || !program.questions[index]!.type.multiple) continue
    const ticks = variables.of[index]!.filter(({ answer }) => values.includes(String(program.answers[answer]!.id)))
    prover.require(null, formulas.or(ticks.map(({ subject }) => formulas.in(subject, [1]))))
  }
  return box
}

/** Answers that are in no variable, because they cannot be chosen, are held by nobody. */
function forbidUnavailable(model: Abstraction, prover: Prover, variables: Variables): void {
  const open = new Set(variables.list.flatMap(({ subject, root }) => root.pieces.map(({ value }) => `${subject}:${value}`)))
  for (const { subject, value } of model.answerOf.values())
    if (!open.has(`${subject}:${value}`)) prover.require(null, model.formulas.not(model.formulas.in(subject, [value])))
}

/** Whether a price or weight reads what stands for many other entries. */
function readsSamples({ program }: State, variables: Variables, figures: readonly number[]): boolean {
  return program.questions.some(({ index }) =>
    figures.some((figure) =>
      questionsOfNode(program, figureNode(program, index, figure)).some(
        (question) => question !== index && variables.of[question]!.some(({ sampled }) => sampled),
      ),
    ),
  )
}

function described({ state, path, cost }: Best, costs: Costs, toFill: ReadonlySet<number>, proven: boolean): FoundConfiguration {
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

/** `spent` says whether so much of the time is gone, 1 for all of it. */
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
    const asked = boxOf(model, prover, variables, start, request.wishes)
    const box = asked && aliveIn(asked, variables, prover, spent)
    if (box === null) return { found: [], impossible: true, bound: null }
    const reckoner = new Reckoner(open(program, context), variables)
    const costs = new Costs(start, variables, reckoner, request)
    const limits = new CalculatedLimits(program, variables, reckoner)
    const judge = new Judge(start, variables)
    const goal = goalOf(request)
    const figures = goal.order.filter((part) => part < parts.unmet)
    const vague = readsSamples(start, variables, figures)
    const found: FoundConfiguration[] = []
    let bound: number | null = null
    let impossible = false
    let lost: Search['lost'] = null
    for (let wanted = 0; wanted <= request.alternatives; wanted++) {
      const search = new Search(goal, variables, costs, judge, prover, model.formulas, reckoner, limits)
      search.lost = lost
      const left = search.run(box)
      lost = search.lost
      const proven = left === null && !search.isUncertain && !vague
      const first = goal.order[0]!
      if (wanted === 0) {
        impossible = proven && search.best === null
        const least = left?.[first] ?? search.best?.cost[first] ?? null
        bound = search.isUncertain || vague || least === null || !Number.isFinite(least) ? null : least
      }
      if (search.best === null) break
      found.push(described(search.best, costs, variables.toFill, proven && found.every((one) => one.proven)))
      if (!search.exclude(search.best.pieces)) break
      share = 0.6 + (0.4 * (wanted + 1)) / request.alternatives
    }
    return { found, impossible, bound }
  } finally {
    prover.dispose()
  }
}
