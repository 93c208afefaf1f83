// Compiles a product into an immutable program that all its configurations share.
import { Malformed, parseRule, type StoredRule } from '../rule/stored.js'
import { ruleFalseExit, ruleTrueExit, RuleWriter } from '../rule/rule-compiler.js'
import { selectedKind } from '../question/fields.js'
import { Binder, type PartialProgram } from './binder.js'
import {
  type StateView,
  type CompiledQuestion,
  createGroupLookup,
  measuresPerQuestion,
  type Program,
  measureNode,
  totalNode,
} from './program.js'
import { DependencyGraph } from './dependency-graph.js'
import type { AnswerSource, ProductSource, CalculationSource, EngineTypes } from './source.js'
import type { NumberReader } from '../calculation/evaluator.js'
import { calculationBodies, type BindingContext } from '../calculation/bodies.js'
import { roundResult } from '../money/amount.js'

// Compiles a calculation into a closure that returns the rounded result, NaN for null.

const alwaysNull: NumberReader<StateView> = () => Number.NaN

/** Compiles one calculation. A missing or malformed body evaluates to null. */
function bindCalculation(calculation: CalculationSource, leaves: BindingContext): NumberReader<StateView> {
  const read = calculationBodies[calculation.type].compile(calculation, leaves)
  return read ? (state) => roundResult(read(state)) : alwaysNull
}

/** The type of questions with an unregistered type. They cannot be answered and do not prevent configuration. */
const unknownType = { name: '', label: '', properties: {}, takesAnswers: false }

function compileQuestions(source: ProductSource, types: EngineTypes): Pick<PartialProgram, 'questions' | 'answers'> {
  const byQuestion = new Map<number, AnswerSource[]>()
  for (const answer of source.answers) {
    const list = byQuestion.get(answer.question_id)
    if (list) list.push(answer)
    else byQuestion.set(answer.question_id, [answer])
  }
  const answers: AnswerSource[] = []
  const questions = source.questions.map((question, index): CompiledQuestion => {
    const type = types.questionTypes.get(question.question_type) ?? unknownType
    const ownAnswers = type.takesAnswers ? (byQuestion.get(question.id) ?? []) : []
    const firstAnswer = answers.length
    answers.push(...ownAnswers)
    const settings = {
      id: question.id,
      title: question.title ?? `Question ${question.id}`,
      answerIds: ownAnswers.map((answer) => answer.id),
      settings: question.settings,
    }
    const kind = selectedKind(type, settings)
    return { index, id: question.id, source: question, type, kind, settings, firstAnswer, endAnswer: answers.length }
  })
  return { questions, answers }
}

function indexById(list: readonly { readonly id: number }[]): ReadonlyMap<number, number> {
  const indexes = new Map<number, number>()
  for (const [i, { id }] of list.entries()) indexes.set(id, i)
  return indexes
}

/** The question index of each answer. */
function questionOfAnswers({ questions, answers }: Pick<PartialProgram, 'questions' | 'answers'>): Int32Array {
  const questionIndexes = new Int32Array(answers.length)
  for (const { index, firstAnswer, endAnswer } of questions) questionIndexes.fill(index, firstAnswer, endAnswer)
  return questionIndexes
}

/**
 * The calculation nodes of each question or answer: price, recurring price, weight. Products without recurring pricing have no
 * recurring price calculations, even if their records contain some.
 */
function measureCalculations(
  list: readonly Pick<AnswerSource, 'calcmodel' | 'calcmodel_recurring' | 'calcmodel_weight'>[],
  node: (id: number | null) => number,
  hasRecurring: boolean,
): Int32Array {
  const nodes = new Int32Array(list.length * measuresPerQuestion)
  for (const [i, record] of list.entries()) {
    nodes[i * measuresPerQuestion] = node(record.calcmodel)
    nodes[i * measuresPerQuestion + 1] = hasRecurring ? node(record.calcmodel_recurring) : -1
    nodes[i * measuresPerQuestion + 2] = node(record.calcmodel_weight)
  }
  return nodes
}

/** Compiles all rules, first the rules of questions. Returns the entry point of each rule. */
function compileRules(program: PartialProgram, graph: DependencyGraph, binder: Binder, writer: RuleWriter): Int32Array {
  const entries = new Int32Array(program.questions.length + program.answers.length)
  const compileRule = (stored: StoredRule, rule: number): void => {
    const parsed = parseRule(stored)
    graph.reader = rule
    try {
      if (parsed instanceof Malformed) throw parsed
      entries[rule] = parsed ? writer.add(parsed, (condition) => binder.condition(condition)) : ruleTrueExit
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      entries[rule] = ruleFalseExit
    }
  }
  for (const { index, source } of program.questions) compileRule(source.rules, index)
  for (const [i, { rules }] of program.answers.entries()) compileRule(rules, program.questions.length + i)
  return entries
}

/**
 * Adds the dependencies of each question's price, recurring price and weight: its selection, and every calculation that can
 * determine it.
 */
function linkMeasures(
  program: PartialProgram & Pick<Program, 'figureCalculation' | 'answerCalculation'>,
  graph: DependencyGraph,
): void {
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let measure = 0; measure < measuresPerQuestion; measure++) {
      graph.setReader(measureNode(program, index, measure))
      graph.readsSelection(index)
      const calculation = program.figureCalculation[index * measuresPerQuestion + measure]!
      if (calculation >= 0) {
        graph.readsNode(calculation)
        continue
      }
      const nodes = new Set<number>()
      for (let answer = firstAnswer; answer < endAnswer; answer++) {
        nodes.add(program.answerCalculation[answer * measuresPerQuestion + measure]!)
        if (measure > 0) continue
        for (const { calculation_id } of program.answers[answer]!.price_calculation_overrides)
          if (calculation_id !== null) nodes.add(program.calculationIndex.get(calculation_id) ?? -1)
      }
      for (const node of nodes) if (node >= 0) graph.readsNode(node)
    }
  }
}

