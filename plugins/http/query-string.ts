// Parses query strings: single values by name, and filters as `filter[name]`. Deeper nesting is not supported.
import { createMessage, ValidationError } from '#core/contract.js'

export interface Query {
  /** Parameters by name. Each occurs at most once. */
  readonly values: ReadonlyMap<string, string>
  /** Values of `filter[name]=value` by name. */
  readonly filters: ReadonlyMap<string, string>
}

const emptyQuery: Query = { values: new Map(), filters: new Map() }
const filterNamePattern = /^filter\[([^[\]]+)\]$/

/** Parses the text after the question mark. Throws ValidationError for repeated or malformed parameters. */
export function parseQuery(text: string): Query {
  if (text === '') return emptyQuery
  const values = new Map<string, string>()
  const filters = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodeFormText(split === -1 ? pair : pair.slice(0, split), pair)
    const value = split === -1 ? '' : decodeFormText(pair.slice(split + 1), name)
    const filter = filterNamePattern.exec(name)?.[1]
    if (filter === undefined && name.startsWith('filter')) {
      throw ValidationError.of(name, createMessage('errors.parameterNotUnderstood', { name }))
    }
    const into = filter === undefined ? values : filters
    if (into.has(filter ?? name)) throw ValidationError.of(name, createMessage('errors.parameterSentTwice', { name }))
    into.set(filter ?? name, value)
  }
  return { values, filters }
}

/** Decodes one name or value of a query or an urlencoded body. `field` names it in the error. */
export function decodeFormText(text: string, field: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw ValidationError.of(field, createMessage('errors.encodingInvalid', { name: field }))
  }
  if (decoded.includes('\0'))
    throw ValidationError.of(field.replaceAll('\0', ''), createMessage('errors.nulInText', { name: field.replaceAll('\0', '') }))
  return decoded
}
