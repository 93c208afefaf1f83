// Checks written arithmetic such as `what: 3 × 0.335 = 1.005 → 1.01`, in decimals, rounded half away from zero.
import { Big } from 'big.js'

const ExactNumber = Big()
ExactNumber.DP = 40

const calculationPattern = /^(?:.*: )?([\d.()×÷+−% ]+?)(?: = (−?[\d.]+)(…)?)?(?: → (−?[\d.]+))?(?:, so .*)?$/

const normalizeMinus = (text: string): string => text.replaceAll('−', '-')

class ArithmeticReader {
  private readonly tokens: readonly string[]
  private at = 0

  constructor(text: string) {
    this.tokens = text.match(/[\d.]+|[()×÷+−%]/g) ?? []
  }

  private take(...accepted: readonly string[]): string | null {
    const token = this.tokens[this.at]
    if (token === undefined || !accepted.includes(token)) return null
    this.at++
    return token
  }

  private factor(): Big {
    if (this.take('−')) return this.factor().times(-1)
    let value: Big
    if (this.take('(')) {
      value = this.sum()
      this.take(')')
    } else value = new ExactNumber(this.tokens[this.at++] ?? 'nothing')
    return this.take('%') ? value.div(100) : value
  }

  private product(): Big {
    let value = this.factor()
    for (let sign = this.take('×', '÷'); sign; sign = this.take('×', '÷'))
      value = sign === '×' ? value.times(this.factor()) : value.div(this.factor())
    return value
  }

  sum(): Big {
    let value = this.product()
    for (let sign = this.take('+', '−'); sign; sign = this.take('+', '−'))
      value = sign === '+' ? value.plus(this.product()) : value.minus(this.product())
    return value
  }
}

/** The error in a line with a calculation; null if it is correct or contains no calculation. */
export function findArithmeticFault(line: string): string | null {
  const match = calculationPattern.exec(line)
  if (!match) return /[=→]/.test(line) ? `'${line}' is no arithmetic.` : null
  const [, expression, result, cut, rounded] = match
  const value = new ArithmeticReader(expression!).sum()
  const places = (text: string): number => text.split('.')[1]?.length ?? 0
  if (result !== undefined) {
    const roundedValue = cut ? value.round(places(result), Big.roundDown) : value
    if (!roundedValue.eq(normalizeMinus(result))) return `'${line}' gives ${value.toString()}.`
  }
  if (rounded !== undefined && !value.round(places(rounded), Big.roundHalfUp).eq(normalizeMinus(rounded)))
    return `'${line}' rounds to ${value.round(places(rounded), Big.roundHalfUp).toString()}.`
  return null
}

/** All numbers in the lines, without signs. */
export function listNumbers(lines: readonly string[]): ReadonlySet<number> {
  return new Set(lines.flatMap((line) => line.match(/\d+(?:\.\d+)?/g) ?? []).map(Number))
}
