// Notification templates with placeholders in double braces, rendered by Liquid, which runs no code and reads no files.
import { createLabel, createMessage, type MessageValue } from '../../foundation/message.js'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CaptureTag, Context, Liquid, Template } from 'liquidjs'
import type * as LiquidPackage from 'liquidjs'
import { suggestName, listQuoted } from '../../foundation/message-values.js'
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

function parseTemplate(text: string, kind: Kind): Template[] {
  const key = `${kind} ${text}`
  const template = parsedTemplates.get(key) ?? loadEngine(kind).parse(text)
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

/** Returns the first problem of a template: a syntax error or an unknown placeholder. Null if it is valid. */
export function validateTemplate(label: string, text: string, sample: TemplateValues): Refusal | null {
  const engine = loadEngine('plain')
  const expressions = countExpressions(text)
  if (expressions > maxExpressions)
    return new Refusal(
      `Field ${label} can contain at most ${maxExpressions} placeholders, tags and filters, but contains ${expressions}.`,
      'TOO_LONG',
    )
  try {
    for (const segments of engine.globalVariableSegmentsSync(engine.parse(text))) {
      const unknownPlaceholder = findUnknownPlaceholder(segments, sample)
      if (unknownPlaceholder !== null)
        return new Refusal(
          createMessage('fields.unknownPlaceholder', {
            field: createLabel('field', label),
            name: unknownPlaceholder.path,
            hint: unknownPlaceholder.hint,
          }),
          'UNKNOWN_FIELD',
        )
    }
    return null
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(', file:')
    return new Refusal(
      createMessage('fields.templateInvalid', { field: createLabel('field', label), reason: reason.slice(0, 200) }),
      'INVALID_VALUE',
    )
  }
}

function findUnknownPlaceholder(
  segments: readonly unknown[],
  sample: TemplateValues,
): { readonly path: string; readonly hint: MessageValue } | null {
  let value: unknown = sample
  const path: string[] = []
  for (const segment of segments) {
    // Properties of lists and texts, such as `size` and `first`, are resolved by Liquid.
    if (!isObject(value)) return null
    path.push(String(segment).slice(0, 60))
    if (typeof segment !== 'string' || !Object.hasOwn(value, segment)) {
      const names = Object.keys(value)
      return {
        path: path.join('.'),
        hint: suggestName(String(segment), names) || createMessage('fields.knownPlaceholders', { names: listQuoted(names) }),
      }
    }
    value = value[segment]
  }
  return null
}
