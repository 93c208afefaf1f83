// Parses a UVL constraint into a formula: !, &, |, => and <=> over feature names.
import { FileFault, type FileFindings, formatValue } from 'product-configurator-service'
import { createEquivalence, featureLimits, type Formula, createImplication } from './define.js'

const tokenPattern =
  /[ \t]+|(?<name>"[^"]{1,500}"|[^\s"'!&|=<>()+*/,[\]{}-][^\s"'!&|=<>()+*/,[\]{}]{0,500})|(?<sign><=>|=>|[!&|()])|(?<other>[^\s])/uy

interface Token {
  readonly kind: 'name' | 'sign' | 'other'
  readonly text: string
}

function tokenizeConstraint(text: string): readonly Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  for (let tokenMatch = tokenPattern.exec(text); tokenMatch; tokenMatch = tokenPattern.exec(text)) {
    const { name, sign, other } = tokenMatch.groups ?? {}
    if (name !== undefined) tokens.push({ kind: 'name', text: name.startsWith('"') ? name.slice(1, -1) : name })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
    else if (other !== undefined) tokens.push({ kind: 'other', text: other })
  }
  return tokens
}

class ConstraintReader {
  private at = 0

  constructor(
    private readonly tokens: readonly Token[],
    private readonly line: number,
  ) {}

  private takes(sign: string): boolean {
    const next = this.tokens[this.at]
    if (next?.kind !== 'sign' || next.text !== sign) return false
    this.at++
    return true
  }

  private refuse(expected: string): never {
    const next = this.tokens[this.at]
    const actual = next ? `'${formatValue(next.text)}' stands there` : 'the line ends there'
    throw new FileFault('constraint', `${expected} is expected, and ${actual}.`, this.line)
  }

  whole(): Formula {
    const formula = this.equivalence(0)
    if (this.at < this.tokens.length) this.refuse("One of & | => <=>, or the line's end,")
    return formula
  }

  private equivalence(depth: number): Formula {
    let formula = this.implication(depth)
    while (this.takes('<=>')) formula = createEquivalence(formula, this.implication(depth))
    return formula
  }

  /** `a => b => c` means a => (b => c). */
  private implication(depth: number): Formula {
    const parts = [this.either(depth)]
    while (this.takes('=>')) parts.push(this.either(depth))
    return parts.reduceRight((after, before) => createImplication(before, after))
  }

  private either(depth: number): Formula {
    const parts = [this.both(depth)]
    while (this.takes('|')) parts.push(this.both(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts }
  }

  private both(depth: number): Formula {
    const parts = [this.one(depth)]
    while (this.takes('&')) parts.push(this.one(depth))
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts }
  }

  private one(depth: number): Formula {
    if (depth > featureLimits.depth)
      throw new FileFault('too-deep', `Brackets stand inside each other at most ${featureLimits.depth} deep.`, this.line)
    let isNot = false
    while (this.takes('!')) isNot = !isNot
    const inner = this.plain(depth)
    return isNot ? { kind: 'not', of: inner } : inner
  }

  private plain(depth: number): Formula {
    if (this.takes('(')) {
      const inner = this.equivalence(depth + 1)
      if (!this.takes(')')) this.refuse("')'")
      return inner
    }
    const next = this.tokens[this.at]
    if (next?.kind !== 'name') this.refuse('The name of a feature')
    this.at++
    return { kind: 'feature', name: next.text }
  }
}

/** null and a blocker for a constraint that compares amounts or texts: rules over features cannot express it. */
export function parseUvlConstraint(text: string, line: number, findings: FileFindings): Formula | null {
  if (text.length > featureLimits.text * 10)
    throw new FileFault('too-large', 'The constraint is longer than 20000 characters.', line)
  const tokens = tokenizeConstraint(text)
  const other = tokens.find(({ kind }) => kind === 'other')
  if (other) {
    findings.blocker(
      'constraint-of-amounts',
      `'${formatValue(text)}' holds '${other.text}'; only !, &, |, =>, <=> and names of features become rules. Leave it out, or write it as a rule of the product.`,
      line,
    )
    return null
  }
  return new ConstraintReader(tokens, line).whole()
}
