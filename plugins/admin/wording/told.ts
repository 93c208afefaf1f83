// Translates errors and findings into the reader's language: by their message, otherwise by their code.
import { type Issue, ServiceError, ValidationError } from '#core/foundation/errors.js'
import { formatTypedNumber } from '#core/foundation/parse-number.js'
import type { Registry } from '#core/model/registry.js'
import type { AdminLanguage } from '#core/storage/admin/define.js'
import { HttpRefusal } from '../../http/problem.js'
import { germanBodies, germanBodyParts, germanHints } from './german-bodies.js'
import { germanFindings, germanKinds, germanParts } from './german-findings.js'
import { germanCodes, germanRefusals } from './german-refusals.js'
import { germanTransfer, germanTransferKinds } from './german-transfer.js'
import { type Say, sayIn } from './label.js'
import { type Translate, translator } from './template.js'

interface Told {
  readonly message: string
}

export interface Tell {
  /** One error message. Falls back to a text for its code. */
  refusal(message: string, code: string): string
  issue(issue: Issue): Issue
  /** The same error, translated. Values of other types are returned unchanged. */
  error(error: unknown): unknown
  finding<F extends Told & { readonly kind: string }>(finding: F): F
}

/** Messages for API clients, rephrased for people: they fill in fields and do not know keys. */
const plainEnglish = translator({
  "Field {field} cannot be empty. '{key}' takes its text in {tag}.":
    'Field {field} cannot be empty. Its text in {tag} is missing.',
})

const english: Tell = {
  refusal: (message) => plainEnglish(message)?.inWords((_name, text) => text) ?? message,
  issue: (issue) => ({ ...issue, message: english.refusal(issue.message, issue.code) }),
  error: (error) => (error instanceof ServiceError ? retold(error, english) : error),
  finding: (finding) => finding,
}

const refusals = translator({ ...germanBodies, ...germanRefusals })
const findings = translator({ ...germanFindings, ...germanTransfer })
const kinds: Readonly<Record<string, string>> = { ...germanTransferKinds, ...germanKinds }
const parts = translator({ ...germanParts, ...germanBodyParts })
const hints = translator(germanHints)

/** Names of records, and lists of parts that have their own translation. */
function partIn(text: string, say: Say): string {
  const listed = (between: string): string =>
    text
      .split(between)
      .map((one) => partIn(one, say))
      .join(between)
  const isPlain = !text.includes("'") && !text.includes('"')
  if (isPlain && text.includes('; ')) return listed('; ')
  const known = inWords(text, parts, say)
  if (known !== null) return known
  if (isPlain && text.includes(', ')) return listed(', ')
  // `page "Frame"`
  const quote = text.indexOf(' "')
  return quote > 0 ? `${say(text.slice(0, quote))} „${text.slice(quote + 2).replace(/"$/, '')}“` : text
}

function inWords(sentence: string, translate: Translate, say: Say): string | null {
  const found = translate(sentence)
  return (
    found?.inWords((name, text) => {
      if (name.startsWith('field') || name.startsWith('entit')) return say(text)
      // Limits are numbers from the property's declaration.
      if ((name === 'least' || name === 'most') && /^-?\d+\.\d+$/.test(text)) return formatTypedNumber(text, 'de')
      if (name === 'hint') return inWords(text, hints, say) ?? text
      return name.startsWith('part') ? partIn(text, say) : text
    }) ?? null
  )
}

/** Translates a "Did you mean" question separately if the template has none. */
function withHint(message: string, say: Say): string | null {
  const whole = inWords(message, refusals, say)
  const at = message.lastIndexOf(" Did you mean '")
  if (whole !== null || at < 0) return whole
  const before = inWords(message.slice(0, at), refusals, say)
  const behind = inWords(message.slice(at), hints, say)
  return before !== null && behind !== null ? before + behind : null
}

const orCode = (known: string | null, byCode: string | undefined, message: string): string =>
  known ?? (byCode === undefined ? message : `${byCode} (${message})`)

const own = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** Replaces only the texts. Code, fields, headers and the current record stay those of the error. */
function retold(error: ServiceError, tell: Tell): ServiceError {
  if (error.code === 'INTERNAL_ERROR') return error
  if (error instanceof ValidationError) {
    if (error.issues.length > 0) return new ValidationError(error.issues.map((issue) => tell.issue(issue)))
    return new ValidationError([], tell.refusal(error.message, error.code))
  }
  const message = tell.refusal(error.message, error.code)
  if (error instanceof HttpRefusal) return new HttpRefusal(error.code, message, error.headers)
  const same = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as ServiceError
  return Object.defineProperty(same, 'message', { value: message })
}

/** In English nearly all texts stay unchanged. */
export function tellIn(registry: Registry, language: AdminLanguage): Tell {
  if (language === 'en') return english
  const say = sayIn(registry, language)
  const tell: Tell = {
    refusal: (message, code) => orCode(withHint(message, say), own(germanCodes, code), message),
    issue: (issue) => ({ ...issue, message: tell.refusal(issue.message, issue.code) }),
    error: (error) => (error instanceof ServiceError ? retold(error, tell) : error),
    finding: (finding) => ({
      ...finding,
      message: orCode(inWords(finding.message, findings, say), own(kinds, finding.kind), finding.message),
    }),
  }
  return tell
}
