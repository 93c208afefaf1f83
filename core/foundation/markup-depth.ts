// Checks whether HTML or XML is nested too deeply for the sanitiser, whose cost is quadratic in the depth.
import { createRequire } from 'node:module'
import type { Parser, ParserOptions } from 'htmlparser2'
import { createLruCache } from './lru-cache.js'

/** Maximum nesting depth of elements. */
export const maximumMarkupDepth = 200

/** The check of longer texts takes more than a few milliseconds. Other requests should run between two of them. */
export const longMarkup = 8_192

export type MarkupDialect = 'html' | 'xml'

/** The options of the sanitiser's parser. This check uses the same parser and options, so both find the same elements. */
export const markupParserOptions: Readonly<Record<MarkupDialect, Omit<ParserOptions, 'Tokenizer'>>> = {
  html: { decodeEntities: true },
  xml: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
}

// Most processes never parse markup, so the package is loaded on first use.
let MarkupParser: typeof Parser | undefined

/** True if the text opens so few elements that their depth is within the limit. Each element needs a `<`. */
const hasFewElements = (text: string): boolean => text.split('<', maximumMarkupDepth + 2).length <= maximumMarkupDepth + 1

/** Recent results for HTML. A write checks the same texts several times. */
const results = createLruCache<string, boolean>(128)

/** Parses the text until the first element beyond the limit. */
function exceedsMaximumDepth(text: string, dialect: MarkupDialect): boolean {
  MarkupParser ??= (createRequire(import.meta.url)('htmlparser2') as { readonly Parser: typeof Parser }).Parser
  let depth = 0
  let isTooDeep = false
  const parser = new MarkupParser(
    {
      onopentagname() {
        depth += 1
        if (depth <= maximumMarkupDepth) return
        isTooDeep = true
        parser.pause()
      },
      onclosetag() {
        depth -= 1
      },
    },
    markupParserOptions[dialect],
  )
  parser.write(text)
  return isTooDeep
}

/**
 * Takes linear time for XML. The parser's time for HTML is quadratic in the number of `<svg>` and `<mi>` elements that have no end
 * tag of their own, so callers limit the length of HTML first: 65,535 characters take at most 40 ms.
 */
export function isNestedTooDeep(text: string, dialect: MarkupDialect): boolean {
  if (hasFewElements(text)) return false
  if (dialect === 'xml') return exceedsMaximumDepth(text, dialect)
  const known = results.get(text)
  if (known !== undefined) return known
  const result = exceedsMaximumDepth(text, dialect)
  results.set(text, result)
  return result
}
