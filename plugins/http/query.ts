// The query string as the service reads it: single values by name, filters under `filter[name]`, nothing deeper.
import { ValidationError } from '#core/foundation/errors.js'

export interface Query {
  /** Parameters by name; each at most once. */
  readonly values: ReadonlyMap<string, string>
  /** What came as `filter[name]=value`. */
  readonly filters: ReadonlyMap<string, string>
}

const none: Query = { values: new Map(), filters: new Map() }
const filterName = /^filter\[([^[\]]+)\]$/

/** Parses what stands after the question mark. Throws ValidationError naming the parameter for repeated or malformed ones. */
export function parseQuery(text: string): Query {
  if (text === '') return none
  const values = new Map<string, string>()
  const filters = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodeFormText(split === -1 ? pair : pair.slice(0, split), pair)
    const value = split === -1 ? '' : decodeFormText(pair.slice(split + 1), name)
    const filter = filterName.exec(name)?.[1]
    if (filter === undefined && name.startsWith('filter')) {
      throw ValidationError.of(name, `Query parameter '${name}' is not understood. Send filters as 'filter[<name>]=<value>'.`)
    }
    const into = filter === undefined ? values : filters
    if (into.has(filter ?? name))
      throw ValidationError.of(name, `Query parameter '${name}' was sent more than once. Send it once.`)
    into.set(filter ?? name, value)
  }
  return { values, filters }
}

/** Decodes one name or value of a query or an urlencoded body; `field` names it in the refusal. */
export function decodeFormText(text: string, field: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    throw ValidationError.of(field, `'${field}' is not valid percent-encoded UTF-8.`)
  }
  if (decoded.includes('\0'))
    throw ValidationError.of(
      field.replaceAll('\0', ''),
      `'${field.replaceAll('\0', '')}' contains the character NUL, which is not accepted.`,
    )
  return decoded
}
