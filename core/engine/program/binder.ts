// Compiles operands, conditions and terms into functions of the state of a configuration, and records their dependencies.
import { createMessage } from '../../foundation/message.js'
import type { NumberReader, CodeValue, ValueReader } from '../calculation/evaluator.js'
import {
  type ComputedTerm,
  type TermType,
  type Arguments,
  prepareArguments,
  type Operand,
  type OperandType,
  type Reader,
  argumentReferences,
} from '../question/operand.js'
import {
  toComparable,
  compareScalars,
  type FieldKind,
  type Operator,
  operatorsOf,
  type Scalar,
  numberOf,
} from '../question/value.js'
import { type BoundCondition, comparisonKind, testKind } from '../rule/rule-compiler.js'
import { Malformed, type StoredCondition } from '../rule/stored.js'
import { type CompiledQuestion, type StateView, measureNode, type Program } from './program.js'
import { type Field, findField, measures } from '../question/fields.js'
import type { DependencyRecorder } from './dependency-graph.js'

/** The part of a program that exists while it is being compiled. */
export type PartialProgram = Pick<
  Program,
  'types' | 'questions' | 'answers' | 'questionIndex' | 'answerIndex' | 'calculationIndex' | 'firstFigure' | 'firstTotal'
>

/** A compiled operand: a constant, the selection of a question, the value of a node, or a closure over the state. */
export type BoundOperand =
  | { readonly is: 'constant'; readonly value: Scalar | null; readonly kind: FieldKind }
  | { readonly is: 'selection'; readonly question: CompiledQuestion }
  | { readonly is: 'node'; readonly node: number }
  /** Without a kind the operand is compared in the kind of the other value. */
  | { readonly is: 'closure'; readonly kind: FieldKind | null; readonly read: (state: StateView) => Scalar | null }
  /** Several values (a multi-select question). Equality means that one value is equal. */
  | { readonly is: 'several'; readonly kind: FieldKind; readonly read: (state: StateView) => readonly (Scalar | null)[] }

const nullOperand: BoundOperand = { is: 'constant', value: null, kind: 'text' }

/** Compiles for one program. `closures` are the tests of conditions that rules cannot express as a comparison. */
export class Binder {
  readonly closures: ((state: StateView) => boolean)[] = []

  constructor(
    private readonly program: PartialProgram,
    private readonly graph: DependencyRecorder,
  ) {}

  operand(operand: Operand): BoundOperand {
    if ('calculation' in operand) {
      const node = this.program.calculationIndex.get(operand.calculation)
      return node === undefined ? nullOperand : this.node(node)
    }
    if ('customerGroup' in operand) {
      const { customerGroup: key } = operand
      return { is: 'closure', kind: null, read: ({ context }) => groupField(context.customerGroup, key) }
    }
    const index = this.program.questionIndex.get(operand.question)
    const question = index === undefined ? undefined : this.program.questions[index]
    if (!question) return nullOperand
    const field = findField(question.type, question.settings, operand.field)
    return field ? this.field(question, field, operand.answerId) : nullOperand
  }

  private node(node: number): BoundOperand {
    this.graph.readsNode(node)
    return { is: 'node', node }
  }

  private field(question: CompiledQuestion, field: Field, answerId: number | undefined): BoundOperand {
    const { source, kind } = field
    const { index } = question
    const { answers, answerIndex } = this.program
    switch (source.from) {
      case 'selection':
        this.graph.readsSelection(index)
        return { is: 'selection', question }
      case 'figure':
        return this.node(measureNode(this.program, index, measures.indexOf(source.part)))
      case 'question':
        return { is: 'constant', kind, value: question.source.element_custom[source.place] ?? null }
      case 'answer': {
        const answer = answerId === undefined ? undefined : answers[answerIndex.get(answerId) ?? -1]
        const value = answer?.question_id === question.id ? (answer[source.list][source.place] ?? null) : null
        return { is: 'constant', kind, value }
      }
      case 'selectedAnswer':
        return this.bindSelectedAnswer(question, kind, (answer) => answers[answer]![source.list][source.place] ?? null)
      case 'selectedBase':
        if (source.part === 'weight') return this.bindSelectedAnswer(question, kind, (answer) => answers[answer]!.weight ?? 0)
        return this.bindSelectedAnswer(question, kind, (answer, state) => state.group.answerPrice[answer]!)
      case 'type': {
        this.graph.readsSelection(index)
        const { settings } = question
        const { definition } = source
        return {
          is: 'closure',
          kind,
          read: ({ text }) => (text[index] === null ? null : definition.read(text[index]!, settings)),
        }
      }
    }
  }

