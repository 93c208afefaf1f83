// Typical bugs of a configurator engine, each one a single change of the compiled code. The engine tests must detect every one.
import type { Mutant } from './define.js'
import { moneyMutants } from './money-mutants.js'

const rule = 'core/engine/rule/rule-compiler.js'
const compare = 'core/engine/question/value.js'
const settle = 'core/engine/program/settlement.js'
const state = 'core/engine/program/state.js'
const arithmetic = 'core/engine/calculation/evaluator.js'
const matrix = 'core/engine/calculation/matrix.js'
const configure = 'core/engine/program/configuration.js'
const figures = 'core/engine/program/program.js'
const bounds = 'core/engine/program/value-bounds.js'
const interval = 'core/engine/calculation/bounds.js'
const because = 'core/engine/program/explanation.js'
const search = 'core/engine/program/remedy-search.js'

export const mutants: readonly Mutant[] = [
  { says: '`>=` compares as `>`', file: rule, find: 'return left >= right;', replace: 'return left > right;' },
  { says: '`<` compares as `<=`', file: rule, find: 'return left < right;', replace: 'return left <= right;' },
  {
    says: '`!=` fails on a missing number',
    file: rule,
    find: 'return left !== right;',
    replace: 'return left === left && left !== right;',
  },
  {
    says: 'an answer that is not chosen counts as chosen',
    file: rule,
    find: 'return state.chosen[index] === 0;',
    replace: 'return state.text[index] !== null && state.chosen[index] === 0;',
  },
  { says: "one true part is enough for an 'all' rule", file: rule, find: "kind === 'all' ?", replace: "kind === 'any' ?" },
  {
    says: 'a leading not is ignored',
    file: rule,
    find: 'rule.not ? ruleFalseExit : ruleTrueExit, rule.not ? ruleTrueExit : ruleFalseExit',
    replace: 'ruleTrueExit, ruleFalseExit',
  },
  { says: '`!= x` of a missing value is false', file: compare, find: "return operator === '!=';", replace: 'return false;' },
  {
    says: "`== ''` of a missing value is false",
    file: compare,
    find: "const isMissing = left === null || left === '';",
    replace: "const isMissing = left === '';",
  },
  {
    says: 'a cascade stops after one removal',
    file: settle,
    find: 'while (state.unsettled) {',
    replace: 'if (state.unsettled) {',
  },
  {
    says: 'a question that no longer applies keeps its selection',
    file: settle,
    find: "this.deselect(index, 'question_stopped');",
    replace: ';',
  },
  {
    says: 'an answer that no longer applies stays selected',
    file: settle,
    find: 'if (remaining.length === ids.length)',
    replace: 'if (remaining.length <= ids.length)',
  },
  {
    says: 'a question is selected again after it was deselected',
    file: settle,
    find: '|| this.automaticQuestions?.has(index) ||',
    replace: '||',
  },
  {
    says: 'the readers of a cleared selection are not updated',
    file: state,
    find: 'this.markReaders(questionReaders.offsets, questionReaders.items, question);',
    replace: 'if (value !== null) this.markReaders(questionReaders.offsets, questionReaders.items, question);',
  },
  { says: 'a price is not updated after its calculation changed', file: state, find: 'this.fresh[node] = 0;', replace: ';' },
  {
    says: 'an unavailable answer is offered',
    file: state,
    find: '&& this.program.available[answer] === 1',
    replace: '',
  },
  { says: '`-` adds', file: arithmetic, find: 'sum = subtract[i] ? sum - value : sum + value;', replace: 'sum = sum + value;' },
  {
    says: 'division by zero gives infinity',
    file: arithmetic,
    find: 'right === 0 ? Number.NaN : left / right',
    replace: 'left / right',
  },
  {
    says: '`+` binds as strongly as `*`',
    file: arithmetic,
    find: "if (operator !== '+' && operator !== '-')",
    replace: "if (operator !== '-')",
  },
  {
    says: 'the next higher cell must be strictly higher',
    file: matrix,
    find: 'if (sorted[middle] < x)',
    replace: 'if (sorted[middle] <= x)',
  },
  {
    says: 'the next lower cell must be strictly lower',
    file: matrix,
    find: 'for (let r = upperBound(rows, row, 0, rows.length) - 1;',
    replace: 'for (let r = lowerBound(rows, row, 0, rows.length) - 1;',
  },
  {
    says: 'an exact lookup uses the next row',
    file: matrix,
    find: "if (lookup === 'exact' && rows[r] !== row)",
    replace: 'if (false)',
  },
  {
    says: 'the lookup stops at the first row without a cell',
    file: matrix,
    find: 'if (cell >= rowStart[r])\n                return cell;',
    replace: 'return cell >= rowStart[r] ? cell : -1;',
  },
  { says: 'rounding to a step rounds down', file: matrix, find: '+ 0.5) * step', replace: ') * step' },
  {
    says: 'a selection that does not apply is accepted',
    file: configure,
    find: 'if (!state.applies(index)) {\n        return refuse',
    replace: 'if (false) {\n        return refuse',
  },
  {
    says: 'a change that needs confirmation happens immediately',
    file: configure,
    find: 'const confirmation = confirmed',
    replace: 'const confirmation = true',
  },
  {
    says: 'a question without a selection has a price',
    file: figures,
    find: 'if (state.text[index] === null)\n        return Number.NaN;',
    replace: '',
  },
  { says: 'the multiplicator is ignored', file: figures, find: '* source.multiplicator', replace: '' },
  {
    says: 'half a unit is rounded down',
    file: 'core/engine/money/amount.js',
    find: 'const rounded = (n * 2n + d) / (d * 2n);',
    replace: 'const rounded = n / d;',
  },
  {
    says: 'an explanation treats free questions as fixed',
    file: bounds,
    find: 'this.free[question] = 1;',
    replace: ';',
  },
  {
    says: 'an explanation drops cached bounds of other free questions',
    file: bounds,
    find: 'this.cache.clear();',
    replace: ';',
  },
  {
    says: 'a subtracted interval has swapped bounds',
    file: interval,
    find: 'low: -high, high: -low',
    replace: 'low: -low, high: -high',
  },
  {
    says: 'an explanation lists the questions with the smallest effect first',
    file: because,
    find: 'effects.get(a) - effects.get(b)',
    replace: 'effects.get(b) - effects.get(a)',
  },
  {
    says: 'the search skips remedies that would be sufficient',
    file: search,
    find: 'best < shortfall.amount',
    replace: 'best < 2 * shortfall.amount',
  },
  ...moneyMutants,
]
