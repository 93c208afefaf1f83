// Translates errors and findings into the reader's language: by their message, otherwise by their code.
import { type Issue, ServiceError, ValidationError } from '#core/foundation/errors.js'
import { formatTypedNumber } from '#core/foundation/parse-number.js'
import type { Registry } from '#core/model/registry.js'
import type { AdminLanguage } from '#core/storage/admin/define.js'
import { HttpError } from '../../http/problem-reply.js'
import { germanBodies, germanBodyParts, germanHints } from './german-bodies.js'
import { germanFindings, germanKinds, germanParts } from './german-findings.js'
import { germanErrorCodes, germanErrorMessages } from './german-errors.js'
import { germanTransfer, germanTransferKinds } from './german-transfer.js'
import { type LabelTranslator, createLabelTranslator } from './label-translator.js'
import { type TemplateTranslator, createTemplateTranslator } from './message-template.js'

interface MessageRecord {
  readonly message: string
}

export interface MessageTranslator {
  /** One error message. Falls back to a text for its code. */
  refusal(message: string, code: string): string
  issue(issue: Issue): Issue
  /** The same error, translated. Values of other types are returned unchanged. */
  error(error: unknown): unknown
  finding<F extends MessageRecord & { readonly kind: string }>(finding: F): F
}

/** Messages for API clients, rephrased for people: they fill in fields and do not know keys. */
const plainEnglish = createTemplateTranslator({
  "Field {field} cannot be empty. '{key}' takes its text in {tag}.":
    'Field {field} cannot be empty. Its text in {tag} is missing.',
})

const englishTranslator: MessageTranslator = {
  refusal: (message) => plainEnglish(message)?.format((_name, text) => text) ?? message,
  issue: (issue) => ({ ...issue, message: englishTranslator.refusal(issue.message, issue.code) }),
  error: (error) => (error instanceof ServiceError ? translateError(error, englishTranslator) : error),
  finding: (finding) => finding,
}

const refusalTemplates = createTemplateTranslator({ ...germanBodies, ...germanErrorMessages })
const findingTemplates = createTemplateTranslator({ ...germanFindings, ...germanTransfer })
const findingKindTexts: Readonly<Record<string, string>> = { ...germanTransferKinds, ...germanKinds }
const partTemplates = createTemplateTranslator({ ...germanParts, ...germanBodyParts })
const hintTemplates = createTemplateTranslator(germanHints)

/** Names of records, and lists of parts that have their own translation. */
function translatePart(text: string, say: LabelTranslator): string {
  const listed = (between: string): string =>
    text
      .split(between)
      .map((part) => translatePart(part, say))
      .join(between)
  const isPlain = !text.includes("'") && !text.includes('"')
  if (isPlain && text.includes('; ')) return listed('; ')
  const translated = translateSentence(text, partTemplates, say)
  if (translated !== null) return translated
  if (isPlain && text.includes(', ')) return listed(', ')
  // `page "Frame"`
  const quote = text.indexOf(' "')
  return quote > 0 ? `${say(text.slice(0, quote))} „${text.slice(quote + 2).replace(/"$/, '')}“` : text
}

function translateSentence(sentence: string, translate: TemplateTranslator, say: LabelTranslator): string | null {
  const match = translate(sentence)
  return (
    match?.format((name, text) => {
      if (name.startsWith('field') || name.startsWith('entit')) return say(text)
      // Limits are numbers from the property's declaration.
      if ((name === 'least' || name === 'most') && /^-?\d+\.\d+$/.test(text)) return formatTypedNumber(text, 'de')
      if (name === 'hint') return translateSentence(text, hintTemplates, say) ?? text
      return name.startsWith('part') ? translatePart(text, say) : text
    }) ?? null
  )
}

/** Translates a "Did you mean" question separately if the template has none. */
function translateWithHint(message: string, say: LabelTranslator): string | null {
  const whole = translateSentence(message, refusalTemplates, say)
  const at = message.lastIndexOf(" Did you mean '")
  if (whole !== null || at < 0) return whole
  const before = translateSentence(message.slice(0, at), refusalTemplates, say)
  const hintText = translateSentence(message.slice(at), hintTemplates, say)
  return before !== null && hintText !== null ? before + hintText : null
}

const addCodeText = (translated: string | null, byCode: string | undefined, message: string): string =>
  translated ?? (byCode === undefined ? message : `${byCode} (${message})`)

const findOwnText = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** Replaces only the texts. Code, fields, headers and the current record stay those of the error. */
function translateError(error: ServiceError, tell: MessageTranslator): ServiceError {
  if (error.code === 'INTERNAL_ERROR') return error
  if (error instanceof ValidationError) {
    if (error.issues.length > 0) return new ValidationError(error.issues.map((issue) => tell.issue(issue)))
    return new ValidationError([], tell.refusal(error.message, error.code))
  }
  const message = tell.refusal(error.message, error.code)
  if (error instanceof HttpError) return new HttpError(error.code, message, error.headers)
  const same = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as ServiceError
  return Object.defineProperty(same, 'message', { value: message })
}

/** In English nearly all texts stay unchanged. */
export function createMessageTranslator(registry: Registry, language: AdminLanguage): MessageTranslator {
  if (language === 'en') return englishTranslator
  const say = createLabelTranslator(registry, language)
  const tell: MessageTranslator = {
    refusal: (message, code) => addCodeText(translateWithHint(message, say), findOwnText(germanErrorCodes, code), message),
    issue: (issue) => ({ ...issue, message: tell.refusal(issue.message, issue.code) }),
    error: (error) => (error instanceof ServiceError ? translateError(error, tell) : error),
    finding: (finding) => ({
      ...finding,
      message: addCodeText(
        translateSentence(finding.message, findingTemplates, say),
        findOwnText(findingKindTexts, finding.kind),
        finding.message,
      ),
    }),
  }
  return tell
}
