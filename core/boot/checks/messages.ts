// Checks contributed messages and translations: valid language tags, ICU texts and placeholders, no contradictions.
import { createBootFault, type Fault } from '../../foundation/errors.js'
import { languageTagPattern } from '../../foundation/language.js'
import { createMessage, type MessageContribution } from '../../foundation/message.js'
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
  const message = createMessage('boot.messageLanguage', { owner, area, language })
  return [createBootFault('message-language', owner, message, createMessage('boot.useLanguage'))]
}

function findTextFaults(owner: string, messages: MessageContribution, key: string, language: string): readonly Fault[] {
  const dot = key.indexOf('.')
  const [area, name] = [key.slice(0, dot), key.slice(dot + 1)]
  const text = messages[area]![language]![name]
  // The English labels are in the declarations.
  const english = findEnglishText(key) ?? messages[area]?.['en']?.[name] ?? (labelAreas.test(area) ? '' : undefined)
  if (english === undefined) {
    const message = createMessage('boot.messageWithoutEnglish', { owner, key, language })
    return [createBootFault('message-text', owner, message, createMessage('boot.addEnglish'))]
  }
  const placeholders = parsePlaceholders(english)
  const own = parsePlaceholders(text)
  if (placeholders !== null && own === placeholders) return []
  const message = createMessage('boot.messageInvalid', { key, owner, language })
  return [createBootFault('message-text', owner, message, createMessage('boot.useIcu'))]
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
  const message = createMessage('boot.translationLanguage', { owner, language })
  return [createBootFault('translation-language', owner, message, createMessage('boot.useLanguage'))]
}

function translationFault(owner: string, language: string, sentence: string): Fault {
  const message = createMessage('boot.translationPlaceholders', { owner, sentence, language })
  return createBootFault('translation-text', owner, message, createMessage('boot.usePlaceholders'))
}

function clash(first: string, second: string, language: string, sentence: string): Fault {
  const message = createMessage('boot.translationClash', { first, owner: second, sentence, language })
  return createBootFault('translation-clash', second, message, createMessage('boot.removeTranslation'))
}
