// The words of formulas and rules: operators, functions, constants and placeholders.
export { mathConstants, mathFunctions, placeholderColumns, placeholders } from '../engine/calculation/code-tree.js'
export { arithmeticOperators } from '../engine/calculation/stored.js'
export { isOperator, operatorsOf, orderedOperators } from '../engine/question/value.js'