  private bindSelectedAnswer(
    question: CompiledQuestion,
    kind: FieldKind,
    read: (answer: number, state: StateView) => Scalar | null,
  ): BoundOperand {
    this.graph.readsSelection(question.index)
    const { index, firstAnswer, endAnswer } = question
    if (!question.type.multiple) {
      return { is: 'closure', kind, read: (state) => (state.picked[index]! < 0 ? null : read(state.picked[index]!, state)) }
    }
    const readSelected = (state: StateView): readonly (Scalar | null)[] => {
      const values: (Scalar | null)[] = []
      for (let answer = firstAnswer; answer < endAnswer; answer++) if (state.chosen[answer]) values.push(read(answer, state))
      return values
    }
    return { is: 'several', kind, read: readSelected }
  }

  /** The reader of a computed type. It can read only the records that the type's arguments reference. */
  private reader(type: Pick<OperandType<never>, 'properties'>, args: Arguments): (state: StateView) => Reader {
    const questions = new Map<number, number>()
    const calculations = new Map<number, number>()
    for (const { entity, id } of argumentReferences(type, args)) {
      const question = entity === 'question' ? this.program.questionIndex.get(id) : undefined
      const calculation = entity === 'calculation' ? this.program.calculationIndex.get(id) : undefined
      if (question !== undefined) {
        questions.set(id, question)
        this.graph.readsSelection(question)
      }
      if (calculation !== undefined) {
        calculations.set(id, calculation)
        this.graph.readsNode(calculation)
      }
    }
    return (state) => ({
      now: state.context.now,
      selection: (id) => state.text[questions.get(id) ?? -1] ?? null,
      calculation: (id) => {
        const value = calculations.has(id) ? state.value(calculations.get(id)!) : Number.NaN
        return Number.isNaN(value) ? null : value
      },
      customerGroup: (field) => groupField(state.context.customerGroup, field),
    })
  }

  /** Reads the operand as a number. NaN if it is null or a text that is not numeric. */
  number(bound: BoundOperand): NumberReader<StateView> {
    switch (bound.is) {
      case 'node':
        return (state) => state.value(bound.node)
      case 'selection': {
        const { index } = bound.question
        return (state) => state.numbers[index]!
      }
      case 'constant': {
        const value = toNumber(bound.value)
        return () => value
      }
      case 'closure':
        return (state) => toNumber(bound.read(state))
      case 'several':
        return (state) => sum(bound.read(state).map(toNumber))
    }
  }

  /** Reads the operand unconverted, for equality and code. Null if it is empty. */
  scalar(bound: BoundOperand): (state: StateView) => Scalar | null {
    if (bound.is === 'constant') return () => bound.value
    if (bound.is === 'closure') return bound.read
    if (bound.is === 'selection') {
      const { index, kind } = bound.question
      const isText = kind === 'text' || bound.question.type.multiple
      return (state) => {
        const value = state.numbers[index]!
        return Number.isNaN(value) || (isText && state.text[index] === '') ? state.text[index]! : value
      }
    }
    const read = this.number(bound)
    return (state) => {
      const value = read(state)
      return Number.isNaN(value) ? null : value
    }
  }

  /** Reads the operand for code: null is 0, and a numeric text becomes a number. */
  value(operand: Operand): ValueReader<StateView> {
    const read = this.scalar(this.operand(operand))
    return (state): CodeValue => {
      const value = read(state)
      if (value === null || value === '') return 0
      return typeof value === 'string' ? (numberOf(value) ?? value) : value
    }
  }

  /** Compiles one condition of a rule. Throws Malformed if its type is unknown or its arguments are invalid. */
  condition(condition: StoredCondition): BoundCondition {
    const { type: name, args, operator, value } = condition
    const type = this.program.types.conditionTypes.get(name)
    if (!type) throw new Malformed(createMessage('findings.reasonType', { name }))
    if ('operand' in type) {
      const operand = type.operand(args)
      if (!operand) throw new Malformed(createMessage('findings.reasonOperand', { name }))
      return this.compileComparison(this.operand(operand), operator, value)
    }
    const prepared = prepareArguments(type, args)
    if (!prepared) throw new Malformed(createMessage('findings.reasonArgument', { name }))
    const reader = this.reader(type, args)
    const key = `condition:${name}`
    return this.addClosure((state) =>
      compareScalars(type.evaluate(prepared, reader(state), state.context.loaded?.[key]), operator, value, type.kind),
    )
  }

