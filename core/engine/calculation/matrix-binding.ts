// Binds the axes of a matrix to a product. Shared by evaluation and trace.
import type { StateView } from '../program/state-view.js'
import type { MatrixSource } from '../program/source.js'
import type { NumberReader } from './arithmetic.js'
import type { BindingContext } from './body.js'
import { axisOperand, compileMatrix, type Matrix, roundToStep } from './matrix.js'

/** Compiles the coordinate of one axis: 0 if the matrix has no such axis, NaN if the coordinate is null. */
function axisReader(
  source: MatrixSource,
  matrix: Matrix,
  axis: 'row' | 'column',
  { program, binder }: BindingContext,
): NumberReader<StateView> {
  const operand = axisOperand(source, axis)
  if (operand === null) return () => 0
  const read = binder.number(binder.operand('question' in operand ? { ...operand, field: 'selected' } : operand))
  const question = 'question' in operand ? program.questions[program.questionIndex.get(operand.question) ?? -1] : undefined
  const step = matrix.lookup === 'exact' && !question?.type.takesAnswers ? matrix.round : null
  return step === null ? read : (state) => roundToStep(read(state), step)
}

/** The compiled table and the readers of its coordinates. */
export function bindMatrix(source: MatrixSource, leaves: BindingContext) {
  const matrix = compileMatrix(source)
  return {
    matrix,
    row: axisReader(source, matrix, 'row', leaves),
    column: axisReader(source, matrix, 'column', leaves),
  }
}
