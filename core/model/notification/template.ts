// Notification templates with placeholders in double braces, rendered by Liquid, which runs no code and reads no files.
import {
  createLabel,
  createMessage,
  type MessageValue,
  findNearestName,
  listQuoted,
  suggestName,
} from '../../foundation/message.js'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CaptureTag, Context, Liquid, Template } from 'liquidjs'
import type * as LiquidPackage from 'liquidjs'
import { isObject } from '../../foundation/json.js'
import { createLruCache } from '../../foundation/lru-cache.js'
import { Refusal } from '../../foundation/property/kind.js'

/** The values that a template can read: texts, objects and lists of objects. */
export interface TemplateValues {
  readonly [name: string]: string | number | boolean | TemplateValues | readonly TemplateValues[]
}

/** Milliseconds of one attempt to render a text. Rendering cannot pause, and an order's mail takes about 2 ms. */
const maxRenderTime = 120
/** Attempts to render a text within that time, with pauses in between: on a busy machine, another process may use the time. */
const maxAttempts = 4
/** Per text, in characters and bytes. A filter processes the memory at once: sorting that many numbers takes about 30 ms. */
const limits = { parseLimit: 100_000, memoryLimit: 250_000, renderLimit: maxRenderTime }
/** Maximum length of a filled text, and of a text that a template captures. */
const maxOutput = 262_144
/** Maximum number of placeholders, tags and filters of a template. It bounds the time of parsing, which cannot pause, to about 60 ms. */
const maxExpressions = 2_000
/** Maximum number of reported problems of a text. Finding the nearest placeholder takes time. */
const maxProblems = 10
/** Tags that load other templates. They are removed. */
const disabledTags = ['include', 'render', 'layout', 'block', 'liquid']

type Kind = 'html' | 'plain'
const engines = new Map<Kind, Liquid>()

function checkLength(text: string): string {
  if (text.length > maxOutput) throw new Error(`The filled text has more than ${maxOutput} characters.`)
  return text
}

// Load the package on first use: it is slow to load, and most processes never render a template.
function loadEngine(kind: Kind): Liquid {
  const cached = engines.get(kind)
  if (cached) return cached
  const { Liquid: Engine, CaptureTag } = createRequire(import.meta.url)('liquidjs') as typeof LiquidPackage
  const engine = new Engine({
    ...limits,
    ownPropertyOnly: true,
    strictFilters: true,
    ...(kind === 'html' && { outputEscape: 'escape' }),
  })
  for (const tag of disabledTags) delete engine.tags[tag]
  // The memory limit does not count captured texts, which a template can double again and again.
  engine.registerTag(
    'capture',
    class extends CaptureTag {
      override *render(context: Context): ReturnType<CaptureTag['render']> {
        yield* super.render(context)
        checkLength(String(context.bottom()[this.variable]))
      }
    },
  )
  engines.set(kind, engine)
  return engine
}

/** Recently parsed templates. A shop has few templates, and parsing takes longer than rendering. */
const parsedTemplates = createLruCache<string, readonly Template[]>(200)

const entities: Readonly<Record<string, string>> = { nbsp: ' ', gt: '>', lt: '<', quot: '"', '#39': "'", amp: '&' }