  private addClosure(test: (state: StateView) => boolean): BoundCondition {
    this.closures.push(test)
    return { kind: testKind.closure, place: this.closures.length - 1, value: 0 }
  }

  private compileComparison(bound: BoundOperand, operator: Operator, value: Scalar): BoundCondition {
    switch (bound.is) {
      case 'constant':
        return compareScalars(bound.value, operator, value, bound.kind)
      case 'node': {
        if (value === '') return this.compareEmpty(operator, { kind: testKind.nodeNull, place: bound.node }, testKind.nodeNumber)
        const right = toComparable(value, 'number')
        if (right === null) return operator === '!='
        return { kind: comparisonKind('node', operator), place: bound.node, value: Number(right) }
      }
      case 'selection':
        return this.compareSelection(bound.question, operator, value)
      case 'closure': {
        const { read } = bound
        const kind = bound.kind ?? kindOf(value)
        return this.addClosure((state) => compareScalars(read(state), operator, value, kind))
      }
      case 'several': {
        const { read, kind } = bound
        const equalsAny = (state: StateView): boolean => read(state).some((scalar) => compareScalars(scalar, '==', value, kind))
        if (value === '')
          return this.addClosure(
            (state) => (operator === '==') === read(state).every((scalar) => scalar === null || scalar === ''),
          )
        return operator === '!='
          ? this.addClosure((state) => !equalsAny(state))
          : operator === '=='
            ? this.addClosure(equalsAny)
            : false
      }
    }
  }

  private compareEmpty(operator: Operator, empty: { kind: number; place: number }, filled: number): BoundCondition {
    if (operator === '==') return { ...empty, value: 0 }
    return operator === '!=' ? { kind: filled, place: empty.place, value: 0 } : false
  }

  private compareSelection(question: CompiledQuestion, operator: Operator, value: Scalar): BoundCondition {
    const { index, kind } = question
    if (!operatorsOf(kind).includes(operator)) return false
    if (value === '') return this.compareEmpty(operator, { kind: testKind.empty, place: index }, testKind.held)
    if (kind === 'text') {
      const expected = String(value)
      return operator === '=='
        ? this.addClosure(({ text }) => text[index] === expected)
        : this.addClosure(({ text }) => text[index] !== expected)
    }
    const right = toComparable(value, kind)
    if (typeof right !== 'number') return operator === '!='
    if (kind !== 'choice') return { kind: comparisonKind('number', operator), place: index, value: right }
    const answer = this.program.answerIndex.get(right)
    if (answer === undefined || answer < question.firstAnswer || answer >= question.endAnswer) return operator === '!='
    if (!question.type.multiple) return { kind: comparisonKind('number', operator), place: index, value: right }
    return { kind: operator === '==' ? testKind.chosen : testKind.notChosen, place: answer, value: 0 }
  }

  /** Compiles a term. The result is NaN if the term is null and has no fallback. */
  term(type: TermType, args: Arguments): NumberReader<StateView> {
    if (!('operand' in type)) return this.computedTerm(type, args)
    const operand = type.operand(args)
    if (!operand) return () => Number.NaN
    const { reads, equals, fallback = 0 } = operand
    const bound = this.operand(reads)
    if (equals !== undefined) {
      const read = this.scalar(bound)
      return (state) => (compareScalars(read(state), '==', equals, kindOf(equals)) ? 1 : 0)
    }
    const read = this.number(bound)
    return (state) => {
      const value = read(state)
      return Number.isNaN(value) ? fallback : value
    }
  }

  private computedTerm(type: ComputedTerm, args: Arguments): NumberReader<StateView> {
    const prepared = prepareArguments(type, args)
    if (!prepared) return () => Number.NaN
    const reader = this.reader(type, args)
    const key = `term:${type.name}`
    return (state) => {
      const value = type.evaluate(prepared, reader(state), state.context.loaded?.[key])
      return value === null || Number.isNaN(value) ? 0 : value
    }
  }
}

function groupField(fields: Readonly<Record<string, Scalar | null>>, key: string): Scalar | null {
  return Object.hasOwn(fields, key) ? fields[key]! : null
}

function toNumber(value: Scalar | null): number {
  if (value === null || value === '') return Number.NaN
  return typeof value === 'string' ? (numberOf(value) ?? Number.NaN) : Number(value)
}

/** The sum of the numbers. NaN if there are none. */
function sum(values: readonly number[]): number {
  const numbers = values.filter((value) => !Number.isNaN(value))
  return numbers.length === 0 ? Number.NaN : numbers.reduce((total, value) => total + value, 0)
}

function kindOf(value: Scalar): FieldKind {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
}
