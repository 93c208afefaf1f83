// Writes errors and findings in the reader's language: by the key of their message, otherwise by its code.
import { type Issue, type Message, type MessageValues, ServiceError, type MessageText } from '#core/contract.js'
import type { AdminLanguage } from '../api/shape.js'
import { messageFormat, type Registry, replaceActionNames } from '#core/surface.js'
import { formatLanguageName } from './display-name.js'
import { type LabelTranslator, createLabelTranslator, quoteInLanguage, toActionLabel, toHeading } from './label-translator.js'

type MessageFields = Parameters<typeof messageFormat.formatMessageFields>[0]
type FormatOptions = NonNullable<Parameters<typeof messageFormat.formatMessageFields>[2]>

export interface MessageTranslator {
  message(message: Message): string
  /** A message, or a finished text. Names actions as the admin does. */
  text(message: MessageText): string
  /** The message of an error or issue. A text without a key falls back to the text of its code. */
  refusal(refusal: MessageFields & { readonly code: string }): string
  issue(issue: Issue): Issue
  /** The same error, translated. Values of other types are returned unchanged. */
  error(error: unknown): unknown
  /** The finding with a translated message, for a reply. */
  finding<F extends MessageFields & { readonly kind: string }>(finding: F): Omit<F, 'english' | 'key' | 'values'>
}

/** Messages for API clients, rephrased for people: they fill in fields and do not know keys. */
const personalKeys: Readonly<Record<string, string>> = {
  'fields.textMissing': 'fields.languageTextMissing',
  // The editor of rules writes these parts itself, so only an unfinished condition lacks one.
  'authoring.conditionKeys': 'authoring.conditionUnfinished',
  'authoring.operatorMissing': 'authoring.conditionUnfinished',
  'authoring.valueMissing': 'authoring.conditionUnfinished',
}

/** The values of a message. `tag` is a language, which is written with its name. */
const toPersonalValues = ({ tag, ...values }: MessageValues, language: AdminLanguage): MessageValues =>
  typeof tag === 'string' ? { ...values, tag: formatLanguageName(tag, language) } : values

/** `TOO_LONG` → `errors.codeTooLong`. */
const toCodeKey = (code: string): string =>
  `errors.code${code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}`

/** Labels of entities, fields and choices. */
function createLabelFormat(
  translate: LabelTranslator,
): (label: Parameters<NonNullable<FormatOptions['formatLabel']>>[0]) => string {
  return ({ label, text }) => {
    // Sentences write the label of a field in lower case, and begin with the label of an entity.
    const spellings = [text, toHeading(text), text.charAt(0).toLowerCase() + text.slice(1)]
    const translated = spellings.map((spelling) => translate(spelling)).find((label, index) => label !== spellings[index])
    if (translated !== undefined) return translated
    if (label !== 'entity') return text
    // The name of an entity, such as `tax-class`.
    return translate(text.replaceAll('-', ' '))
  }
}

/** Pages show commands as buttons: the label of an action. */
function formatActionName(action: string, translate: LabelTranslator): string {
  if (translate.language === 'en') return action.replaceAll('-', ' ')
  return quoteInLanguage(translate(toActionLabel(action), `labels-actions.${action}`), translate.language)
}

/** Writes the parts of a stored message. Without parts, the text that an earlier version stored. */
export type MessageListFormatter = (messages: readonly MessageText[], stored: string) => string

export function createMessageListFormatter(registry: Registry, language: AdminLanguage): MessageListFormatter {
  const { message: write } = createMessageTranslator(registry, language)
  return (messages, stored) =>
    messages.length === 0 ? stored : messages.map((part) => (typeof part === 'string' ? part : write(part))).join(' ')
}

export function createMessageTranslator(registry: Registry, language: AdminLanguage): MessageTranslator {
  const translate = createLabelTranslator(registry, language)
  const options: FormatOptions = {
    catalogs: registry.messages,
    ...(language !== 'en' && { formatLabel: createLabelFormat(translate) }),
  }
  // The members are named, because the message of an error is not enumerable.
  const formatKey = ({ key = '', message, values = {}, english }: MessageFields): string => {
    const personalKey = personalKeys[key]
    // The English text of the error names actions as the admin does.
    if (language === 'en' && personalKey === undefined && registry.messages.find(key, language) === undefined) return message
    const fields = {
      key: personalKey ?? key,
      message,
      values: personalKey === undefined ? values : toPersonalValues(values, language),
      ...(english !== undefined && { english }),
    }
    return messageFormat.formatMessageFields(fields, language, options)
  }
  const tell: MessageTranslator = {
    message: (message) => messageFormat.formatMessage(message, language, options),
    text: (message) =>
      replaceActionNames(
        typeof message === 'string' ? message : messageFormat.formatMessage(message, language, options),
        (action) => formatActionName(action, translate),
      ),
    refusal(refusal) {
      if (refusal.key !== undefined) return formatKey(refusal)
      const byCode = language === 'en' ? undefined : registry.messages.find(toCodeKey(refusal.code), language)
      return byCode === undefined ? refusal.message : `${byCode} (${refusal.message})`
    },
    issue: (issue) => ({ ...issue, message: tell.refusal(issue) }),
    error: (error) => (error instanceof ServiceError ? messageFormat.rewriteMessages(error, tell.refusal) : error),
    finding: (finding) => ({
      ...messageFormat.toEnglishFields(finding),
      message: finding.key === undefined ? finding.message : formatKey(finding),
    }),
  }
  return tell
}
