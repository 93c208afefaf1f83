// Generates texts that make vulnerable regular expressions slow, by repeating what each repetition matches.

/** `before`, then `pump` repeated up to the required length, then `after`. */
export interface HostileText {
  readonly before: string
  readonly pump: string
  readonly after: string
}

/** A part of a pattern: what one pass matches, and how often it may repeat. */
interface PatternPart {
  /** Characters that it may match, or null for a group or an assertion. */
  readonly characters: readonly string[] | null
  readonly choices: readonly (readonly PatternPart[])[]
  readonly isAssertion: boolean
  readonly least: number
  readonly most: number
}

const candidateCharacters = [
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', '\r', '\0', '\u00a0', 'é', 'ß', '\u0301', '\u2028', '\ud83d'],
]
/** More repetitions than this count as unbounded. */
const unboundedFrom = 30

/** Parses a valid pattern. Keeps only what affects its speed. */
class PatternReader {
  private at = 0
  /** Source text of every class, escape and literal. */
  readonly units: string[] = []

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  choices(): PatternPart[][] {
    const alternatives: PatternPart[][] = [[]]
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        alternatives.push([])
        this.at++
      } else alternatives.at(-1)!.push(this.part())
    }
    return alternatives
  }

  private take(form: RegExp): string | null {
    form.lastIndex = this.at
    const match = form.exec(this.source)?.[0]
    if (match === undefined) return null
    this.at += match.length
    return match
  }

  private part(): PatternPart {
    const whole = { least: 1, most: 1 }
    const group = this.take(/\((?:\?(?:<?[=!]|<[^>]+>|[a-z-]*:))?/y)
    if (group !== null) {
      const choices = this.choices()
      this.at++
      return { characters: null, choices, isAssertion: /[=!]$/.test(group), ...this.repeated(whole) }
    }
    if (this.take(/[\^$]|\\[bB]/y) !== null) return { characters: null, choices: [], isAssertion: true, ...whole }
    const unit =
      this.take(/\[(?:\\.|[^\]\\])*\]/y) ??
      this.take(/\\(?:[pP]\{[^}]+\}|u\{[^}]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]+>|.)/y)
    const own = unit ?? this.source[this.at++]!
    this.units.push(own)
    return { characters: this.matching(own), choices: [], isAssertion: false, ...this.repeated(whole) }
  }

  private matching(unit: string): readonly string[] {
    const unitPattern = new RegExp(`^(?:${unit})$`, this.flags.replace(/[gym]/g, ''))
    return candidateCharacters.filter((character) => unitPattern.test(character))
  }

  private repeated(whole: Pick<PatternPart, 'least' | 'most'>): Pick<PatternPart, 'least' | 'most'> {
    const sign = this.take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y)
    if (sign === null) return whole
    if (sign.startsWith('{')) {
      const [, least = '0', comma, maximum = ''] = /\{(\d+)(,?)(\d*)/.exec(sign)!
      return { least: Number(least), most: comma === '' ? Number(least) : maximum === '' ? Infinity : Number(maximum) }
    }
    return { least: sign.startsWith('+') ? 1 : 0, most: sign.startsWith('?') ? 1 : Infinity }
  }
}

/** The texts for a pattern. Empty if the pattern has no unbounded repetition, because it then reads no text twice. */
export function createHostileTexts(source: string, flags: string): readonly HostileText[] {
  const reader = new PatternReader(source, flags)
  const choices = reader.choices()
  const sets = reader.units.map((unit) => new RegExp(unit, flags.replace(/[gy]/g, '')))
  const rank = (character: string): number => sets.filter((set) => set.test(character)).length
  /** The characters that match most of the pattern: adjacent repetitions compete for them. */
  const favourites = (characters: readonly string[]): readonly string[] =>
    [...characters].sort((a, b) => rank(b) - rank(a)).slice(0, 3)

  /** A text that matches the sequence, with each part repeated the minimum number of times or once more. */
  const sample = (parts: readonly PatternPart[], extra: boolean): string => parts.map((part) => passes(part, extra)).join('')
  const passes = (part: PatternPart, extra: boolean): string => {
    if (part.isAssertion) return ''
    const times = Math.min(unboundedFrom, Math.max(part.least, extra && part.most > 0 ? 1 : 0))
    const inner = part.characters === null ? sample(part.choices[0] ?? [], extra) : (favourites(part.characters)[0] ?? '')
    return inner.repeat(times)
  }
  const pumps = (part: PatternPart): readonly string[] =>
    part.characters === null
      ? part.choices.flatMap((choice) => [sample(choice, false), sample(choice, true)])
      : favourites(part.characters)

  const texts = new Map<string, HostileText>()
  const add = (before: string, pump: string): void => {
    if (pump === '') return
    for (const after of ['', '\0', 'x ']) texts.set(JSON.stringify([before, pump, after]), { before, pump, after })
  }
  const walk = (parts: readonly PatternPart[], prefix: string): void => {
    for (const [index, part] of parts.entries()) {
      for (const before of [prefix + sample(parts.slice(0, index), false), prefix + sample(parts.slice(0, index), true)]) {
        if (part.most > unboundedFrom) {
          for (const pump of pumps(part)) {
            add(before, pump)
            // Retried from each position where the pattern can begin.
            add('', before + pump)
            add('y', pump)
          }
        }
        for (const choice of part.choices) walk(choice, before)
      }
    }
  }
  for (const choice of choices) walk(choice, '')
  return [...texts.values()]
}
