// Compiles a product once into an immutable program that every configuration of it shares.
import { Malformed, parseRule, type StoredRule } from '../rule/stored.js'
import { fails, holds, RuleWriter } from '../rule/compile.js'
import { selectedKind } from '../question/fields.js'
import { Binder } from './bind.js'
import type { Skeleton } from './operand-binder.js'
import { bindCalculation } from './calculations.js'
import type { GroupView } from './state-view.js'
import { Graph } from './graph.js'
import { namedGroups, viewGroup } from './group.js'
import { findCountless, linkFigures, linkTotals } from './links.js'
import { type CompiledQuestion, figuresPerQuestion, type Program } from './program.js'
import type { AnswerSource, ProductSource } from './source.js'
import type { EngineTypes } from './types.js'

/** A question of a type that nothing registers can neither be answered nor stop a product from being configured. */
const unknownType = { name: '', label: '', properties: {}, takesAnswers: false }

function layOut(source: ProductSource, types: EngineTypes): Pick<Skeleton, 'questions' | 'answers'> {
  const byQuestion = new Map<number, AnswerSource[]>()
  for (const answer of source.answers) {
    const list = byQuestion.get(answer.question_id)
    if (list) list.push(answer)
    else byQuestion.set(answer.question_id, [answer])
  }
  const answers: AnswerSource[] = []
  const questions = source.questions.map((question, index): CompiledQuestion => {
    const type = types.questionTypes.get(question.question_type) ?? unknownType
    const own = type.takesAnswers ? (byQuestion.get(question.id) ?? []) : []
    const firstAnswer = answers.length
    answers.push(...own)
    const settings = {
      id: question.id,
      title: question.title ?? `Question ${question.id}`,
      answerIds: own.map((answer) => answer.id),
      settings: question.settings,
    }
    const kind = selectedKind(type, settings)
    return { index, id: question.id, source: question, type, kind, settings, firstAnswer, endAnswer: answers.length }
  })
  return { questions, answers }
}

function indexOf(list: readonly { readonly id: number }[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const [i, { id }] of list.entries()) found.set(id, i)
  return found
}

/** The question of each answer. */
function questionOfEach({ questions, answers }: Pick<Skeleton, 'questions' | 'answers'>): Int32Array {
  const found = new Int32Array(answers.length)
  for (const { index, firstAnswer, endAnswer } of questions) found.fill(index, firstAnswer, endAnswer)
  return found
}

/**
 * The nodes of the calculations of a question or an answer, three each: price, recurring price, weight. A product without
 * recurring pricing has no recurring prices, whatever its records carry (domain §5.1, 11).
 */
function figureCalculations(
  list: readonly Pick<AnswerSource, 'calcmodel' | 'calcmodel_recurring' | 'calcmodel_weight'>[],
  node: (id: number | null) => number,
  recurs: boolean,
): Int32Array {
  const found = new Int32Array(list.length * figuresPerQuestion)
  for (const [i, own] of list.entries()) {
    found[i * figuresPerQuestion] = node(own.calcmodel)
    found[i * figuresPerQuestion + 1] = recurs ? node(own.calcmodel_recurring) : -1
    found[i * figuresPerQuestion + 2] = node(own.calcmodel_weight)
  }
  return found
}

/** Compiles every rule, questions' first; returns where each is entered. */
function enterRules(program: Skeleton, graph: Graph, binder: Binder, writer: RuleWriter): Int32Array {
  const entries = new Int32Array(program.questions.length + program.answers.length)
  const enterOne = (stored: StoredRule, rule: number): void => {
    const parsed = parseRule(stored)
    graph.reader = rule
    try {
      if (parsed instanceof Malformed) throw parsed
      entries[rule] = parsed ? writer.add(parsed, (condition) => binder.condition(condition)) : holds
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      entries[rule] = fails
    }
  }
  for (const { index, source } of program.questions) enterOne(source.rules, index)
  for (const [i, { rules }] of program.answers.entries()) enterOne(rules, program.questions.length + i)
  return entries
}

/** Compiles a product. Never refuses: what is malformed or missing fails where it is evaluated (domain §3, §5). */
export function compile(source: ProductSource, types: EngineTypes): Program {
  const { questions, answers } = layOut(source, types)
  const firstFigure = source.calculations.length
  const firstTotal = firstFigure + questions.length * figuresPerQuestion
  const nodes = firstTotal + 2
  const calculationIndex = indexOf(source.calculations)
  const node = (id: number | null): number => (id === null ? -1 : (calculationIndex.get(id) ?? -1))
  const rules = questions.length + answers.length
  const skeleton = {
    source,
    types,
    questions,
    answers,
    questionIndex: indexOf(questions),
    answerIndex: indexOf(answers),
    calculationIndex,
    firstFigure,
    nodes,
    firstTotal,
    figureCalculation: figureCalculations(source.questions, node, source.use_recurring_pricing),
    answerCalculation: figureCalculations(answers, node, source.use_recurring_pricing),
  }
  const graph = new Graph(questions.length, nodes, rules)
  const binder = new Binder(skeleton, graph)
  const writer = new RuleWriter()
  const ruleEntry = enterRules(skeleton, graph, binder, writer)
  const calculations = source.calculations.map((calculation, index) => {
    graph.as(index)
    return bindCalculation(calculation, { program: skeleton, binder, notes: graph })
  })
  linkFigures(skeleton, graph)
  const totalParts = linkTotals(skeleton, graph)
  const limit = (kind: string, id: number | null, limited: boolean | undefined): number =>
    limited && kind === 'calculated' ? node(id) : -1
  const views = new Map<number | null, GroupView>()
  const named = namedGroups(source)
  return {
    ...skeleton,
    questionOfAnswer: questionOfEach(skeleton),
    available: new Uint8Array(answers.map((own) => Number(own.available || !own.disable_non_available))),
    rules,
    ruleEntry,
    openRules: ruleEntry.map((_, rule) => rule).filter((rule) => ruleEntry[rule]! >= 0),
    withoutRule: new Uint8Array(ruleEntry.map((entry) => Number(entry === holds))),
    ruleCode: writer.finish(),
    ruleClosures: binder.closures,
    calculations,
    totalParts,
    countless: findCountless(skeleton),
    ...graph.order(),
    minNode: Int32Array.from(questions, ({ source: own, type }) =>
      limit(own.set_min_value, own.calcmodel_id_min_val, type.limited),
    ),
    maxNode: Int32Array.from(questions, ({ source: own, type }) =>
      limit(own.set_max_value, own.calcmodel_id_max_val, type.limited),
    ),
    ...graph.finish(),
    group(id) {
      const key = id !== null && named.has(id) ? id : null
      let view = views.get(key)
      if (!view) {
        view = viewGroup(skeleton, key)
        views.set(key, view)
      }
      return view
    },
  }
}
