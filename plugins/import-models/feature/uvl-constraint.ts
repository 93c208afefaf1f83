// Reads the constraints of a UVL model as formulas over features.
import { createMessage, FileFault, type FileFindings, formatValue, type Message } from 'product-configurator-service'
import { featureLimits, createEquivalence, type Formula, createImplication } from './define.js'

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

  private refuse(part: Message): never {
    const next = this.tokens[this.at]
    throw new FileFault(
      'constraint',
      next
        ? createMessage('models.expectedBefore', { part, text: formatValue(next.text) })
        : createMessage('models.expectedAtEnd', { part }),
      this.line,
    )
  }

  whole(): Formula {
    const formula = this.equivalence(0)
    if (this.at < this.tokens.length) this.refuse(createMessage('models.partOperator'))
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
      throw new FileFault('too-deep', createMessage('models.bracketsTooDeep', { most: featureLimits.depth }), this.line)
    let isNot = false
    while (this.takes('!')) isNot = !isNot
    const inner = this.plain(depth)
    return isNot ? { kind: 'not', of: inner } : inner
  }

  private plain(depth: number): Formula {
    if (this.takes('(')) {
      const inner = this.equivalence(depth + 1)
      if (!this.takes(')')) this.refuse(createMessage('models.partBracket'))
      return inner
    }
    const next = this.tokens[this.at]
    if (next?.kind !== 'name') this.refuse(createMessage('models.partFeature'))
    this.at++
    return { kind: 'feature', name: next.text }
  }
}

/** null and a blocker for a constraint that compares amounts or texts: rules over features cannot express it. */
export function parseUvlConstraint(text: string, line: number, findings: FileFindings): Formula | null {
  if (text.length > featureLimits.text * 10)
    throw new FileFault('too-large', createMessage('models.constraintTooLong', { most: featureLimits.text * 10 }), line)
  const tokens = tokenizeConstraint(text)
  const other = tokens.find(({ kind }) => kind === 'other')
  if (other) {
    findings.blocker(
      'constraint-of-amounts',
      createMessage('models.constraintOfAmounts', { text: formatValue(text), sign: other.text }),
      line,
    )
    return null
  }
  return new ConstraintReader(tokens, line).whole()
}
