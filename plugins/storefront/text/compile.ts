// Compiles the shop front's texts at build time: to scripts for browsers, which need no parser, and to TypeScript types.
import {
  type MessageFormatElement,
  parse,
  type PluralElement,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import { readTextCatalog, type TextCatalog, textCatalogs } from '../language-texts.js'
import { textLanguages } from './languages.js'

const parseText = (text: string): readonly MessageFormatElement[] => parse(text, { ignoreTag: true })

/**
 * An expression: a template literal, or the expression of a single plural or select.
 * @param counter the expression that `#` stands for
 */
function compileElements(elements: readonly MessageFormatElement[], language: string, counter: string | null): string {
  const parts = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replace(/[`\\]|\$\{/g, '\\$&')
      case TYPE.argument:
        return `\${v.${element.value}}`
      case TYPE.pound:
        return `\${${counter}.toLocaleString("${language}")}`
      case TYPE.select:
        return `\${${compileSelect(element, language, counter)}}`
      case TYPE.plural:
        return `\${${compilePlural(element, language)}}`
      default:
        throw new Error('A text of the storefront contains numbers, dates or tags, which are not compiled.')
    }
  })
  const isBranching = elements[0]?.type === TYPE.select || elements[0]?.type === TYPE.plural
  return parts.length === 1 && isBranching ? parts[0]!.slice(2, -1) : `\`${parts.join('')}\``
}

/** A lookup in a table. It takes fewer bytes than a chain of comparisons. Values are codes of the service, never names of members of objects. */
function compileSelect({ options, value }: SelectElement, language: string, counter: string | null): string {
  const branches = Object.entries(options).map(
    ([name, branch]) => [name, compileElements(branch.value, language, counter)] as const,
  )
  const table = branches.filter(([name]) => name !== 'other').map(([name, template]) => `${name}:${template}`)
  const otherTemplate = new Map(branches).get('other')!
  return `({${table.join(',')}})[v.${value}]??${otherTemplate === `\`\${v.${value}}\`` ? `v.${value}` : otherTemplate}`
}

/** Whether the plural category of a whole number is 'one' exactly if the number is 1, as in most languages. */
function isOneExact(language: string): boolean {
  const rules = new Intl.PluralRules(language)
  return Array.from({ length: 200 }, (_, count) => count).every((count) => (rules.select(count) === 'one') === (count === 1))
}

/** A conditional expression. Branches of exact numbers come first, as in ICU. Counts are whole numbers. */
function compilePlural({ offset, options, pluralType, value }: PluralElement, language: string): string {
  if (offset !== 0 || pluralType === 'ordinal')
    throw new Error('A text of the storefront contains an ordinal or an offset, which are not compiled.')
  const count = `v.${value}`
  const branches = Object.entries(options).map(
    ([name, branch]) => [name, compileElements(branch.value, language, count)] as const,
  )
  const isExact = (name: string): boolean => name.startsWith('=')
  const compileTest = (name: string): string => {
    if (isExact(name)) return `${count}==${name.slice(1)}`
    return name === 'one' && isOneExact(language) ? `${count}==1` : `p.select(${count})=="${name}"`
  }
  const tests = branches
    .filter(([name]) => name !== 'other')
    .sort(([a], [b]) => Number(isExact(b)) - Number(isExact(a)))
    .map(([name, template]) => `${compileTest(name)}?${template}:`)
  return tests.join('') + new Map(branches).get('other')
}

/** A script that exports `texts`: per text a string, or a function of its values. */
export function compileTextCatalog(catalog: TextCatalog, language: string): string {
  const entries = Object.entries(readTextCatalog(catalog, language)).map(([key, text]) => {
    const elements = parseText(text)
    const isPlain = elements.every(({ type }) => type === TYPE.literal)
    return `${key}:${isPlain ? '' : 'v=>'}${compileElements(elements, language, null)}`
  })
  const body = `{${entries.join(',')}}`
  const rules = body.includes('p.select(') ? `const p=new Intl.PluralRules("${language}");` : ''
  return `${rules}export const texts=${body}`
}

/** The placeholders of a text with the types of their values. */
export function listPlaceholders(elements: readonly MessageFormatElement[]): ReadonlyMap<string, string> {
  const placeholders = new Map<string, string>()
  const add = (name: string, type: string): void => {
    const isPrecise = placeholders.has(name) && placeholders.get(name) !== 'Value'
    if (!isPrecise) placeholders.set(name, type)
  }
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'Value')
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue
    add(element.value, element.type === TYPE.plural ? 'number' : 'string')
    for (const { value } of Object.values(element.options)) for (const [name, type] of listPlaceholders(value)) add(name, type)
  }
  return placeholders
}

/** The files of the interfaces: pages with the configurator, and pages of the shop. */
const typeFileNames = ['types.ts', 'shop-types.ts'] as const
const shopCatalogs: ReadonlySet<string> = new Set(['ShopTexts', 'OrderTexts', 'DesignTexts', 'TalkTexts'])

/** An interface per catalog. A value has the strictest type that a language requires. */
function generateTextInterface(name: string, catalog: TextCatalog): string {
  const texts = textLanguages.map((language) => readTextCatalog(catalog, language))
  const members = Object.keys(texts[0]!).map((key) => {
    const placeholders = listPlaceholders(texts.flatMap((translation) => parseText(translation[key]!)))
    const values = [...placeholders].map(([placeholder, type]) => `${placeholder}: ${type}`)
    return `  readonly ${key}: ${values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`}\n`
  })
  return `export interface ${name} {\n${members.join('')}}\n`
}

/** The interfaces of the texts, by file name. */
export function generateTextTypes(): ReadonlyMap<string, string> {
  return new Map(
    typeFileNames.map((file) => {
      const catalogs = Object.entries(textCatalogs).filter(([name]) => shopCatalogs.has(name) === (file === 'shop-types.ts'))
      const interfaces = catalogs.map(([name, catalog]) => generateTextInterface(name, catalog))
      const head = "// Types of the shop front's texts, one interface per catalog in messages/. Written by npm run generate.\n"
      return [file, `${head}\ntype Value = number | string\n\n${interfaces.join('\n')}`] as const
    }),
  )
}
