// Compiles a product once into an immutable program that every configuration of it shares.
import { Malformed, parseRule } from '../rule/stored.js'
import { fails, holds, RuleWriter } from '../rule/compile.js'
import { selectedKind } from '../question/fields.js'
import { Binder, type Skeleton } from './bind.js'
import { bindCalculation } from './calculations.js'
import type { GroupView } from './cells.js'
import { Graph } from './graph.js'
import { namedGroups, viewGroup } from './group.js'
import { type CompiledQuestion, figureNode, figuresPerQuestion, type Program } from './program.js'
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

const indexOf = (list: readonly { readonly id: number }[]): ReadonlyMap<number, number> =>
  new Map(list.map(({ id }, i) => [id, i]))

/** Notes who reads what for the figures of a question: its selection, and every calculation that may price it. */
function linkFigures(program: Skeleton & Pick<Program, 'figureCalculation' | 'answerCalculation'>, graph: Graph): void {
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let figure = 0; figure < figuresPerQuestion; figure++) {
      graph.as(figureNode(program, index, figure))
      graph.readsSelection(index)
      const own = program.figureCalculation[index * figuresPerQuestion + figure]!
      if (own >= 0) {
        graph.readsNode(own)
        continue
      }
      const read = new Set<number>()
      for (let answer = firstAnswer; answer < endAnswer; answer++) {
        read.add(program.answerCalculation[answer * figuresPerQuestion + figure]!)
        if (figure > 0) continue
        for (const { calculation_id } of program.answers[answer]!.price_calculation_overrides)
          read.add(program.calculationIndex.get(calculation_id) ?? -1)
      }
      for (const node of read) if (node >= 0) graph.readsNode(node)
    }
  }
}

/** Marks the figures that are 0 whatever is selected and whoever selects it. */
function findCountless(program: Skeleton & Pick<Program, 'figureCalculation' | 'answerCalculation'>): Uint8Array {
  const free = (answer: AnswerSource, figure: number): boolean => {
    if (figure === 2) return !answer.weight
    const overrides = figure === 0 ? answer.price_overrides : answer.price_recurring_overrides
    const own = figure === 0 ? answer.price : answer.price_recurring
    return !own && overrides.length === 0 && (figure === 1 || answer.price_calculation_overrides.length === 0)
  }
  const countless = new Uint8Array(program.questions.length * figuresPerQuestion)
  for (const { index, firstAnswer, endAnswer } of program.questions) {
    for (let figure = 0; figure < figuresPerQuestion; figure++) {
      let none = program.figureCalculation[index * figuresPerQuestion + figure]! < 0
      for (let answer = firstAnswer; none && answer < endAnswer; answer++)
        none = program.answerCalculation[answer * figuresPerQuestion + figure]! < 0 && free(program.answers[answer]!, figure)
      countless[index * figuresPerQuestion + figure] = Number(none)
    }
  }
  return countless
}

/** Which questions count in Total (0) and TotalRecurring (1): those whose price does not itself depend on the same total. */
function linkTotals(program: Skeleton, graph: Graph): readonly [Int32Array, Int32Array] {
  const nodes = [program.nodes - 2, program.nodes - 1] as const
  const figures = (recurring: number): readonly number[] =>
    program.questions.map(({ index }) => figureNode(program, index, recurring))
  // Every figure leads to its total here, read or not: the other total may stand in between.
  const jump = (node: number): readonly number[] => {
    const figure = node - program.firstFigure
    if (figure < 0 || node >= nodes[0]) return []
    return figure % figuresPerQuestion < 2 ? [nodes[figure % figuresPerQuestion]!] : []
  }
  const parts = nodes.map((node, recurring) => {
    if (!graph.isRead(node)) return new Int32Array()
    const dependents = graph.dependents(node, jump)
    return Int32Array.from(program.questions.map(({ index }) => index).filter((index) => !dependents[figures(recurring)[index]!]))
  })
  for (const [recurring, part] of parts.entries()) {
    graph.as(nodes[recurring]!)
    for (const index of part) graph.readsNode(figureNode(program, index, recurring))
  }
  return [parts[0]!, parts[1]!]
}

/** Compiles a product. Never refuses: what is malformed or missing fails where it is evaluated (domain §3, §5). */
export function compile(source: ProductSource, types: EngineTypes): Program {
  const { questions, answers } = layOut(source, types)
  const firstFigure = source.calculations.length
  const nodes = firstFigure + questions.length * figuresPerQuestion + 2
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
    figureCalculation: Int32Array.from(
      questions.flatMap(({ source: own }) => [node(own.calcmodel), node(own.calcmodel_recurring), node(own.calcmodel_weight)]),
    ),
    answerCalculation: Int32Array.from(
      answers.flatMap((own) => [node(own.calcmodel), node(own.calcmodel_recurring), node(own.calcmodel_weight)]),
    ),
  }
  const graph = new Graph(questions.length, nodes, rules)
  const binder = new Binder(skeleton, graph)
  const writer = new RuleWriter()
  const enter = (stored: string | null, rule: number): number => {
    const parsed = parseRule(stored)
    if (parsed === null) return holds
    if (parsed instanceof Malformed) return fails
    graph.reader = rule
    try {
      return writer.add(parsed, (condition) => binder.condition(condition))
    } catch (error) {
      if (error instanceof Malformed) return fails
      throw error
    }
  }
  const ruleEntry = Int32Array.from([...questions.map(({ source: own }) => own.rules), ...answers.map((own) => own.rules)], enter)
  const calculations = source.calculations.map((calculation, index) => {
    graph.as(index)
    return bindCalculation(calculation, skeleton, binder, graph)
  })
  linkFigures(skeleton, graph)
  const totalParts = linkTotals(skeleton, graph)
  const limit = (kind: string, id: number | null, limited: boolean | undefined): number =>
    limited && kind === 'calculated' ? node(id) : -1
  const views = new Map<number | null, GroupView>()
  const named = namedGroups(source)
  return {
    ...skeleton,
    questionOfAnswer: Int32Array.from(questions.flatMap(({ index, settings }) => settings.answerIds.map(() => index))),
    available: Uint8Array.from(answers, (own) => Number(own.available || !own.disable_non_available)),
    rules,
    ruleEntry,
    openRules: Int32Array.from([...ruleEntry.keys()].filter((rule) => ruleEntry[rule]! >= 0)),
    withoutRule: Uint8Array.from(ruleEntry, (entry) => Number(entry === holds)),
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
