// Refusals and doubts as people read them: by the sentence that was said, or by its code, in the language of whoever reads it.
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
  /** One sentence of a refusal, by its code where nobody knows the sentence. */
  refusal(message: string, code: string): string
  issue(issue: Issue): Issue
  /** The same refusal in the reader's words; what is none stays as it is. */
  error(error: unknown): unknown
  finding<F extends Told & { readonly kind: string }>(finding: F): F
}

/** What is said to programs, in the words of people: they fill in fields and know no keys. */
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

/** Names of records, and lists of what has words of its own. */
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
      // Limits are numbers of the property's declaration.
      if ((name === 'least' || name === 'most') && /^-?\d+\.\d+$/.test(text)) return formatTypedNumber(text, 'de')
      if (name === 'hint') return inWords(text, hints, say) ?? text
      return name.startsWith('part') ? partIn(text, say) : text
    }) ?? null
  )
}

/** A question behind a sentence that knows of none is said by itself. */
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

/** What was refused stays refused: code, fields, headers and what stands now are those of the error. */
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

/** In English nearly everything stays as it was said. */
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
