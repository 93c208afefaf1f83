// Writes errors in the language of the request: the language that it names, or the first that the client accepts.
import { type MessageText, ServiceError } from '#core/contract.js'
import {
  createFormatOptions,
  createMessageWriter,
  messageFormat,
  isRewritten,
  type Registry,
  messageText,
} from '#core/surface.js'

interface LanguageSource {
  readonly url?: string | undefined
  /** The language of the URL prefix. */
  readonly language: string | null
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** The names of the query parameter in the shop API and in the entity API. */
const languageParameters = ['language', 'languageTag']

function readLanguageParameter(url: string): string | undefined {
  const mark = url.indexOf('?')
  if (mark === -1 || !url.includes('language', mark)) return undefined
  // The query may be malformed, which is then the error.
  const values = new URLSearchParams(url.slice(mark + 1))
  return languageParameters.map((name) => values.get(name)).find((value) => value !== null) ?? undefined
}

/** The tags of the header Accept-Language, the preferred one first. */
export function listAcceptedLanguages(header: string): readonly string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((first, second) => second.quality - first.quality)
    .map(({ tag }) => tag)
}

/** The tag in its usual spelling if there are messages in the language. */
function toMessageLanguage(tag: string, { messages }: Registry): string | null {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag)
    return canonical !== undefined && (/^en\b/.test(canonical) || messages.has(canonical)) ? canonical : null
  } catch {
    return null
  }
}

/**
 * The language of the request's errors: of its query, of its prefix, or of the header Accept-Language. English if there are no messages in
 * the named language. Null: the request prefers no language.
 */
export function findErrorLanguage({ url = '', language, headers }: LanguageSource, registry: Registry): string | null {
  const named = readLanguageParameter(url) ?? language
  const namedLanguage = named === null ? null : toMessageLanguage(named, registry)
  if (namedLanguage !== null) return namedLanguage
  for (const tag of listAcceptedLanguages(headers['accept-language'] ?? '')) {
    const accepted = toMessageLanguage(tag, registry)
    if (accepted !== null) return accepted
  }
  return named === null ? null : 'en'
}

/** Writes a message. A text that is in no catalog stays as it is. */
export function writeMessage(message: MessageText, registry: Registry, language: string | null): string {
  return language === null ? messageText(message) : createMessageWriter(registry, language)(message)
}

/** The error in the language. Errors that a surface has written already, and texts that are in no catalog, stay as they are. */
export function translateError(error: unknown, registry: Registry, language: string | null): unknown {
  if (!(error instanceof ServiceError) || language === null || isRewritten(error)) return error
  const options = createFormatOptions(registry, language)
  return messageFormat.rewriteMessages(error, (refusal) => messageFormat.formatMessageFields(refusal, language, options))
}
