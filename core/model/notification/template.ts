// Notification templates with placeholders in double braces, rendered by Liquid, which runs no code and reads no files.
import { createLabel, createMessage, type MessageValue } from '../../foundation/message.js'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Emitter, Liquid, Template } from 'liquidjs'
import { suggestName } from '../../foundation/nearest.js'
import { isObject } from '../../foundation/object.js'
import { createLruCache } from '../../foundation/lru-cache.js'
import { Refusal } from '../../foundation/property/kind.js'
import { listQuoted } from '../../foundation/format-value.js'

/** The values that a template can read: texts, objects and lists of objects. */
export interface TemplateValues {
  readonly [name: string]: string | number | boolean | TemplateValues | readonly TemplateValues[]
}

/** Per text, in characters and bytes. A filter processes the memory at once: sorting that many numbers takes about 30 ms. */
const limits = { parseLimit: 100_000, memoryLimit: 250_000 }
/** Maximum milliseconds in which a text is rendered, without pauses. Generous because the machine may be busy. */
const maxRenderTime = 1_000
/** Milliseconds of rendering between pauses in which the event loop handles other requests. */
const renderSlice = 20
/** Steps of rendering between looks at the clock. */
const stepsPerLook = 64
/** Maximum length of a filled text, and of a text that a template captures. */
const maxOutput = 262_144
/** Maximum number of placeholders, tags and filters of a template. It bounds the time of parsing, which cannot pause, to about 60 ms. */
const maxExpressions = 2_000
/** Tags that load other templates. They are removed. */
const disabledTags = ['include', 'render', 'layout', 'block', 'liquid']

type Kind = 'html' | 'plain'
const engines = new Map<Kind, Liquid>()

/** As the engine writes values. `valueOf` resolves its own objects, such as `forloop`. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join('')
  return value === undefined || value === null ? '' : String(value.valueOf())
}

class LimitedText implements Emitter {
  buffer = ''

  write(part: unknown): void {
    this.buffer += toText(part)
    if (this.buffer.length > maxOutput) throw new Error(`The filled text has more than ${maxOutput} characters.`)
  }
}

// Load the package on first use: it is slow to load, and most processes never render a template.
function loadEngine(kind: Kind): Liquid {
  const cached = engines.get(kind)
  if (cached) return cached
  const { Liquid: Engine } = createRequire(import.meta.url)('liquidjs') as { readonly Liquid: typeof Liquid }
  const engine = new Engine({
    ...limits,
    ownPropertyOnly: true,
    strictFilters: true,
    ...(kind === 'html' && { outputEscape: 'escape' }),
  })
  for (const tag of disabledTags) delete engine.tags[tag]
  // The engine renders the document and each captured text by this method, and without an emitter it accepts any length.
  const { renderer } = engine
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter = new LimitedText()) => renderTemplates(templates, context, emitter)
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

const isStep = (value: unknown): value is Iterator<unknown> =>
  isObject(value) && 'next' in value && 'throw' in value && 'return' in value

/** Runs the engine's nested generators like its own synchronous driver, but with pauses. */
async function runInTurns(task: Iterator<unknown>): Promise<unknown> {
  const tasks = [task]
  let [result, failure]: [unknown, { readonly error: unknown } | null] = [undefined, null]
  let [turnStart, spent, steps] = [performance.now(), 0, 0]
  for (let current = tasks.at(-1); current; current = tasks.at(-1)) {
    if (++steps % stepsPerLook === 0 && performance.now() - turnStart > renderSlice) {
      spent += performance.now() - turnStart
      if (spent > maxRenderTime) throw new Error(`The template takes more than ${maxRenderTime} ms.`)
      await nextTurn()
      turnStart = performance.now()
    }
    try {
      const step: IteratorResult<unknown> = failure ? current.throw!(failure.error) : current.next(result)
      failure = null
      result = step.value
      if (step.done) tasks.pop()
      if (isStep(result)) {
        tasks.push(result)
        result = undefined
      }
    } catch (error) {
      tasks.pop()
      failure = { error }
    }
  }
  if (failure) throw failure.error
  return result
}

/** Renders a template. Throws Liquid's errors: a valid template can still exceed a limit. */
export async function fillTemplate(text: string, values: TemplateValues, kind: Kind): Promise<string> {
  const template = parseTemplate(text, kind)
  await nextTurn()
  // The generator is in the published types of liquidjs. Its `render` awaits promises only, which blocks other requests.
  return String(await runInTurns(loadEngine(kind)._render(template, values, { sync: true })))
}

const countExpressions = (text: string): number => text.match(/\{\{|\{%|\|/g)?.length ?? 0

/** Returns the first problem of a template: a syntax error or an unknown placeholder. Null if it is valid. */
export function validateTemplate(label: string, text: string, sample: TemplateValues): Refusal | null {
  const engine = loadEngine('plain')
  const expressions = countExpressions(text)
  if (expressions > maxExpressions)
    return new Refusal(
      `Field ${label} has at most ${maxExpressions} placeholders, tags and filters; there are ${expressions}.`,
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