/** Marks the measures that are 0 for every selection and every customer group. */
function findZeroMeasures(
  program: PartialProgram & Pick<Program, 'source' | 'figureCalculation' | 'answerCalculation'>,
): Uint8Array {
  const isAlwaysZero = (answer: AnswerSource, measure: number): boolean => {
    if (measure === 2) return !answer.weight
    if (measure === 1 && !program.source.use_recurring_pricing) return true
    const overrides = measure === 0 ? answer.price_overrides : answer.price_recurring_overrides
    const value = measure === 0 ? answer.price : answer.price_recurring
    return !value && overrides.length === 0 && (measure === 1 || answer.price_calculation_overrides.length === 0)
  }
  const countless = new Uint8Array(program.questions.length * measuresPerQuestion)
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let measure = 0; measure < measuresPerQuestion; measure++) {
      let isZero = program.figureCalculation[index * measuresPerQuestion + measure]! < 0
      for (let answer = firstAnswer; isZero && answer < endAnswer; answer++)
        isZero =
          program.answerCalculation[answer * measuresPerQuestion + measure]! < 0 &&
          isAlwaysZero(program.answers[answer]!, measure)
      countless[index * measuresPerQuestion + measure] = Number(isZero)
    }
  }
  return countless
}

/** The questions that count in Total (0) and TotalRecurring (1): questions whose price does not depend on the same total. */
function linkTotals(program: PartialProgram, graph: DependencyGraph): readonly [Int32Array, Int32Array] {
  const nodes = [totalNode(program, 0), totalNode(program, 1)] as const
  const priceNodes = (recurring: number): readonly number[] =>
    program.questions.map(({ index }) => measureNode(program, index, recurring))
  // Every price leads to its total here, even if the total does not read it yet: the other total may be in between.
  const jump = (node: number): readonly number[] => {
    const measureIndex = node - program.firstFigure
    if (measureIndex < 0 || node >= nodes[0]) return []
    return measureIndex % measuresPerQuestion < 2 ? [nodes[measureIndex % measuresPerQuestion]!] : []
  }
  const parts = nodes.map((node, recurring) => {
    if (!graph.isRead(node)) return new Int32Array()
    const dependents = graph.dependents(node, jump)
    return Int32Array.from(
      program.questions.map(({ index }) => index).filter((index) => !dependents[priceNodes(recurring)[index]!]),
    )
  })
  for (const [recurring, part] of parts.entries()) {
    graph.setReader(nodes[recurring]!)
    for (const index of part) graph.readsNode(measureNode(program, index, recurring))
  }
  return [parts[0]!, parts[1]!]
}

/** Compiles a product. Never throws for invalid data: malformed or missing parts evaluate to false or null. */
export function compileProgram(source: ProductSource, types: EngineTypes): Program {
  const { questions, answers } = compileQuestions(source, types)
  const firstFigure = source.calculations.length
  const firstTotal = firstFigure + questions.length * measuresPerQuestion
  const nodes = firstTotal + 2
  const calculationIndex = indexById(source.calculations)
  const node = (id: number | null): number => (id === null ? -1 : (calculationIndex.get(id) ?? -1))
  const rules = questions.length + answers.length
  const skeleton = {
    source,
    types,
    questions,
    answers,
    questionIndex: indexById(questions),
    answerIndex: indexById(answers),
    calculationIndex,
    firstFigure,
    nodes,
    firstTotal,
    figureCalculation: measureCalculations(source.questions, node, source.use_recurring_pricing),
    answerCalculation: measureCalculations(answers, node, source.use_recurring_pricing),
  }
  const graph = new DependencyGraph(questions.length, nodes, rules)
  const binder = new Binder(skeleton, graph)
  const writer = new RuleWriter()
  const ruleEntry = compileRules(skeleton, graph, binder, writer)
  const calculations = source.calculations.map((calculation, index) => {
    graph.setReader(index)
    return bindCalculation(calculation, { program: skeleton, binder, recorder: graph })
  })
  linkMeasures(skeleton, graph)
  const totalParts = linkTotals(skeleton, graph)
  const limitNode = (kind: string, id: number | null, limited: boolean | undefined): number =>
    limited && kind === 'calculated' ? node(id) : -1
  return {
    ...skeleton,
    questionOfAnswer: questionOfAnswers(skeleton),
    available: new Uint8Array(answers.map((answer) => Number(answer.available || !answer.disable_non_available))),
    rules,
    ruleEntry,
    activeRules: ruleEntry.map((_, rule) => rule).filter((rule) => ruleEntry[rule]! >= 0),
    withoutRule: new Uint8Array(ruleEntry.map((entry) => Number(entry === ruleTrueExit))),
    ruleCode: writer.finish(),
    ruleClosures: binder.closures,
    calculations,
    totalParts,
    alwaysZero: findZeroMeasures(skeleton),
    ...graph.order(),
    minNode: Int32Array.from(questions, ({ source: question, type }) =>
      limitNode(question.set_min_value, question.calcmodel_id_min_val, type.limited),
    ),
    maxNode: Int32Array.from(questions, ({ source: question, type }) =>
      limitNode(question.set_max_value, question.calcmodel_id_max_val, type.limited),
    ),
    ...graph.finish(),
    group: createGroupLookup(skeleton),
  }
}
