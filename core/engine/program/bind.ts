// Binds conditions and terms to the state of a configuration.
import type { Read } from '../calculation/arithmetic.js'
import type { ComputedTerm, TermType } from '../calculation/define.js'
import { comparable, compareScalars } from '../question/compare.js'
import type { Arguments } from '../question/operand.js'
import { preparedArguments } from '../question/references.js'
import { type FieldKind, type Operator, operatorsOf, type Scalar } from '../question/value.js'
import { type BoundCondition, comparison, testKind } from '../rule/compile.js'
import { Malformed, type StoredCondition } from '../rule/stored.js'
import { type Bound, OperandBinder } from './operand-binder.js'
import type { CompiledQuestion } from './program.js'
import type { StateView } from './state-view.js'

export class Binder extends OperandBinder {
  readonly closures: ((state: StateView) => boolean)[] = []

  /** One condition of a rule. Malformed where its type is unknown or makes no sense of its arguments. */
  condition(condition: StoredCondition): BoundCondition {
    const { type: name, args, operator, value } = condition
    const type = this.program.types.conditionTypes.get(name)
    if (!type) throw new Malformed(`it uses the condition type '${name}', which nothing registers`)
    if ('operand' in type) {
      const operand = type.operand(args)
      if (!operand) throw new Malformed(`its condition of type '${name}' lacks what it compares`)
      return this.compare(this.operand(operand), operator, value)
    }
    const given = preparedArguments(type, args)
    if (!given) throw new Malformed(`an argument of its condition of type '${name}' is missing or wrong`)
    const reader = this.reader(type, args)
    const key = `condition:${name}`
    return this.closure((state) =>
      compareScalars(type.evaluate(given, reader(state), state.context.loaded?.[key]), operator, value, type.kind),
    )
  }

  private closure(test: (state: StateView) => boolean): BoundCondition {
    this.closures.push(test)
    return { kind: testKind.closure, place: this.closures.length - 1, value: 0 }
  }

  private compare(bound: Bound, operator: Operator, value: Scalar): BoundCondition {
    switch (bound.is) {
      case 'constant':
        return compareScalars(bound.value, operator, value, bound.kind)
      case 'node': {
        if (value === '') return this.emptiness(operator, { kind: testKind.nodeNull, place: bound.node }, testKind.nodeNumber)
        const right = comparable(value, 'number')
        if (right === null) return operator === '!='
        return { kind: comparison('node', operator), place: bound.node, value: Number(right) }
      }
      case 'selection':
        return this.compareSelection(bound.question, operator, value)
      case 'closure': {
        const { read } = bound
        const kind = bound.kind ?? kindOf(value)
        return this.closure((state) => compareScalars(read(state), operator, value, kind))
      }
      case 'several': {
        const { read, kind } = bound
        const one = (state: StateView): boolean => read(state).some((left) => compareScalars(left, '==', value, kind))
        if (value === '')
          return this.closure((state) => (operator === '==') === read(state).every((left) => left === null || left === ''))
        return operator === '!=' ? this.closure((state) => !one(state)) : operator === '==' ? this.closure(one) : false
      }
    }
  }

  private emptiness(operator: Operator, empty: { kind: number; place: number }, filled: number): BoundCondition {
    if (operator === '==') return { ...empty, value: 0 }
    return operator === '!=' ? { kind: filled, place: empty.place, value: 0 } : false
  }

  private compareSelection(question: CompiledQuestion, operator: Operator, value: Scalar): BoundCondition {
    const { index, kind } = question
    if (!operatorsOf(kind).includes(operator)) return false
    if (value === '') return this.emptiness(operator, { kind: testKind.empty, place: index }, testKind.held)
    if (kind === 'text') {
      const wanted = String(value)
      return operator === '=='
        ? this.closure(({ text }) => text[index] === wanted)
        : this.closure(({ text }) => text[index] !== wanted)
    }
    const right = comparable(value, kind)
    if (typeof right !== 'number') return operator === '!='
    if (kind !== 'choice') return { kind: comparison('number', operator), place: index, value: right }
    const answer = this.program.answerIndex.get(right)
    if (answer === undefined || answer < question.firstAnswer || answer >= question.endAnswer) return operator === '!='
    if (!question.type.multiple) return { kind: comparison('number', operator), place: index, value: right }
    return { kind: operator === '==' ? testKind.chosen : testKind.notChosen, place: answer, value: 0 }
  }

  /** A term: NaN where it yields nothing and has no fallback of its own. */
  term(type: TermType, args: Arguments): Read<StateView> {
    if (!('operand' in type)) return this.computed(type, args)
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

  private computed(type: ComputedTerm, args: Arguments): Read<StateView> {
    const given = preparedArguments(type, args)
    if (!given) return () => Number.NaN
    const reader = this.reader(type, args)
    const key = `term:${type.name}`
    return (state) => {
      const value = type.evaluate(given, reader(state), state.context.loaded?.[key])
      return value === null || Number.isNaN(value) ? 0 : value
    }
  }
}

function kindOf(value: Scalar): FieldKind {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
}
