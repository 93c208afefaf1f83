// Writes errors and findings in the reader's language: by the key of their message, otherwise by its text or code.
import { formatTypedNumber, type Issue, ServiceError } from '#core/contract.js'
import {
  type AdminLanguage,
  formatMessageFields,
  type FormatOptions,
  type LabelReference,
  type MessageFields,
  type Registry,
  rewriteMessages,
} from '#core/surface.js'
import { germanBodies, germanBodyParts, germanHints } from './german-bodies.js'
import { germanFindings, germanKinds, germanParts } from './german-findings.js'
import { germanTransfer, germanTransferKinds } from './german-transfer.js'
import { type LabelTranslator, createLabelTranslator } from './label-translator.js'
import { type TemplateTranslator, createTemplateTranslator } from './message-template.js'

export interface MessageTranslator {
  /** The message of an error or issue. A text without a key falls back to the text of its code. */
  refusal(refusal: MessageFields & { readonly code: string }): string
  issue(issue: Issue): Issue
  /** The same error, translated. Values of other types are returned unchanged. */
  error(error: unknown): unknown
  /** The finding with a translated message, for a reply. */
  finding<F extends MessageFields & { readonly kind: string }>(finding: F): Omit<F, 'english' | 'key' | 'values'>
}

/** Messages for API clients, rephrased for people: they fill in fields and do not know keys. */
const personalKeys: Readonly<Record<string, string>> = { 'fields.textMissing': 'fields.languageTextMissing' }

/** Reasons why a package omits records. */
const germanOmissions: Readonly<Record<string, string>> = {
  'They belong to {entities}, which each shop has its own of.': 'Sie gehören zu {entities}; davon hat jeder Shop seine eigenen.',
  'They belong to shoppers and orders of this shop, not to the product.':
    'Sie gehören zu Käufern und Bestellungen dieses Shops, nicht zum Produkt.',
  'It is a secret, which is never read out.': 'Das ist geheim und wird nie ausgelesen.',
  'Their bytes are no longer in the file store.': 'Ihr Inhalt ist nicht mehr in der Ablage.',
}

const refusalTemplates = createTemplateTranslator({ ...germanBodies, ...germanOmissions })
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

const findOwnText = (words: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined

/** `TOO_LONG` → `errors.codeTooLong`. */
const toCodeKey = (code: string): string =>
  `errors.code${code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}`

/** Labels of entities, fields and choices. */
function createLabelFormat(say: LabelTranslator): (label: LabelReference) => string {
  return ({ label, text }) => {
    const translated = say(text)
    if (translated !== text || label !== 'entity') return translated
    // The name of an entity, such as `tax-class`.
    return say(text.replaceAll('-', ' '))
  }
}

function withoutKey<F extends MessageFields>(finding: F): Omit<F, 'english' | 'key' | 'values'> {
  const { key: _key, values: _values, english: _english, ...rest } = finding
  return rest
}

export function createMessageTranslator(registry: Registry, language: AdminLanguage): MessageTranslator {
  const say = createLabelTranslator(registry, language)
  const options: FormatOptions = {
    catalogs: registry.messages,
    ...(language !== 'en' && { formatLabel: createLabelFormat(say) }),
  }
  // The members are named, because the message of an error is not enumerable.
  const formatKey = ({ key = '', message, values = {}, english }: MessageFields): string => {
    const personalKey = personalKeys[key]
    // The English text of the error names actions as the admin does.
    if (language === 'en' && personalKey === undefined && registry.messages.find(key, language) === undefined) return message
    const fields = { key: personalKey ?? key, message, values, ...(english !== undefined && { english }) }
    return formatMessageFields(fields, language, options)
  }
  /** A text that is in no catalog. */
  const addCodeText = (translated: string | null, byCode: string | undefined, message: string): string =>
    translated ?? (byCode === undefined || language === 'en' ? message : `${byCode} (${message})`)
  const tell: MessageTranslator = {
    refusal: (refusal) => {
      if (refusal.key !== undefined) return formatKey(refusal)
      const translated = language === 'en' ? null : translateWithHint(refusal.message, say)
      return addCodeText(translated, registry.messages.find(toCodeKey(refusal.code), language), refusal.message)
    },
    issue: (issue) => ({ ...issue, message: tell.refusal(issue) }),
    error: (error) => (error instanceof ServiceError ? rewriteMessages(error, tell.refusal) : error),
    finding(finding) {
      if (finding.key !== undefined) return { ...withoutKey(finding), message: formatKey(finding) }
      const translated = language === 'en' ? null : translateSentence(finding.message, findingTemplates, say)
      return { ...finding, message: addCodeText(translated, findOwnText(findingKindTexts, finding.kind), finding.message) }
    },
  }
  return tell
}
