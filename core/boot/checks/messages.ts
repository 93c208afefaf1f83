// Checks contributed messages and translations: valid language tags, ICU texts and placeholders, no contradictions.
import type { Fault } from '../../foundation/errors.js'
import { languageTagPattern } from '../../foundation/language.js'
import type { MessageContribution } from '../../foundation/message.js'
import { findEnglishText, findTextPlaceholders } from '../../foundation/message-format.js'
import type { CheckInput } from '../collect.js'
import { findPlaceholders } from '../../foundation/message-catalogs.js'

const labelAreas = /^labels(?:-[a-z]+)?$/

export function checkMessages({ contributed }: CheckInput): readonly Fault[] {
  return contributed.flatMap(({ owner, contributions: { messages = {} } }) =>
    Object.entries(messages).flatMap(([area, languages]) =>
      Object.entries(languages).flatMap(([language, texts]) => [
        ...findLanguageFaults(owner, area, language),
        ...Object.keys(texts).flatMap((name) => findTextFaults(owner, messages, `${area}.${name}`, language)),
      ]),
    ),
  )
}

function findLanguageFaults(owner: string, area: string, language: string): readonly Fault[] {
  if (languageTagPattern.test(language)) return []
  const message = `'${owner}' contributes messages of '${area}' in '${language}', which is not a language tag.`
  return [
    {
      id: 'message-language',
      owner,
      message,
      hint: "Use a language such as 'de', or a language with a country such as 'de-AT'.",
    },
  ]
}

function findTextFaults(owner: string, messages: MessageContribution, key: string, language: string): readonly Fault[] {
  const dot = key.indexOf('.')
  const [area, name] = [key.slice(0, dot), key.slice(dot + 1)]
  const text = messages[area]![language]![name]
  // The English labels are in the declarations.
  const english = findEnglishText(key) ?? messages[area]?.['en']?.[name] ?? (labelAreas.test(area) ? '' : undefined)
  if (english === undefined) {
    const message = `'${owner}' contributes the message '${key}' only in '${language}'.`
    return [{ id: 'message-text', owner, message, hint: 'Add its English text, or correct the name.' }]
  }
  const placeholders = parsePlaceholders(english)
  const own = parsePlaceholders(text)
  if (placeholders !== null && own === placeholders) return []
  const message = `The message '${key}' of '${owner}' in '${language}' must be ICU text with the same placeholders as the English text.`
  return [{ id: 'message-text', owner, message, hint: "Use {name} for a placeholder and '' for an apostrophe." }]
}

/** null for a text that is not ICU. */
function parsePlaceholders(text: unknown): string | null {
  try {
    return typeof text === 'string' ? findTextPlaceholders(text).join() : null
  } catch {
    return null
  }
}

/** Checks translations: valid language tags, equal placeholders, and no contradictory translations. */
export function checkTranslations({ contributed }: CheckInput): readonly Fault[] {
  const first = new Map<string, { readonly owner: string; readonly text: unknown }>()
  return contributed.flatMap(({ owner, contributions }) =>
    Object.entries(contributions.translations ?? {}).flatMap(([language, sentences]) => [
      ...languageFaults(owner, language),
      ...Object.entries(sentences).flatMap(([sentence, text]: [string, unknown]): readonly Fault[] => {
        if (typeof text !== 'string' || findPlaceholders(text).join() !== findPlaceholders(sentence).join())
          return [translationFault(owner, language, sentence)]
        const key = `${language} ${sentence}`
        const previous = first.get(key) ?? { owner, text }
        first.set(key, previous)
        return previous.text === text ? [] : [clash(previous.owner, owner, language, sentence)]
      }),
    ]),
  )
}

function languageFaults(owner: string, language: string): readonly Fault[] {
  if (languageTagPattern.test(language)) return []
  const message = `'${owner}' translates to '${language}', which is not a language tag.`
  return [
    {
      id: 'translation-language',
      owner,
      message,
      hint: "Use a language such as 'de', or a language with a country such as 'de-AT'.",
    },
  ]
}

function translationFault(owner: string, language: string, sentence: string): Fault {
  const message = `'${owner}' translates "${sentence}" to '${language}' with other placeholders than the original.`
  return { id: 'translation-text', owner, message, hint: 'Use the same placeholders in braces as the original text.' }
}

function clash(first: string, second: string, language: string, sentence: string): Fault {
  const message = `'${first}' and '${second}' translate "${sentence}" to '${language}' differently.`
  return { id: 'translation-clash', owner: second, message, hint: 'Remove one of them, or change the original text.' }
}