/** Rich text escapes characters, also in placeholders and tags, where Liquid expects the characters themselves. */
const decodeTags = (text: string): string =>
  text.replace(/\{[{%][^{}]{0,2000}[%}]\}/g, (tag) =>
    tag.replace(/&(nbsp|gt|lt|quot|#39|amp);/g, (_all, name: string) => entities[name]!),
  )

function parseTemplate(text: string, kind: Kind): Template[] {
  const key = `${kind} ${text}`
  const template = parsedTemplates.get(key) ?? loadEngine(kind).parse(decodeTags(text))
  parsedTemplates.set(key, template)
  return [...template]
}

/** Renders a template. Throws Liquid's errors: a valid template can still exceed a limit. */
export async function fillTemplate(text: string, values: TemplateValues, kind: Kind): Promise<string> {
  const template = parseTemplate(text, kind)
  for (let attempt = 1; ; attempt++) {
    await nextTurn()
    const start = performance.now()
    try {
      return checkLength(String(loadEngine(kind).renderSync(template, values)))
    } catch (error) {
      const isTooSlow = performance.now() - start >= maxRenderTime
      if (!isTooSlow || attempt === maxAttempts) throw error
    }
  }
}

const countExpressions = (text: string): number => text.match(/\{\{|\{%|\|/g)?.length ?? 0

/** A placeholder or tag with both braces. Quoted texts in it may contain braces. */
const balancedBraces =
  /\{\{(?:"[^"]{0,200}"|'[^']{0,200}'|(?!\{\{|\{%|\}\}|%\}|["'])[\s\S])*\}\}|\{%(?:"[^"]{0,200}"|'[^']{0,200}'|(?!\{\{|\{%|\}\}|%\}|["'])[\s\S])*%\}/g
const counterparts: Readonly<Record<string, string>> = { '{{': '}}', '}}': '{{', '{%': '%}', '%}': '{%' }

/** Characters next to a brace that can contain the name of a placeholder. */
const nameDistance = 80

/** The name of a placeholder next to a brace; '' if there is none. */
function findNameAtBrace(text: string, brace: string, index: number): string {
  if (brace === '}}') {
    const before = text
      .slice(Math.max(0, index - nameDistance), index)
      .trimEnd()
      .replace(/-$/, '')
      .trimEnd()
    return before.split(/[^\w.]/).at(-1) ?? ''
  }
  const after = text.slice(index + brace.length, index + nameDistance)
  const pattern = brace === '{' ? /^\s*(\w+\.[\w.]+)\s*\}/ : /^-?\s*([\w.]+)/
  return brace === '{%' ? '' : (pattern.exec(after)?.[1] ?? '')
}

/** Placeholders and tags whose braces are incomplete. */
function findUnbalancedBraces(label: string, text: string, sample: TemplateValues): readonly Refusal[] {
  const field = createLabel('field', label)
  const rest = text.replace(balancedBraces, ' ')
  const problems: Refusal[] = []
  for (const { 0: brace, index } of rest.matchAll(/\{\{|\}\}|\{%|%\}|\{/g)) {
    if (problems.length === maxProblems) break
    const name = findNameAtBrace(rest, brace, index)
    // One brace on each side is regular text, unless it encloses the name of a placeholder.
    if (brace === '{' && !Object.hasOwn(sample, name.split('.')[0]!)) continue
    const correct = `{{ ${findNearestPlaceholder(name, sample) ?? name} }}`
    problems.push(
      new Refusal(
        name === ''
          ? createMessage('fields.bracesUnbalanced', { field, braces: brace, other: counterparts[brace] ?? '' })
          : createMessage('fields.placeholderBraces', { field, name, correct }),
      ),
    )
  }
  return problems
}

/** The paths of all placeholders, such as `order.number`. */
const listPlaceholders = (values: TemplateValues, prefix = ''): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isValues(value) ? listPlaceholders(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  )

const isValues = (value: unknown): value is TemplateValues => isObject(value)

/** The known placeholder that a writer probably meant: a similar one, or one that ends with the name. */
function findNearestPlaceholder(path: string, sample: TemplateValues): string | null {
  const paths = listPlaceholders(sample)
  return findNearestName(path, paths) ?? paths.find((known) => known.endsWith(`.${path}`)) ?? null
}

/** Liquid's error as a message that names the tag or filter. */
function describeSyntaxError(error: unknown, label: string, engine: Liquid): Refusal {
  const field = createLabel('field', label)
  const text = error instanceof Error ? error.message : ''
  const [, openTag] = text.includes(' not closed') ? (/^tag \{%-?\s*(\w+)/.exec(text) ?? []) : []
  if (openTag !== undefined)
    return new Refusal(createMessage('fields.tagNotClosed', { field, name: openTag, end: `end${openTag}` }))
  const [, unknownTag] = /^tag "(\w+)" not found/.exec(text) ?? []
  if (unknownTag !== undefined) return new Refusal(createMessage('fields.tagUnexpected', { field, name: unknownTag }))
  const [, filter] = /^undefined filter: (\w+)/.exec(text) ?? []
  if (filter !== undefined) {
    const hint = suggestName(filter, Object.keys(engine.filters))
    return new Refusal(createMessage('fields.filterUnknown', { field, name: filter, hint }))
  }
  const [reason = ''] = text.split(', file:')
  return new Refusal(createMessage('fields.templateInvalid', { field, reason: reason.slice(0, 200) }))
}

/** True if all braces belong to known placeholders, such as `{{ order.number }}`. Most templates need no parser. */
function hasOnlyKnownPlaceholders(text: string, sample: TemplateValues): boolean {
  const rest = text.replace(/\{\{ (\w+(?:\.\w+)*) \}\}/g, (placeholder, path: string) =>
    findUnknownPlaceholder(path.split('.'), sample) === null ? '' : placeholder,
  )
  return text.length <= limits.parseLimit && !/[{}]/.test(rest)
}

/** The problems of a template: unbalanced braces, syntax errors and unknown placeholders. */
export function findTemplateProblems(label: string, text: string, sample: TemplateValues): readonly Refusal[] {
  const expressions = countExpressions(text)
  if (expressions > maxExpressions)
    return [
      new Refusal(
        createMessage('fields.tooManyPlaceholders', {
          field: createLabel('field', label),
          most: maxExpressions,
          count: expressions,
        }),
        'TOO_LONG',
      ),
    ]
  if (hasOnlyKnownPlaceholders(text, sample)) return []
  const unbalanced = findUnbalancedBraces(label, text, sample)
  if (unbalanced.length > 0) return unbalanced
  const engine = loadEngine('plain')
  try {
    const template = engine.parse(decodeTags(text))
    const findLoopItem = createLoopItemFinder(text, sample)
    const unknown: UnknownPlaceholder[] = []
    const read = [
      ...engine.globalVariableSegmentsSync(template).map((segments) => ({ segments, values: sample, prefix: [] })),
      ...engine.variableSegmentsSync(template).flatMap(([name, ...segments]) => {
        const values = typeof name === 'string' ? findLoopItem(name) : undefined
        return isValues(values) ? [{ segments, values, prefix: [String(name)] }] : []
      }),
    ]
    for (const { segments, values, prefix } of read) {
      const placeholder = unknown.length < maxProblems ? findUnknownPlaceholder(segments, values, prefix) : null
      if (placeholder !== null) unknown.push(placeholder)
    }
    return unknown.map(
      ({ path, hint }) =>
        new Refusal(
          createMessage('fields.unknownPlaceholder', { field: createLabel('field', label), name: path, hint }),
          'UNKNOWN_FIELD',
        ),
    )
  } catch (error) {
    return [describeSyntaxError(error, label, engine)]
  }
}

interface UnknownPlaceholder {
  readonly path: string
  readonly hint: MessageValue
}

/** @param prefix the path of the values */
function findUnknownPlaceholder(
  segments: readonly unknown[],
  sample: TemplateValues,
  prefix: readonly string[] = [],
): UnknownPlaceholder | null {
  let value: unknown = sample
  const path = [...prefix]
  for (const segment of segments) {
    // Properties of lists and texts, such as `size` and `first`, are resolved by Liquid.
    if (!isValues(value)) return null
    path.push(String(segment).slice(0, 60))
    if (typeof segment !== 'string' || !Object.hasOwn(value, segment)) {
      const names = Object.keys(value)
      const nearest =
        prefix.length === 0 ? findNearestPlaceholder(segments.join('.'), sample) : findNearestName(String(segment), names)
      const full = nearest === null ? null : [...prefix, nearest].join('.')
      return {
        path: path.join('.'),
        hint:
          full === null
            ? createMessage('fields.knownPlaceholders', { names: listQuoted(names) })
            : createMessage('errors.didYouMean', { name: full }),
      }
    }
    value = value[segment]
  }
  return null
}

/** Finds an example item of the list that a loop variable stands for, such as `line` in `for line in order.lines`. */
function createLoopItemFinder(text: string, sample: TemplateValues): (name: string) => unknown {
  const lists = new Map<string, readonly string[]>()
  // A variable of two loops has no single meaning.
  for (const [, name = '', path = ''] of text.matchAll(/\{%-?\s*for\s+(\w{1,60})\s+in\s+([\w.]{1,200})/g))
    lists.set(name, lists.has(name) ? [] : path.split('.'))
  const findItem = (name: string, depth = 0): unknown => {
    const [head = '', ...rest] = lists.get(name) ?? []
    let value: unknown = lists.has(head) && depth < 9 ? findItem(head, depth + 1) : sample[head]
    for (const key of rest) value = isValues(value) && Object.hasOwn(value, key) ? value[key] : undefined
    return Array.isArray(value) ? (value as readonly unknown[])[0] : undefined
  }
  return findItem
}
