// Binds calculation bodies to a product: each becomes one closure that yields the settled figure, or NaN for null.
import { compileSequence, type FormulaBinding, type Read } from '../calculation/arithmetic.js'
import { type CodeBinding, codeResult, compileCode } from '../calculation/code.js'
import { CodeRefusal, parseCode } from '../calculation/code-parse.js'
import { compileMatrix, findCell, type Matrix, roundToStep } from '../calculation/matrix.js'
import { type CodeNode, type Placeholder } from '../calculation/code-tree.js'
import { MalformedFormula, parseFormula, type Sequence } from '../calculation/stored.js'
import { settleFigure } from '../money/amount.js'
import type { Binder, Skeleton } from './bind.js'
import type { Cells } from './cells.js'
import type { Notes } from './graph.js'
import type { CalculationSource, CodeSource, MatrixSource } from './source.js'
import type { EngineTypes } from './types.js'

const none: Read<Cells> = () => Number.NaN

/** Binds one calculation; a body that is missing or malformed yields null. */
export function bindCalculation(source: CalculationSource, program: Skeleton, binder: Binder, notes: Notes): Read<Cells> {
  const read = body(source, program, binder, notes)
  return (cells) => settleFigure(read(cells))
}

function body(source: CalculationSource, program: Skeleton, binder: Binder, notes: Notes): Read<Cells> {
  if (source.type === 'formula') {
    const sequence = source.formula ? parseFormula(source.formula.terms) : null
    return sequence && !(sequence instanceof MalformedFormula) ? bindFormula(sequence, program.types, binder) : none
  }
  if (source.type === 'matrix') return source.matrix ? bindMatrix(source.matrix, program, binder) : none
  const tree = source.code ? parseCode(source.code.code, program.types.functions) : null
  return source.code && tree && !(tree instanceof CodeRefusal) ? bindCode(tree, source.code, program, binder, notes) : none
}

/** Calls a plugged-in function in a formula: a null parameter makes the result null, a null result counts 0. */
function callFunction(types: EngineTypes, name: string, parameters: readonly Read<Cells>[]): Read<Cells> {
  const definition = types.functions.get(name)
  if (!definition) return none
  return (cells) => {
    const numbers = parameters.map((parameter) => parameter(cells))
    return numbers.some(Number.isNaN) ? Number.NaN : (definition.evaluate(...numbers) ?? 0)
  }
}

/** Binds the leaves of formulas; traces share it. */
export function formulaBinding(types: EngineTypes, binder: Binder): FormulaBinding<Cells> {
  return {
    typed({ type, args }) {
      const definition = types.termTypes.get(type)
      return definition ? binder.term(definition, args) : none
    },
    call: (name, parameters) => callFunction(types, name, parameters),
  }
}

function bindFormula(sequence: Sequence, types: EngineTypes, binder: Binder): Read<Cells> {
  return compileSequence(sequence, formulaBinding(types, binder))
}

/** One axis of a matrix: its coordinate; 0 where the matrix has no such axis, NaN where it yields nothing. */
export function axisReader(
  matrix: Pick<Matrix, 'lookup' | 'round'>,
  questionId: number | null,
  calculationId: number | null,
  program: Skeleton,
  binder: Binder,
): Read<Cells> {
  if (questionId === null && calculationId === null) return () => 0
  const operand = questionId === null ? { calculation: calculationId! } : { question: questionId, field: 'selected' }
  const read = binder.number(binder.operand(operand))
  const question = questionId === null ? undefined : program.questions[program.questionIndex.get(questionId) ?? -1]
  const step = matrix.lookup === 'exact' && !question?.type.takesAnswers ? matrix.round : null
  return step === null ? read : (cells) => roundToStep(read(cells), step)
}

function bindMatrix(source: MatrixSource, program: Skeleton, binder: Binder): Read<Cells> {
  const matrix = compileMatrix(source)
  const row = axisReader(matrix, source.row_question_id, source.row_calculation_id, program, binder)
  const column = axisReader(matrix, source.column_question_id, source.column_calculation_id, program, binder)
  return (cells) => {
    const cell = findCell(matrix, row(cells), column(cells))
    return cell < 0 ? Number.NaN : matrix.values[cell]!
  }
}

/** Binds the leaves of code; traces share it. */
export function codeBinding(source: CodeSource, program: Skeleton, binder: Binder, notes: Notes): CodeBinding<Cells> {
  const ids: Readonly<Record<Placeholder, number | null>> = {
    A: source.question_id_a,
    B: source.question_id_b,
    C: source.question_id_c,
    D: source.question_id_d,
  }
  return {
    placeholder(letter) {
      const question = ids[letter]
      return question === null ? () => 0 : binder.value({ question, field: 'selected' })
    },
    total(recurring) {
      const node = program.nodes - (recurring ? 1 : 2)
      notes.readsNode(node)
      return (cells) => cells.value(node)
    },
    operand: (operand) => binder.value(operand),
    callable(name) {
      const definition = program.types.functions.get(name)!
      return (...parameters) => definition.evaluate(...parameters)
    },
  }
}

function bindCode(tree: CodeNode, source: CodeSource, program: Skeleton, binder: Binder, notes: Notes): Read<Cells> {
  const run = compileCode(tree, codeBinding(source, program, binder, notes))
  return (cells) => codeResult(run(cells))
}
